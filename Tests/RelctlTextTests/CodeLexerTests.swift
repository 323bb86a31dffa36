import Testing

@testable import RelctlText

@Suite struct CodeLexerTests {
    /// The tokens of a text, strings between `‹›`, those with escapes or interpolations between `«»`.
    static func tokens(_ text: String, _ language: CodeLanguage) throws -> [String] {
        try CodeText(text, file: RelativePath("a"), language: language).tokens.map { token in
            guard token.isString else { return token.text }
            return token.plainString.map { "‹\($0)›" } ?? "«\(token.text)»"
        }
    }

    @Test(arguments: [
        ("a1_é $b -1.5e3 1..2", ["a1_é", "$", "b", "-", "1.5e3", "1", ".", ".", "2"]),
        ("\"a ${f(\"}\") + '}'} b\" c", ["«a ${f(\"}\") + '}'} b»", "c"]),
        ("\"a $b c\" \"$ 1\" \"\\\"\"", ["«a $b c»", "‹$ 1›", "«\\\"»"]), ("/* a /* b */ c */ d", ["d"]),
        ("\"\"\"a\n\\ \"\" b\"\"\"\" 'x' `a b`", ["‹a\n\\ \"\" b\"›", "‹x›", "‹a b›"]), ("a// b\r\nc//", ["a", "c"]),
        ("\"${\"${\"a\"}\"}\"", ["«${\"${\"a\"}\"}»"]), ("\"\" ''", ["‹›", "‹›"]),
    ])
    func kotlinFallsIntoTokens(_ text: String, _ expected: [String]) throws {
        #expect(try Self.tokens(text, .kotlin) == expected)
    }

    @Test(arguments: [
        ("a / b / c", ["a", "/", "b", "/", "c"]), ("a = /b c/ d", ["a", "=", "‹b c›", "d"]),
        ("(1) / 2 /* */ / 3", ["(", "1", ")", "/", "2", "/", "3"]), ("return /'\\//", ["return", "«'\\/»"]),
        ("[/a/, ~/'/]", ["[", "‹a›", ",", "~", "‹'›", "]"]),
        ("a = $/ ' $$ / $/ \" /$ b", ["a", "=", "« ' $$ / $/ \" »", "b"]),
        ("'''a\n'b''' \"\"\"$c\"\"\" 'a\\\nb'", ["‹a\n'b›", "«$c»", "«a\\\nb»"]), ("a$b", ["a$b"]),
        ("/* /* */ a", ["a"]), ("#!/bin/x '\na", ["a"]),
    ])
    func groovyFallsIntoTokens(_ text: String, _ expected: [String]) throws {
        #expect(try Self.tokens(text, .groovy) == expected)
    }

    @Test(arguments: [
        ("r'a\\'b' c", ["«a\\'b»", "c"]),
        ("r'a' br'b' rb\"c\"'d' xr'e'", ["‹a›", "‹b›", "‹c›", "‹d›", "xr", "‹e›"]),
        ("\"\"\"a\"b\n\"\"\"\"c\"", ["‹a\"b\n›", "‹c›"]), ("a # 'b\nc", ["a", "c"]), ("a \\\n b", ["a", "b"]),
    ])
    func starlarkFallsIntoTokens(_ text: String, _ expected: [String]) throws {
        #expect(try Self.tokens(text, .starlark) == expected)
    }

    @Test(arguments: [
        ("a([==[ b ]=] ]==] [c] \"d\n\" e\\ f)", ["a", "(", "‹ b ]=] ›", "[c]", "‹d\n›", "e\\ f", ")"]),
        ("#[[ a\n]] b #[ c\n#[=[]]=] d", ["b", "d"]), ("a(b#c\n)", ["a", "(", "b", ")"]),
        ("a(-D=\"b c\" $(D)e ${F}.1;2 \"\\\"\")", ["a", "(", "-D=\"b c\"", "$(D)e", "${F}.1;2", "«\\\"»", ")"]),
    ])
    func cmakeFallsIntoTokens(_ text: String, _ expected: [String]) throws {
        #expect(try Self.tokens(text, .cmake) == expected)
    }

    @Test func tokensKnowTheirPlaces() throws {
        let text = try CodeText("\u{FEFF}é\n  'b' c", file: RelativePath("a"), language: .groovy)
        #expect(text.tokens.map(\.range) == [3..<5, 8..<11, 12..<13])
        #expect(text.tokens.map(\.content) == [3..<5, 9..<10, 12..<13])
        #expect(text.tokens.map(\.startsLine) == [true, true, false])
        #expect(text.tokens.map { text.place(of: $0).description } == ["a:1:1", "a:2:3", "a:2:7"])
        #expect(text.values.map(\.path) == ["token 1", "token 2", "token 3"])
        #expect(text.values.map(\.text) == ["é", "'b", "c"])
    }

    @Test(arguments: ["'a", "'a\n'", "\"${", "\"${'}", "/*", "'''a''", "a = /b", "$/ /", "'\\", "\"${\"${"])
    func whatDoesNotEndIsAnErrorWithItsPlace(_ text: String) throws {
        let error = #expect(throws: RelctlError.self) { try Self.tokens(" " + text, .groovy) }
        #expect(error?.place != nil)
        #expect(error?.message.contains("not closed") == true)
    }

    @Test func interpolationsInInterpolationsHaveAnEnd() throws {
        let deep = { String(repeating: "\"${", count: $0) + String(repeating: "}\"", count: $0) }
        #expect(try Self.tokens(deep(20), .kotlin).count == 1)
        let error = #expect(throws: RelctlError.self) { try Self.tokens(deep(5_000), .kotlin) }
        #expect(error?.message.contains("too deep") == true)
    }

    @Test(arguments: ["(", "a)", "{]", "[}", "({)}"])
    func bracketsBelongTogether(_ text: String) throws {
        let code = try CodeText(text, file: RelativePath("a"), language: .kotlin)
        #expect(throws: RelctlError.self) { try code.partners() }
    }
}
