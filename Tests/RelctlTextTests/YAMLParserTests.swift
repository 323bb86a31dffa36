import RelctlText
import Testing

@Suite struct YAMLParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let value: String
        var testDescription: String { text }

        init(_ text: String, _ value: String) { (self.text, self.value) = (text, value) }
    }

    @Test(arguments: [
        Case("key: plain text # comment", "plain text"), Case("key: a#b", "a#b"), Case("key: http://x", "http://x"),
        Case("key:   'it''s'", "it's"), Case(#"key: "a\tb\u00e9\x41\n""#, "a\tbéA\n"),
        Case("key: two\n  lines\n\n  and three\nnext: 1", "two lines\nand three"),
        Case("key: \"two\n  lines \\\n  joined\"", "two lines joined"),
        Case("key: |\n  a\n   b\n\n  c\n\nnext: 1", "a\n b\n\nc\n"), Case("key: |-\n  a\n", "a"),
        Case("key: |+\n  a\n\nnext: 1", "a\n\n"), Case("key: >\n  a\n  b\n\n  c\n   d\n  e\n", "a b\nc\n d\ne\n"),
        Case("key: |2\n    a\n   b\n", "  a\n b\n"), Case("\"key\": x", "x"), Case("'key' : x", "x"),
        Case("---\nkey: x\n...\n", "x"), Case("# c\n\n--- # d\nkey: x\n---\n", "x"),
        Case("\u{FEFF}key: x\r\nnext: y\r\n", "x"), Case("key:\n  x", "x"), Case("key: -1", "-1"),
        Case("a: [1, 'two', {b: c, \"key\": d}] # x\nkey: x", "x"), Case("a: {\n version: 1,\n}\nkey: x", "x"),
        Case("a: 'multi\n key: y'\nkey: x", "x"), Case("a:\n- b: 1\n  key: y\n- - 1\n  - 2\nkey: x", "x"),
        Case("a:\n  - key: y\nkey: x", "x"), Case("key: \"x\\t  \n\n  y\"", "x\t\ny"), Case("key: 'x \n y'", "x y"),
        Case("a: [-1, a?b, c:d]\nkey: x", "x"), Case("key: |\n  x\n...\n", "x\n"),
    ])
    func scalarsOfEveryStyle(_ example: Case) throws {
        #expect(try SourceNode(yaml: example.text, file: "f")["key"]?.text == example.value)
    }

    @Test func nodesKnowWhereTheyStand() throws {
        let root = try SourceNode(yaml: "é: 1\ndeps:\n- name: a\n  version: 2\n", file: "Chart.yaml")
        let dependencies = try #require(root["deps"]).items
        #expect(dependencies.map { $0["version"]?.text } == ["2"])
        #expect(dependencies[0]["version"]?.place == SourcePlace(file: "Chart.yaml", line: 4, column: 12))
    }

    @Test(arguments: [
        "", "# only\n", "a: 1\na: 2", "a: &x 1", "a: *x", "a: !!str 1", "&x a: 1", "<<: {a: 1}", "? a\n: 1",
        "%YAML 1.2\n---\na: 1", "a: 1\n---\nb: 2", "a: 1\n  b: 2", "a:\n    b: 1\n  c: 2", "\ta: 1", "a: b: c",
        "a: \"x", "a: 'x", "a: [1", "a: {b: 1", "a: [1]]", "a: 'x' y", "a: @x", "a: `x`", "- a\nb: 1", "a: 1\n- b",
        "a: \"\\q\"", "a: 1\rb: 2", "a: \u{85}b", "a: 1\u{2028}b: 2", "a: \u{0}", "a: |x\n  y", "a: {b: 1, b: 2}",
        ",a: 1", "]a: 1", "}a: 1", "a: 1\n- b: 2", "{%a: 1}", "{a\n: 1}", "{\"a\nb\": 1}", "[:a]", "{?a: 1}", "[-]",
        "a: >--\n  x", "a: |22\n  x", "a: ]", "a: \"x\n---\nb: 1\"", "a: |\n  key: y\n key: z\nkey: x", "a: 1 # c\n  b",
    ])
    func whatIsNotUnderstoodIsAnError(_ text: String) {
        #expect(throws: RelctlError.self) { try SourceNode(yaml: text, file: "f") }
    }

    @Test(arguments: [
        ("key: 1.2.3 # c\n", "1.2.3"), ("key: '1.2.3' # c", "1.2.3"), ("key: \"1.2\\x2e3\"\r\n", #"1.2\x2e3"#),
        ("\u{FEFF}é: 1\nkey:   1.2.3   ", "1.2.3"), ("key:\n\n  1.2.3\nb: 1", "1.2.3"),
        ("{a: 1, key: 1.2.3 }", "1.2.3"),
        ("{\"key\":\"1.2.3\"}", "1.2.3"), ("key: |-\n\n   1.2.3\r\n\nb: 1", "1.2.3"), ("key: >2-\n   1.2.3", " 1.2.3"),
        ("key: a\n  b # c", "a\n  b"), ("key: ''", ""), ("key: |\nb: 1", ""), ("key: |\n  a\n  b\n", "a\n  b"),
        ("key:\n- a\n- 'b'\n", "- a\n- 'b"), ("key: [a, 'b']", "[a, 'b']"), ("key:\n a: 1\n b: 2 # c\n", "a: 1\n b: 2"),
    ])
    func nodesKnowTheBytesThatSayThem(_ text: String, _ said: String) throws {
        let node = try #require(try SourceNode(yaml: text, file: "f")["key"])
        #expect(String(decoding: Array(text.utf8)[node.range], as: UTF8.self) == said)
    }

    @Test func valuesAreToldApartByTheirPaths() throws {
        let text = "a: 1\nb:\n- c: 'x'\n-\n- [y, {}]\n\"d.e\": |\n  z\n"
        let values = try SourceNode(yaml: text, file: "f").values
        #expect(values.map(\.path) == ["a", "b[0].c", "b[1]", "b[2][0]", "b[2][1]", "\"d.e\""])
        #expect(values.map(\.text) == ["\"1", "\"x", "null", "\"y", "{}", "\"z\n"])
    }

    @Test func aLongLineTakesNoLongerThanItsLength() throws {
        let text =
            "a: [" + String(repeating: "'x', ", count: 40_000) + "]\nkey: {"
            + (0..<20_000).map { "k\($0): 1" }.joined(separator: ",") + "}\n"
        #expect(try SourceNode(yaml: text, file: "f")["a"]?.items.count == 40_000)
    }

    @Test(arguments: ["- ", "[", "{a: "])
    func deepNestingIsAnErrorNotACrash(_ opening: String) {
        let text = String(repeating: opening, count: 20_000)
        #expect(throws: RelctlError.self) { try SourceNode(yaml: text, file: "f") }
    }
}
