import RelctlText
import Testing

@Suite struct XMLParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let values: [String]
        var testDescription: String { text }

        init(_ text: String, _ values: String...) { (self.text, self.values) = (text, values) }
    }

    @Test(arguments: [
        Case("<a>x</a>", "a=x"), Case("<a/>", "a={}"), Case("<a></a>", "a="), Case("<a> \n </a>", "a="),
        Case("<a b='1' c = \"2\"/>", #"a."@b"=1"#, #"a."@c"=2"#),
        Case("<a b='1'>x</a>", #"a."@b"=1"#, ##"a."#text"=x"##),
        Case("<a><b>1</b><c>2</c><b>3</b></a>", "a.b[0]=1", "a.b[1]=3", "a.c=2"),
        Case("<?xml version=\"1.0\" encoding=\"utf-8\" standalone='yes' ?>\n<a>x</a>\n", "a=x"),
        Case("\u{FEFF}<?xml version='1.0'?><!-- c --><?pi x?><!DOCTYPE a PUBLIC '-//x' \"y\"><a>x</a><!---->", "a=x"),
        Case("<!DOCTYPE a SYSTEM 'x.dtd' ><a>x</a>", "a=x"), Case("<!DOCTYPE a><a>x</a>", "a=x"),
        Case("<a>\r\n  x\r\n  y\r\n</a>", "a=x\n  y"), Case("<a><![CDATA[<x>&]]></a>", "a=<x>&"),
        Case("<a>&lt;&gt;&amp;&apos;&quot;&#65;&#x42;</a>", "a=<>&'\"AB"), Case("<a b='&lt;>'/>", #"a."@b"=<>"#),
        Case("<a><!-- c -->x<!-- d --></a>", "a=x"), Case("<a>x<!-- c -->y</a>", "a=?x<…>y"),
        Case("<a>x<![CDATA[y]]></a>", "a=?x<…>y"), Case("<a>x<?p y?>z</a>", "a=?x<…>z"),
        Case("<x:a xmlns:x='urn:x'><x:b>1</x:b></x:a>", #""x:a"."@xmlns:x"=urn:x"#, #""x:a"."x:b"=1"#),
        Case("<a>x<b>y</b>z</a>", "a.b=y", ##"a."#text"[0]=x"##, ##"a."#text"[1]=z"##),
        Case("<e\u{301}·/>", "\"e\u{301}·\"={}"), Case("<é>x</é >", "\"é\"=x"),
        Case("<a b='1'\n\tc='2'\n>x</a>", #"a."@b"=1"#, #"a."@c"=2"#, ##"a."#text"=x"##),
        Case("<?xml version='1.0' encoding='ISO-8859-1'?><a>x</a>", "a=x"), Case("<a>></a>", "a=>"),
    ])
    func elementsAttributesAndTextsAreRead(_ example: Case) throws {
        let root = try XMLParser.parse(example.text, file: "f")
        let values = SourceNode(document: root).values
        let said = values.map { value in
            // A text carries a mark that tells it from other values.
            let text = value.text.hasPrefix("\"") ? String(value.text.dropFirst()) : value.text
            return "\(value.path)=\(value.text.hasPrefix("\"") || value.text == "{}" ? "" : "?")\(text)"
        }
        #expect(said == example.values)
    }

    @Test(arguments: [
        "", "  ", "<!-- c -->", "x", "<a>", "<a", "<a b", "<a b=", "<a b=1/>", "<a b='1/>", "<a b='1'c='2'/>", "</a>",
        "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a/>x", "x<a/>", "<a b='1' b='2'/>", "<a b='<'/>", "<a>&b;</a>",
        "<a>&</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#xFFFF;</a>", "<a>&#+65;</a>", "<a>&#;</a>", "<a>]]></a>",
        "<a><!-- -- --></a>", "<a><!-- x</a>", "<a><!-- x ---></a>", "<a><![CDATA[x</a>", "<![CDATA[x]]><a/>",
        "<a><?x</a>", "<a><?xml version='1.0'?></a>", " <?xml version='1.0'?><a/>", "<?xml?><a/>",
        "<?xml encoding='UTF-8'?><a/>", "<?xml version='2.0'?><a/>",
        "<?xml version='1.0' standalone='no' encoding='x'?>",
        "<?xml version='1.0' encoding='UTF-16'?><a/>", "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>",
        "<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>", "<!DOCTYPE a SYSTEM 'x' [<!ENTITY % b SYSTEM 'y'> %b;]><a/>",
        "<a/><!DOCTYPE a>", "<!DOCTYPE a><!DOCTYPE a><a/>", "<a><!DOCTYPE a></a>", "<!ENTITY b 'x'><a/>", "<!DOCTYPE>",
        "<a>\u{1}</a>", "<a>\u{FFFF}</a>", "< a/>", "<1/>", "<a / >", "<a></a b='1'>", "<a>\u{0}</a>", "<a b='&c;'/>",
        "\u{FEFF}\u{FEFF}<a/>", "<\u{D7}/>", "<a\u{F7}/>", "<\u{300}a/>", "<a \u{FEFF}b='1'/>", "<a\u{85}/>",
    ])
    func whatIsNotWellFormedOrNotUnderstoodIsAnError(_ text: String) {
        let error = #expect(throws: RelctlError.self) { try XMLParser.parse(text, file: "f") }
        #expect(error?.place != nil)
    }

    @Test func elementsTextsAndAttributesKnowTheirPlaceAndBytes() throws {
        let text = "<é>\r\n  <b c='1&#46;2'> <![CDATA[ 1.2.3 ]]>\n</b></é>"
        let root = try XMLParser.parse(text, file: "pom.xml")
        let element = try #require(root.children("b").first)
        let (run, attribute) = (try #require(element.runs.first), try #require(element[attribute: "c"]))
        let bytes = Array(text.utf8)
        #expect(String(decoding: bytes[run.range], as: UTF8.self) == "1.2.3")
        #expect(String(decoding: bytes[attribute.range], as: UTF8.self) == "1&#46;2")
        #expect(attribute.value == "1.2")
        #expect(element.place == SourcePlace(file: "pom.xml", line: 2, column: 3))
        #expect(run.place == SourcePlace(file: "pom.xml", line: 2, column: 29))
        #expect(attribute.place == SourcePlace(file: "pom.xml", line: 2, column: 9))
        #expect(element.range.upperBound == text.utf8.count - "</b></é>".utf8.count)
    }

    @Test(arguments: ["<a>", "<a b='", "<!--", "<a b='1' ", "&", "<![CDATA[", "</", "]]", "-", "<?x "])
    func repeatedPiecesAreAnErrorNotACrash(_ piece: String) {
        let text = "<r>" + String(repeating: piece, count: 50_000)
        #expect(throws: RelctlError.self) { try XMLParser.parse(text, file: "f") }
    }

    @Test func pathsLeadFromTheRootElementToTextsAndAttributes() throws {
        let text = "<plist version='1.0'><dict><key>a</key><string>1.2.3</string><string>x</string></dict></plist>"
        let node = SourceNode(document: try XMLParser.parse(text, file: "Info.plist"))
        #expect(try SourcePath("plist.dict.string[0]").value(in: node)?.text == "1.2.3")
        #expect(try SourcePath("plist.@version").value(in: node)?.text == "1.0")
        #expect(try SourcePath("dict").value(in: node) == nil)
    }
}
