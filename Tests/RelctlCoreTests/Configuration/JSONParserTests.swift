import RelctlCore
import Testing

@Suite struct JSONParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let value: String
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ value: String) { (self.text, self.value) = (text, value) }
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ message: String) { (self.text, self.message) = (text, message) }
    }

    /// A value's form without places, as text.
    static func summary(_ node: JSONNode) -> String {
        switch node.value {
        case .object(let members):
            "{" + members.map { $0.key.debugDescription + ":" + summary($0.node) }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(summary).joined(separator: ",") + "]"
        case .string(let text): text.debugDescription
        case .number(let text): text
        case .flag(let flag): String(flag)
        case .null: "null"
        }
    }

    static let bothDialects = [
        Case(#"{"a": [1, -2.5e+3, 0, true, false, null], "b": {}}"#, #"{"a":[1,-2.5e+3,0,true,false,null],"b":{}}"#),
        Case("\u{FEFF}[]", "[]"),
        Case(" \t\r\n[ ]\r\n", "[]"),
        Case(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t".debugDescription),
        Case(#""\u00e9\uD83D\uDE00""#, "é😀".debugDescription),
        Case("\"\u{2028}\u{2029}\u{7F}\"", "\u{2028}\u{2029}\u{7F}".debugDescription),
        Case("1.0E-2", "1.0E-2"),
        // Two spellings of one character are two keys: texts are compared by bytes.
        Case("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
        Case(#"{"":1}"#, #"{"":1}"#),
    ]

    @Test(arguments: bothDialects)
    func whatJSONAllowsIsRead(_ example: Case) throws {
        for dialect in [JSONParser.Dialect.json, .json5] {
            let node = try JSONParser.parse(example.text, file: "f", dialect: dialect)
            #expect(Self.summary(node) == example.value)
        }
    }

    static let extensions = [
        Case("{a:1,$b_9:2,\\u0063:3,ünï:4,null:5,}", #"{"a":1,"$b_9":2,"c":3,"ünï":4,"null":5}"#),
        Case("[1,2,]", "[1,2]"),
        Case("'it\\'s \"so\"'", "it's \"so\"".debugDescription),
        Case("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", "abcde".debugDescription),
        Case(#"'\x41\v\0\q\'\a'"#, "A\u{B}\0q'a".debugDescription),
        Case("'\t\u{1}'", "\t\u{1}".debugDescription),
        Case(
            "[0xC8,-0Xff,+1,.5,5.,5.e2,-.5,Infinity,-Infinity,+NaN,NaN]",
            "[0xC8,-0Xff,+1,.5,5.,5.e2,-.5,Infinity,-Infinity,+NaN,NaN]"
        ),
        Case("// one\r1 /* two\n * / **/ // three", "1"),
        Case("//x\u{2028}2", "2"),
        Case("\u{B}\u{C}\u{A0}\u{FEFF}\u{2003}\u{2029}3", "3"),
    ]

    @Test(arguments: extensions)
    func whatJSON5AddsIsReadAsJSON5Alone(_ example: Case) throws {
        let node = try JSONParser.parse(example.text, file: "f", dialect: .json5)
        #expect(Self.summary(node) == example.value)
        #expect(throws: RelctlError.self) { try JSONParser.parse(example.text, file: "f", dialect: .json) }
    }

    @Test(arguments: [
        Failure("", "f:1:1: the file holds no value"),
        Failure("// nothing", "f:1:11: the file holds no value"),
        Failure("{}\n{}", "f:2:1: `{` stands after the end of the value"),
        Failure("{a:1,\n  a:2}", "f:2:3: the key `a` is there twice; the first is at f:1:2"),
        Failure("{a 1}", "f:1:4: `:` is expected after the key `a`, not `1`"),
        Failure("{a:}", "f:1:4: a value is expected, not `}`"),
        Failure("{,}", "f:1:2: a key is expected, not `,`"),
        Failure("{1:1}", "f:1:2: a key is expected, not `1`"),
        Failure("[1 2]", "f:1:4: `,` or `]` is expected, not `2`"),
        Failure("[,1]", "f:1:2: a value is expected, not `,`"),
        Failure("[1,,]", "f:1:4: a value is expected, not `,`"),
        Failure("[[1]\n", "f:1:1: `[` is not closed by `]`"),
        Failure("[1,", "f:1:4: a value is expected, not the end of the file"),
        Failure("{a:\n", "f:2:1: a value is expected, not the end of the file"),
        Failure("[tru]", "f:1:2: `tru` is not a value"),
        Failure("[\\u0074rue]", "f:1:2: `true` is not a value"),
        Failure("[\u{0}]", "f:1:2: a value is expected, not U+0000"),
        Failure("\"é😀\" x", "f:1:6: `x` stands after the end of the value"),
        Failure("\r\n\r[\n\u{2028}x]", "f:4:2: `x` is not a value"),
        Failure("\u{FEFF}x", "f:1:1: `x` is not a value"),
        Failure("['a", "f:1:2: the string is not closed"),
        Failure("['a\n']", "f:1:2: the string is not closed on its line"),
        Failure("'\\", "f:1:2: the string is not closed"),
        Failure(#"'\1'"#, "f:1:2: `\\1` begins an octal escape, which JSON5 does not have"),
        Failure(#"'\01'"#, "f:1:2: `\\0` begins an octal escape, which JSON5 does not have"),
        Failure(#"'\xg0'"#, "f:1:2: `\\x` wants 2 hexadecimal digits"),
        Failure(#"'\u12'"#, "f:1:2: `\\u` wants 4 hexadecimal digits"),
        Failure(#"'\uD800'"#, "f:1:2: `\\uD800` is half of a surrogate pair; the other half is missing"),
        Failure(#"'\uD800\u0041'"#, "f:1:2: `\\uD800` is half of a surrogate pair; the other half is missing"),
        Failure(#"'\uD800\uE000'"#, "f:1:2: `\\uD800` is half of a surrogate pair; the other half is missing"),
        Failure(#"'\uDC00\uDC00'"#, "f:1:2: `\\uDC00` is half of a surrogate pair; the other half is missing"),
        Failure(#"{\u0020:1}"#, "f:1:2: ` ` is not allowed in a key without quotes"),
        Failure("012", "f:1:1: a number must not begin with `0`"),
        Failure("-", "f:1:1: `-` is not a number"),
        Failure(".", "f:1:1: `.` is not a number"),
        Failure("1e", "f:1:1: `1e` is not a number"),
        Failure("0x", "f:1:1: `0x` is not a number"),
        Failure("1.2.3", "f:1:1: `1.2.3` is not a number"),
        Failure("45m", "f:1:1: `45m` is not a number"),
        Failure("-true", "f:1:1: `-true` is not a number"),
        Failure("--1", "f:1:1: `--1` is not a number"),
        Failure("/* x", "f:1:1: `/*` is not closed by `*/`"),
        Failure("/", "f:1:1: a value is expected, not `/`"),
    ])
    func whatIsWrongIsNamedWithItsPlace(_ example: Failure) {
        let error = #expect(throws: RelctlError.self) {
            try JSONParser.parse(example.text, file: "f", dialect: .json5)
        }
        #expect(error?.description == example.message)
        #expect(error?.code == .configurationInvalid)
    }

    @Test(arguments: [
        Failure("[1,]", "f:1:3: a comma after the last item is not JSON"),
        Failure("{a:1}", "f:1:2: the key `a` is not in double quotes, which JSON wants"),
        Failure("'a'", "f:1:1: single quotes are not JSON; use double quotes"),
        Failure("// x\n1", "f:1:1: comments are not JSON"),
        Failure("+1", "f:1:1: a number with `+` in front is not JSON"),
        Failure(".5", "f:1:1: JSON wants digits on both sides of a decimal point"),
        Failure("5.", "f:1:1: JSON wants digits on both sides of a decimal point"),
        Failure("0x1F", "f:1:1: hexadecimal numbers are not JSON"),
        Failure("-Infinity", "f:1:1: `-Infinity` is not a number"),
        Failure("NaN", "f:1:1: `NaN` is not a value"),
        Failure("\"\t\"", "f:1:2: U+0009 must be escaped in a JSON string"),
        Failure(#""\v""#, "f:1:2: `\\v` is not an escape of JSON"),
        Failure("\u{A0}1", "f:1:1: a value is expected, not U+00A0"),
        Failure("{\"a\":1,\"a\":1}", "f:1:8: the key `a` is there twice; the first is at f:1:2"),
    ])
    func strictJSONNamesTheExtensionItRefuses(_ example: Failure) {
        let error = #expect(throws: RelctlError.self) {
            try JSONParser.parse(example.text, file: "f", dialect: .json)
        }
        #expect(error?.description == example.message)
    }

    @Test func rangesCoverTheBytesOfValuesExactly() throws {
        let text = "\u{FEFF}{ é: 'ü\\n', \"b\": [ -1.5 ], }"
        let node = try JSONParser.parse(text, file: "f", dialect: .json5)
        func covered(_ node: JSONNode?) throws -> String {
            String(decoding: Array(text.utf8)[try #require(node).range], as: UTF8.self)
        }
        #expect(try covered(node["é"]) == "'ü\\n'")
        #expect(try covered(node["b"]) == "[ -1.5 ]")
        #expect(try covered(node) == String(text.dropFirst()))
        #expect(node["b"]?.place == SourcePlace(file: "f", line: 1, column: 18))
    }

    @Test func bytesThatAreNotUTF8AreRefusedWhereTheyBegin() {
        for bytes: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
            let error = #expect(throws: RelctlError.self) {
                try JSONParser.parse(Array("[\n  'é".utf8) + bytes, file: "f", dialect: .json5)
            }
            #expect(error?.description == "f:2:5: the file is not UTF-8 text from here on")
        }
    }

    @Test func nestingIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONParser.parse(nested(JSONParser.maximumDepth), file: "f", dialect: .json)
        let error = #expect(throws: RelctlError.self) {
            try JSONParser.parse(nested(100_000), file: "f", dialect: .json)
        }
        #expect(error?.description == "f:1:201: more than 200 values stand inside one another")
    }
}
