import RelctlCore
import Testing

@Suite struct TOMLParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let value: TOMLNode.Value
        var testDescription: String { text }

        init(_ text: String, _ value: TOMLNode.Value) { (self.text, self.value) = (text, value) }
    }

    @Test(arguments: [
        Case(#""a\tb\u00E9\U0001F600\\\"""#, .string("a\tbé😀\\\"")),
        Case(#"'C:\n\x'"#, .string(#"C:\n\x"#)),
        Case("\"\"\"\nfirst\r\nsecond \\\n   \n  third\"\"\"", .string("first\nsecond third")),
        Case("\"\"\"two quotes: \"\"\"\"\"", .string("two quotes: \"\"")),
        Case("'''\nno \\ escapes'' here'''", .string("no \\ escapes'' here")),
        Case("''''that''''", .string("'that'")),
        Case("\"\"", .string("")),
        Case("+99", .integer(99)), Case("-0", .integer(0)), Case("1_000", .integer(1000)),
        Case("0xDEAD_beef", .integer(0xDEAD_BEEF)), Case("0o755", .integer(0o755)), Case("0b1101", .integer(13)),
        Case("-9223372036854775808", .integer(.min)), Case("6.626e-34", .float(6.626e-34)),
        Case("-0.5", .float(-0.5)), Case("5e+2_2", .float(5e22)), Case("-inf", .float(-.infinity)),
        Case("true", .flag(true)), Case("false # off", .flag(false)),
        Case("1979-05-27T07:32:00Z", .dateTime("1979-05-27T07:32:00Z")),
        Case("1979-05-27 07:32:00.999-07:00", .dateTime("1979-05-27 07:32:00.999-07:00")),
        // What TOML 1.1.0 adds.
        Case(#""\e\x41""#, .string("\u{1B}A")), Case("07:32", .dateTime("07:32")),
        Case("1979-05-27 07:32Z", .dateTime("1979-05-27 07:32Z")),
        Case("2000-02-29", .dateTime("2000-02-29")), Case("07:32:00.5", .dateTime("07:32:00.5")),
    ])
    func valuesOfEveryForm(_ example: Case) throws {
        #expect(try TOMLParser.parse("key = \(example.text)", file: "t")["key"]?.value == example.value)
    }

    @Test func notANumberIsANumber() throws {
        guard case .float(let number)? = try TOMLParser.parse("key = nan", file: "t")["key"]?.value else {
            Issue.record("not a number at all")
            return
        }
        #expect(number.isNaN)
    }

    @Test(arguments: [
        "a.b.c = 1", "a . \"b\" . c = 1", "a = { b = { c = 1 } }", "a = { b.c = 1 }", "[a.b]\nc = 1", "[a]\nb.c = 1",
        "[ a . 'b' ]\nc = 1", "[a.b]\nc = 1\n[a]", "\u{FEFF}a.b.c=1\r\n", "[a]\n[a.b]\nc = 1 # why\n\n",
        "[a]\nb.c = 1\nb.d = 2\n[a.b.e]", "[a.b.x]\n[a]\nb.c = 1",
        "a = { # TOML 1.1.0\n  b = {\r\n c = 1, # last\n},\n}",
    ])
    func tablesAreTheSameHoweverTheyAreWritten(_ text: String) throws {
        #expect(try TOMLParser.parse(text, file: "t")["a"]?["b"]?["c"]?.value == .integer(1))
    }

    @Test func arraysOfTablesGrow() throws {
        let text = "[[bin]]\nname = 'a'\n[bin.x]\ny = 1\n[[bin]]\nname = 'b'\n[[bin.deep]]\n[[bin.deep]]\n"
        guard case .array(let tables)? = try TOMLParser.parse(text, file: "t")["bin"]?.value else {
            Issue.record("`bin` is no array")
            return
        }
        #expect(tables.map { $0["name"]?.value } == [.string("a"), .string("b")])
        #expect(tables[0]["x"]?["y"]?.value == .integer(1))
        guard case .array(let deep)? = tables[1]["deep"]?.value else {
            Issue.record("`deep` is no array")
            return
        }
        #expect(deep.count == 2)
    }

    @Test func arraysMayStretchOverLinesAndHoldComments() throws {
        let text = "key = [ # first\n  1,\r\n  [ 'two', { three = 3 } ],\n  # last\n]\nafter = 1"
        let root = try TOMLParser.parse(text, file: "t")
        guard case .array(let elements)? = root["key"]?.value, case .array(let inner) = elements[1].value else {
            Issue.record("`key` is no array of arrays")
            return
        }
        #expect(elements[0].value == .integer(1))
        #expect(inner[1]["three"]?.value == .integer(3))
        #expect(root["after"]?.value == .integer(1))
    }

    @Test func nodesKnowWhereTheyStand() throws {
        let text = "# é\r\n[package]\r\n  version = '1.2.3' # here\r\n"
        let root = try TOMLParser.parse(text, file: "Cargo.toml")
        let version = try #require(root["package"]?["version"])
        #expect(version.place == SourcePlace(file: "Cargo.toml", line: 3, column: 13))
        #expect(String(decoding: Array(text.utf8)[version.range], as: UTF8.self) == "'1.2.3'")
        #expect(root["package"]?.place == SourcePlace(file: "Cargo.toml", line: 2, column: 1))
    }

    @Test(arguments: [
        "= 1", "a", "a =", "a = 1 b = 2", "a = 01", "a = +0x1", "a = 1__0", "a = _1", "a = 1_", "a = .5", "a = 5.",
        "a = 1.e5", "a = 0xG", "a = 9223372036854775808", "a = True", "a = bare", "a = \"x", "a = 'x\n'",
        "a = \"\\q\"", "a = \"\\uD800\"", "a = \"\\u12\"", "a = \"\u{1}\"", "a = '\u{7F}'", "a = \"\"\"x\"\"",
        "a = \"\"\"\"\"\"\"\"\"", "# \u{0}", "a = 1\rb = 2", "a = [1 2]", "a = [,]", "a = [1", "a = {,}", "a = {b=1,,}",
        "a = {b=1 c=2}", "a = {b=1", "a = 2021-02-29", "a = 2021-13-01", "a = 25:00:00", "a = 2021-01-01T1:00:00",
        "a = 1979-05-27T", "a = 07:3", "a = 07:60", "a = 07:32.5", "a = \"\\xG0\"", "a = \"\\x1\"", "[a", "[a]]", "[]",
        "[a.]", "[[a]", "[ [a]]", "a.\"\"\"b\"\"\" = 1",
        "a = 1\na = 2", "a = 1\n'a' = 2", "[a]\n[a]", "[a]\nb = 1\n[a.b]", "[[a]]\n[a]", "[a]\n[[a]]",
        "a = []\n[[a]]", "a = {}\n[a.b]", "a = {b = 1}\na.c = 2", "a = 1\na.b = 2", "a.b = 1\n[a]",
        "[a.b]\nx = 1\n[a]\nb.y = 2", "[[a.b]]\n[a]\nb.y = 2", "[a]\nb.c = 1\n[a.b]", "a = [{b = 1}]\n[a.c]",
        "a = {b = {c = 1}, b.d = 2}", "a b = 1", "é = 1", "a = 1979-05-27 7:32:00", "a = inf_", "a = --1",
    ])
    func everythingElseIsRefused(_ text: String) {
        #expect(throws: RelctlError.self) { try TOMLParser.parse(text, file: "t") }
    }

    @Test func theErrorSaysWhereAndWhat() throws {
        let error = try #require(throws: RelctlError.self) {
            try TOMLParser.parse("[package]\nname = \"x\"\nname = \"y\"", file: "Cargo.toml")
        }
        #expect(error.place == SourcePlace(file: "Cargo.toml", line: 3, column: 1))
        #expect(error.message == "`name` is defined twice; the first is at Cargo.toml:2:1")
        #expect(error.code == .configurationInvalid)
    }

    @Test(arguments: ["[", "{a=", "{a.a.a.a=", "[{a.a="])
    func deepNestingIsAnErrorNotACrash(_ opening: String) {
        let text = "a = " + String(repeating: opening, count: 100_000)
        #expect(throws: RelctlError.self) { try TOMLParser.parse(text, file: "t") }
    }

    @Test func manyTablesOfOneNameTakeTimeInProportion() throws {
        let text = String(repeating: "[[a]]\n", count: 100_000)
        #expect(try SourceNode(toml: text, file: "t")["a"]?.items.count == 100_000)
    }

    @Test(arguments: [
        #""1.2.3""#, "'1.2.3'", #""""1.2.3""""#, "\"\"\"\n1.2.3\"\"\"", "'''\r\n1.2.3'''", #""\u0031.2.3""#,
        "''''1.2.3''''", #"'"1.2.3"'"#, "\"\"", "''''''", "'''\n'''", "\"\"\"\"\"1\"\"\"\"\"",
    ])
    func theRangeOfATextLiesInsideItsQuotes(_ written: String) throws {
        let text = "\u{FEFF}\"é\" = 1\na.b = [\(written)] # c"
        let node = try #require(try SourceNode(toml: text, file: "t")["a"]?["b"]?.items.first)
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(node.range, with: "4.5.6".utf8)
        let changed = String(decoding: bytes, as: UTF8.self)
        #expect(try SourceNode(toml: changed, file: "t")["a"]?["b"]?.items.first?.text == "4.5.6")
        #expect(changed.hasSuffix("] # c") && changed.utf8.count == text.utf8.count - node.range.count + 5)
    }

    @Test func otherValuesAreKeptAsTheyAreWritten() throws {
        let node = try SourceNode(toml: "[a]\nb = 0x1F\nc = { d = 1_0.0 }\ne = []", file: "t")
        #expect(node.values.map(\.path) == ["a.b", "a.c.d", "a.e"])
        #expect(node.values.map(\.text) == ["0x1F", "1_0.0", "[]"])
    }

    @Test func canonicallyEquivalentKeysAreTwoKeys() throws {
        let root = try TOMLParser.parse("\"\u{E9}\" = 1\n\"e\u{301}\" = 2", file: "t")
        #expect(root["e\u{301}"]?.value == .integer(2))
    }
}
