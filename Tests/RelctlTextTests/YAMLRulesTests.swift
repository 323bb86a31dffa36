import RelctlText
import Testing

/// Rules of YAML 1.2.2 about tabs, indentation, markers and brackets: for each, documents that break it and neighbours
/// that keep it.
@Suite struct YAMLRulesTests {
    /// A text, and the error of its reader as `LINE:COLUMN: MESSAGE`.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let error: String
        var testDescription: String { text }

        init(_ text: String, _ error: String) { (self.text, self.error) = (text, error) }

        func expect() {
            let error = #expect(throws: RelctlError.self) { try SourceNode(yaml: text, file: "f") }
            #expect(error?.description == "f:" + self.error)
        }
    }

    /// A text, and its values as `PATH=TEXT`.
    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        let values: [String]
        var testDescription: String { text }

        init(_ text: String, _ values: String...) { (self.text, self.values) = (text, values) }

        func expect() throws {
            let read = try SourceNode(yaml: text, file: "f").values.map { value in
                value.path + "=" + (value.text.hasPrefix("\"") ? String(value.text.dropFirst()) : value.text)
            }
            #expect(read == values)
        }
    }

    @Test(arguments: [
        Refusal("name: app\n\tport: 1\n", "2:1: a tab cannot be indentation"),
        Refusal("tool:\n \tname: app\n", "2:2: a tab cannot be indentation"),
        Refusal("list:\n\t- one\n", "2:1: a tab cannot be indentation"),
        Refusal("-\t- one\n", "1:2: a tab cannot be indentation"),
        Refusal("- \t- one\n", "1:3: a tab cannot be indentation"),
        Refusal("-\tname: app\n", "1:2: a tab cannot be indentation"),
        Refusal("- one\n\t- two\n", "2:1: a tab cannot be indentation"),
        Refusal("text: 'one\n\ttwo'\n", "2:1: a tab cannot be indentation"),
        Refusal("text: \"one\\\n\ttwo\"\n", "2:1: a tab cannot be indentation"),
        Refusal("text: \"one\n\t\n two\"\n", "2:1: a tab cannot be indentation"),
        Refusal("list: [\n\tone]\n", "2:1: a tab cannot be indentation"),
        Refusal("list: [\n one\n\t]\n", "3:1: a tab cannot be indentation"),
        Refusal("text: |\n\t\nname: app\n", "2:1: a tab cannot be indentation"),
        Refusal("text: |\n  one\n\t# comment\nname: app\n", "3:1: a tab cannot be indentation"),
    ])
    func refusesATabThatIndents(_ example: Refusal) { example.expect() }

    @Test(arguments: [
        Reading("name:\tapp\t# comment\n", "name=app"), Reading("name:\n \tapp\n", "name=app"),
        Reading("-\tone\n-\t\"two\"\n", "[0]=one", "[1]=two"), Reading("name: app\n\t\n\t# comment\n", "name=app"),
        Reading("text: 'one\n \ttwo'\n", "text=one two"), Reading("text: one\n \ttwo\n", "text=one two"),
        Reading("list: [\n\t\n \tone\n ]\n", "list[0]=one"), Reading("\t[one,\n\ttwo]\n", "[0]=one", "[1]=two"),
        Reading("one\n\ttwo\n", "=one two"), Reading("text: |\n \t\nname: app\n", "text=\t\n", "name=app"),
    ])
    func readsATabThatSeparates(_ example: Reading) throws { try example.expect() }

    @Test(arguments: [
        Refusal("text: \"one\ntwo\"\n", "2:1: a line in quotes must begin with 1 or more spaces, not 0"),
        Refusal("a:\n  text: 'one\n  two'\n", "3:3: a line in quotes must begin with 3 or more spaces, not 2"),
        Refusal("- 'one\n\n- two'\n", "3:1: a line in quotes must begin with 1 or more spaces, not 0"),
        Refusal("text: \"one\\\ntwo\"\n", "2:1: a line in quotes must begin with 1 or more spaces, not 0"),
        Refusal("list: [one,\ntwo]\n", "2:1: a line in brackets must begin with 1 or more spaces, not 0"),
        Refusal("list: [one\ntwo]\n", "2:1: a line in brackets must begin with 1 or more spaces, not 0"),
        Refusal("a: {\nb: 1,\n}\n", "2:1: a line in brackets must begin with 1 or more spaces, not 0"),
        Refusal("a:\n  - b: [\n ]\n", "3:2: a line in brackets must begin with 5 or more spaces, not 1"),
        Refusal("a: {b:\n# comment\nc}\n", "3:1: a line in brackets must begin with 1 or more spaces, not 0"),
    ])
    func refusesALineThatIsNotIndented(_ example: Refusal) { example.expect() }

    @Test(arguments: [
        Reading("text: \"one\n two\"\n", "text=one two"), Reading("text: 'one\n\n two'\n", "text=one\ntwo"),
        Reading("'one\ntwo'\n", "=one two"), Reading("a:\n  text: 'one\n   two'\n", "a.text=one two"),
        Reading("list: [one,\n two]\n", "list[0]=one", "list[1]=two"), Reading("[one,\ntwo\n]\n", "[0]=one", "[1]=two"),
        Reading("a: {b:\n# comment\n c}\n", "a.b=c"),
        // A closing bracket may have the column of its key or dash.
        Reading("a: [\n  one\n]\nb: 1\n", "a[0]=one", "b=1"), Reading("- {\n  a: 1\n}\n- 2\n", "[0].a=1", "[1]=2"),
    ])
    func readsALineThatIsIndented(_ example: Reading) throws { try example.expect() }

    @Test(arguments: [
        Refusal("a: |\n   \n  one\n", "2:3: an empty line has more spaces than the first line of the text below it"),
        Refusal("a: >-\n\n    \n # b\n", "3:2: an empty line has more spaces than the first line of the text below it"),
        Refusal("- |\n  \r\n one\r\n", "2:2: an empty line has more spaces than the first line of the text below it"),
    ])
    func refusesAnEmptyLineWithMoreSpacesThanTheText(_ example: Refusal) { example.expect() }

    @Test(arguments: [
        Reading("a: |\n  \n  one\n", "a=\none\n"), Reading("a: |\n\n \n  one\n   \n", "a=\n\none\n \n"),
        Reading("a: |1\n   \n one\n", "a=  \none\n"), Reading("a: |+\n   \n \nb: 1\n", "a=\n\n", "b=1"),
    ])
    func readsEmptyLinesBeforeTheText(_ example: Reading) throws { try example.expect() }

    @Test(arguments: [
        Reading("--- one\n", "=one"), Reading("---\t'one\ntwo' # comment\n", "=one two"),
        Reading("--- [one]\n", "[0]=one"),
        Reading("--- |\n one\n", "=one\n"), Reading("--- >\none\ntwo\n...\n", "=one two\n"),
        Reading("...\n# comment\n... # comment\na: 1\n", "a=1"), Reading("a: 1\n...\n...\n---\n", "a=1"),
    ])
    func readsMarkersAndAValueAfterThem(_ example: Reading) throws { try example.expect() }

    @Test(arguments: [
        Refusal("--- a: 1\n", "1:6: `:` is not expected after a value"),
        Refusal("--- 'a': 1\n", "1:8: `:` is not expected after a value"),
        Refusal("--- - one\n", "1:5: a value is expected, not `-`"),
        Refusal("a: 1\n... b: 1\n", "2:5: the line must end here, but `b` follows"),
        Refusal("a: [one\n---\n]\n", "2:1: a bracket is not closed before the document ends"),
        Refusal("'one\n--- two'\n", "1:1: the text is not closed by its quote"),
    ])
    func refusesWhatCannotFollowAMarker(_ example: Refusal) { example.expect() }

    @Test(arguments: [
        Reading("[one\n two,\n  three # comment\n]\n", "[0]=one two", "[1]=three"),
        Reading("{a: one\n\n two, b c: 3}\n", "a=one\ntwo", "\"b c\"=3"), Reading("[a\n - b]\n", "[0]=a - b"),
        Reading("[a: 1, 'b':2, c: , d]\n", "[0].a=1", "[1].b=2", "[2].c=null", "[3]=d"),
        Reading("{'a':[1], \"b\" :{c: 2}}\n", "a[0]=1", "b.c=2"), Reading("[a:b, c #d\n]\n", "[0]=a:b", "[1]=c"),
    ])
    func readsScalarsOverLinesAndPairsInBrackets(_ example: Reading) throws { try example.expect() }

    @Test(arguments: [
        Refusal("[one # comment\n two]\n", "2:2: `,` or `]` is expected, not `t`"),
        Refusal("{a: b: c}\n", "1:6: `,` or `}` is expected, not `:`"),
        Refusal("[a: 1 b: 2]\n", "1:8: `,` or `]` is expected, not `:`"),
        Refusal("[one,#comment\n]\n", "1:6: a value is expected, not `#`"),
        Refusal("{a: 1, a: 2}\n", "1:8: the key `a` is there twice"),
    ])
    func refusesEntriesThatRunTogetherInBrackets(_ example: Refusal) { example.expect() }

    @Test(arguments: [
        ("a: &b 1", "1:4: an anchor"), ("a: *b", "1:4: an alias"), ("--- !b a", "1:5: a tag"),
        ("%TAG ! b\n--- a", "1:1: a directive"), ("...\n%YAML 1.2\n--- a", "2:1: a directive"),
        ("? a\n: 1", "1:1: an explicit key"), ("[? a : 1]", "1:2: an explicit key"),
        ("{\n?\n}", "2:1: an explicit key"),
        (": 1", "1:1: an empty key"), ("a: 1\n: 2", "2:1: an empty key"), ("{a: 1, : 2}", "1:8: an empty key"),
        ("[a]: 1", "1:1: a collection as a key"), ("a: 1\n{b: 2}: 3", "2:1: a collection as a key"),
        ("[{a: 1}: 2]", "1:2: a collection as a key"), ("<<: 1", "1:1: a merge key"), ("[<<: 1]", "1:2: a merge key"),
        ("{a\n b: 1}", "1:2: a key and `:` on more than one line"),
        ("{'a'\n: 1}", "1:2: a key and `:` on more than one line"),
        ("{a: :b}", "1:5: a value in brackets that begins with `:`"),
        ("[?a]", "1:2: a value in brackets that begins with `?`"), ("a\n---\nb", "3:1: a further document"),
        ("a\n...\nb", "3:1: a further document"), ("--- a\n--- b", "2:5: a further document"),
        ("a: \"\u{7F}\"", "1:5: the character U+007F"), ("a: b\u{2028}c", "1:5: the character U+2028"),
    ])
    func namesTheFormThatRelctlDoesNotRead(_ text: String, _ form: String) {
        Refusal(text, form + " is YAML that relctl does not read").expect()
    }

    @Test(arguments: [
        ("a: 1\nb\n", "2:1: a key and `:` are expected, not `b`"),
        ("a: \u{1}\n", "1:4: the character U+0001 is not allowed"),
        ("- a\nb\n", "2:1: `b` is not expected here: the value of the document has ended"),
        ("...\n# comment\n", "1:1: the file holds no value"), ("---\n---\n", "1:1: the file holds no value"),
    ])
    func refusesTextAfterTheValueAndAFileWithoutOne(_ text: String, _ error: String) { Refusal(text, error).expect() }

    @Test(arguments: [
        ("[a: 1.2.3, b]", "[0].a", "1.2.3"), ("[a: '1.2.3', b]", "[0].a", "1.2.3"),
        ("{a: one\n two , b: 1}", "a", "one\n two"),
        ("a: [\n  1.2.3\n]\n", "a[0]", "1.2.3"), ("a: one\n\n  two # c\n", "a", "one\n\n  two"),
        ("--- 1.2.3\n", "", "1.2.3"),
        ("a: |2\r\n\r\n   1.2.3\r\n\r\nb: 1", "a", " 1.2.3"), ("\u{FEFF}\t[1.2.3\t]", "[0]", "1.2.3"),
    ])
    func valuesKnowTheirBytes(_ text: String, _ path: String, _ said: String) throws {
        let values = try SourceNode(yaml: text, file: "f").values
        let value = try #require(values.first { $0.path == path })
        #expect(String(decoding: Array(text.utf8)[value.range], as: UTF8.self) == said)
    }
}
