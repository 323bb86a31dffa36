import Testing

@testable import RelctlText

@Suite struct TOMLParserTests {
    @Test(arguments: [
        (#""a\tb\u00E9\U0001F600\\\"""#, "a\tbé😀\\\""),
        (#"'C:\n\x'"#, #"C:\n\x"#),
        ("\"\"\"\nfirst\r\nsecond \\\n   \n  third\"\"\"", "first\nsecond third"),
        ("\"\"\"two quotes: \"\"\"\"\"", "two quotes: \"\""),
        ("'''\nno \\ escapes'' here'''", "no \\ escapes'' here"),
        ("''''that''''", "'that'"),
        ("\"\"", ""),
        // What TOML 1.1.0 adds.
        (#""\e\x41""#, "\u{1B}A"),
    ])
    func textsOfEveryForm(_ written: String, _ text: String) throws {
        #expect(try SourceNode(toml: "key = \(written)", file: "t")["key"]?.text == text)
    }

    @Test(arguments: [
        ("+99", TOMLNumber.integer(99)), ("-0", .integer(0)), ("1_000", .integer(1000)),
        ("0xDEAD_beef", .integer(0xDEAD_BEEF)), ("0o755", .integer(0o755)), ("0b1101", .integer(13)),
        ("-9223372036854775808", .integer(.min)), ("6.626e-34", .float(6.626e-34)), ("-0.5", .float(-0.5)),
        ("5e+2_2", .float(5e22)), ("-inf", .float(-.infinity)), ("9223372036854775808", .tooLarge),
    ])
    func numbersOfEveryForm(_ written: String, _ number: TOMLNumber) {
        #expect(TOMLNumber.parse(written) == number)
    }

    @Test(arguments: [
        "+99", "1_000", "0xDEAD_beef", "-0.5", "nan", "true", "false", "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00.999-07:00", "2000-02-29", "07:32:00.5",
        // What TOML 1.1.0 adds.
        "07:32", "1979-05-27 07:32Z",
    ])
    func otherValuesAreReadAsTheyAreWritten(_ written: String) throws {
        #expect(try SourceNode(toml: "key = \(written) # why", file: "t")["key"]?.content == .other(written))
    }

    @Test(arguments: [
        "a.b.c = 1", "a . \"b\" . c = 1", "a = { b = { c = 1 } }", "a = { b.c = 1 }", "[a.b]\nc = 1", "[a]\nb.c = 1",
        "[ a . 'b' ]\nc = 1", "[a.b]\nc = 1\n[a]", "\u{FEFF}a.b.c=1\r\n", "[a]\n[a.b]\nc = 1 # why\n\n",
        "[a]\nb.c = 1\nb.d = 2\n[a.b.e]", "[a.b.x]\n[a]\nb.c = 1",
        "a = { # TOML 1.1.0\n  b = {\r\n c = 1, # last\n},\n}",
    ])
    func tablesAreTheSameHoweverTheyAreWritten(_ text: String) throws {
        #expect(try SourceNode(toml: text, file: "t")["a"]?["b"]?["c"]?.content == .other("1"))
    }

    @Test func arraysOfTablesGrow() throws {
        let text = "[[bin]]\nname = 'a'\n[bin.x]\ny = 1\n[[bin]]\nname = 'b'\n[[bin.deep]]\n[[bin.deep]]\n"
        let tables = try #require(try SourceNode(toml: text, file: "t")["bin"]).items
        #expect(tables.map { $0["name"]?.text } == ["a", "b"])
        #expect(tables[0]["x"]?["y"]?.content == .other("1"))
        #expect(tables[1]["deep"]?.items.count == 2)
    }

    @Test func arraysMayStretchOverLinesAndHoldComments() throws {
        let text = "key = [ # first\n  1,\r\n  [ 'two', { three = 3 } ],\n  # last\n]\nafter = 1"
        let root = try SourceNode(toml: text, file: "t")
        let elements = try #require(root["key"]).items
        #expect(elements[0].content == .other("1"))
        #expect(elements[1].items[1]["three"]?.content == .other("3"))
        #expect(root["after"]?.content == .other("1"))
    }

    @Test func nodesKnowWhereTheyStand() throws {
        let text = "# é\r\n[package]\r\n  version = '1.2.3' # here\r\n"
        let root = try SourceNode(toml: text, file: "Cargo.toml")
        let version = try #require(root["package"]?["version"])
        #expect(version.place == SourcePlace(file: "Cargo.toml", line: 3, column: 13))
        #expect(String(decoding: Array(text.utf8)[version.range], as: UTF8.self) == "1.2.3")
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
        #expect(throws: RelctlError.self) { try SourceNode(toml: text, file: "t") }
    }

    @Test func theErrorSaysWhereAndWhat() throws {
        let error = try #require(throws: RelctlError.self) {
            try SourceNode(toml: "[package]\nname = \"x\"\nname = \"y\"", file: "Cargo.toml")
        }
        #expect(error.place == SourcePlace(file: "Cargo.toml", line: 3, column: 1))
        #expect(error.message == "`name` is defined twice; the first is at Cargo.toml:2:1")
        #expect(error.code == .configurationInvalid)
    }

    @Test(arguments: ["[", "{a=", "{a.a.a.a=", "[{a.a="])
    func deepNestingIsAnErrorNotACrash(_ opening: String) {
        let text = "a = " + String(repeating: opening, count: 100_000)
        #expect(throws: RelctlError.self) { try SourceNode(toml: text, file: "t") }
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
        let root = try SourceNode(toml: "\"\u{E9}\" = 1\n\"e\u{301}\" = 2", file: "t")
        #expect(root["e\u{301}"]?.content == .other("2"))
    }
}
