import RelctlCore
import Testing

@Suite struct TemplateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let template: String
        let expected: String
        var testDescription: String { name }

        init(_ name: String, _ template: String, _ expected: String) {
            (self.name, self.template, self.expected) = (name, template, expected)
        }
    }

    static let scope = TemplateScope([
        "name": .text("x<&\">"), "empty": .text(""), "yes": .flag(true), "no": .flag(false), "none": .list([]),
        "list": .list([TemplateScope(texts: ["n": "1"]), TemplateScope(texts: ["n": "2", "name": "inner"])]),
        "words": .list([TemplateScope(texts: [".": "a"]), TemplateScope(texts: [".": "b"])]),
    ])

    /// The cases that the Mustache specification makes of interpolation, sections, inverted sections and comments,
    /// without HTML escaping.
    static let cases = [
        Case("no interpolation", "Hello from {Mustache}!\n", "Hello from {Mustache}!\n"),
        Case("nothing is escaped", "{{name}}|{{{name}}}|{{&name}}|{{& name }}", "x<&\">|x<&\">|x<&\">|x<&\">"),
        Case("padding", "| {{ name }} |{{{ name }}}|", "| x<&\"> |x<&\">|"),
        Case("surrounding white space", "  {{name}}\n", "  x<&\">\n"),
        Case("a brace after a tag", "{{yes}}}", "true}"),
        Case("truthy", "\"{{#yes}}shown{{/yes}}\"", "\"shown\""),
        Case("falsey", "\"{{#no}}hidden{{/no}}\"", "\"\""),
        Case("an empty text is falsey", "[{{#empty}}x{{/empty}}{{^empty}}y{{/empty}}]", "[y]"),
        Case("a text is its section's dot", "{{#name}}[{{.}}]{{/name}}", "[x<&\">]"),
        Case("a list repeats", "{{#list}}({{n}} {{name}}){{/list}}", "(1 x<&\">)(2 inner)"),
        Case("the dot of a list", "{{#words}}({{.}}){{/words}}", "(a)(b)"),
        Case("an empty list", "[{{#none}}x{{/none}}{{^none}}y{{/none}}]", "[y]"),
        Case("inverted truthy", "[{{^yes}}x{{/yes}}{{^list}}x{{/list}}]", "[]"),
        Case("doubled", "{{#yes}}\n* one\n{{/yes}}\n* two\n{{#yes}}\n* three\n{{/yes}}\n", "* one\n* two\n* three\n"),
        Case("nested", "| A {{#yes}}B {{#yes}}C{{/yes}} D{{/yes}} E |", "| A B C D E |"),
        Case("nested inverted", "| A {{^no}}B {{^yes}}C{{/yes}} D{{/no}} E |", "| A B  D E |"),
        Case("standalone lines", "| This Is\n{{#yes}}\n|\n{{/yes}}\n| A Line\n", "| This Is\n|\n| A Line\n"),
        Case(
            "indented standalone lines",
            "| This Is\n  {{#yes}}\n|\n  {{/yes}}\n| A Line\n",
            "| This Is\n|\n| A Line\n"
        ),
        Case("standalone with CRLF", "|\r\n{{#yes}}\r\n{{/yes}}\r\n|", "|\r\n|"),
        Case("standalone without a line before", "  {{#yes}}\n#{{/yes}}\n/", "#\n/"),
        Case("standalone without a line after", "#{{#yes}}\n/\n  {{/yes}}", "#\n/\n"),
        Case("nested standalone", "{{#yes}}\n  {{#yes}}\nx\n  {{/yes}}\n{{/yes}}\ny\n", "x\ny\n"),
        Case("indented inline sections", " {{#yes}}YES{{/yes}}\n {{#yes}}GOOD{{/yes}}\n", " YES\n GOOD\n"),
        Case("internal white space", " | {{#yes}} {{! Important }}\n {{/yes}} | \n", " |  \n  | \n"),
        Case("two tags on a line do not stand alone", "a\n{{#yes}} {{/yes}}\nb", "a\n \nb"),
        Case("comments", "12345{{! Comment Block! }}67890", "1234567890"),
        Case("multiline comments", "12345{{!\n  more\n}}67890\n", "1234567890\n"),
        Case("standalone comments", "Begin.\n  {{! Comment }}\nEnd.\n", "Begin.\nEnd.\n"),
        Case("multiline standalone comments", "Begin.\n  {{!\n    x\n  }}\nEnd.\n", "Begin.\nEnd.\n"),
        Case("an indented inline comment", "  12 {{! 34 }}\n", "  12 \n"),
        Case("consecutive standalone tags", "{{! a }}\n{{! b }}\n{{! c }}\nx", "x"),
    ]

    @Test(arguments: cases)
    func theLanguageIsMustacheWithoutEscaping(_ example: Case) throws {
        let template = try Template(example.template)
        #expect(try template.render(Self.scope) == example.expected)
        #expect(template.problems(in: Self.scope).isEmpty)
    }

    @Test(arguments: [
        Case("", "a {{name", "a tag is not closed in `{{name`"),
        Case("", "{{{name}}", "a tag is not closed in `{{{name}}`"),
        Case("", "{{}}", "`{{}}` is not supported here"),
        Case("", "{{> part}}", "`{{> part}}` is not supported here"),
        Case("", "{{=<% %>=}}", "`{{=<% %>=}}` is not supported here"),
        Case("", "{{#yes}}", "the section `{{#yes}}` is not closed by `{{/yes}}`"),
        Case("", "{{/yes}}", "`{{/yes}}` closes no section"),
        Case("", "{{#yes}}{{^no}}{{/yes}}{{/no}}", "`{{/yes}}` stands where `{{/no}}` is expected"),
    ])
    func whatCannotBeParsedIsExplained(_ example: Case) {
        let problem = #expect(throws: Template.Problem.self) { try Template(example.template) }
        #expect(problem?.description == example.expected)
    }

    @Test(arguments: [
        Case("", "{{nmae}}", "`nmae` is not in scope; known here: empty, list, name, no, none, words, yes"),
        Case("", "{{#nmae}}{{/nmae}}", "`nmae` is not in scope; known here: empty, list, name, no, none, words, yes"),
        Case("", "{{list}}", "`list` is a list; use it as a section, `{{#list}}…{{/list}}`"),
    ])
    func whatCannotBeFilledInIsExplained(_ example: Case) throws {
        let template = try Template(example.template)
        let problem = #expect(throws: Template.Problem.self) { try template.render(Self.scope) }
        #expect(problem?.description == example.expected)
        #expect(template.problems(in: Self.scope).map(\.description) == [example.expected])
    }

    @Test func problemsAreFoundInSectionsThatWouldBeLeftOut() throws {
        let template = try Template("{{#no}}{{a}}{{/no}}{{^yes}}{{b}}{{/yes}}{{#empty}}{{.}}{{c}}{{/empty}}")
        #expect(
            template.problems(in: Self.scope).map { problem -> String in
                if case .unknownName(let name, _) = problem { name } else { "\(problem)" }
            } == ["a", "b", "c"]
        )
    }

    @Test func sectionsInsideOneAnotherAreBounded() throws {
        let text = String(repeating: "{{#yes}}", count: 100_000) + String(repeating: "{{/yes}}", count: 100_000)
        let problem = #expect(throws: Template.Problem.self) { try Template(text) }
        #expect(problem?.description == "more than 100 sections stand inside one another at `{{#yes}}`")
    }
}
