import TestSupport
import Testing

@testable import RelctlCore

/// The whole language of templates, rule by rule of Mustache's specification (https://github.com/mustache/spec).
@Suite struct MustacheTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let data: String
        let template: String
        let expected: String
        let partials: [String: String]
        var testDescription: String { name }

        init(_ name: String, _ data: String, _ template: String, _ expected: String, _ partials: [String: String] = [:])
        {
            (self.name, self.data, self.template) = (name, data, template)
            (self.expected, self.partials) = (expected, partials)
        }
    }

    static let cases = [
        Case("a text is escaped", #"{"t": "a & \"b\" <c>"}"#, "{{t}}", "a &amp; &quot;b&quot; &lt;c&gt;"),
        Case("three braces escape nothing", #"{"t": "<&>"}"#, "{{{t}}}|{{{ t }}}", "<&>|<&>"),
        Case("an ampersand escapes nothing", #"{"t": "<&>"}"#, "{{&t}}|{{& t }}", "<&>|<&>"),
        Case("a name that is not there is nothing", "{}", "[{{no}}{{{no}}}{{&no}}]", "[]"),
        Case("a dotted name goes inwards", #"{"a": {"b": {"c": "deep"}}}"#, "{{a.b.c}} {{{a.b.c}}}", "deep deep"),
        Case("a broken chain is nothing", #"{"a": {}, "c": {"d": "x"}}"#, "[{{a.c.d}}]", "[]"),
        Case(
            "a chain starts at the innermost scope that has its first part",
            #"{"a": {"b": "outer"}, "i": {"a": {"c": "x"}}}"#,
            "{{#i}}[{{a.b}}]{{/i}}",
            "[]"
        ),
        Case("the dot is the item", #"{"l": ["<", "b"]}"#, "{{#l}}({{.}}{{{.}}}){{/l}}", "(&lt;<)(bb)"),
        Case("lists in lists", #"{"l": [["1", "2"], ["3"]]}"#, "{{#l}}<{{#.}}{{.}}{{/.}}>{{/l}}", "<12><3>"),
        Case("no blank is lost round a value", #"{"t": "x"}"#, "  {{t}}\n\t{{{t}}} \n", "  x\n\tx \n"),
        Case("an object is a scope", #"{"o": {"n": "in"}, "n": "out"}"#, "{{#o}}{{n}}{{/o}}{{n}}", "inout"),
        Case("outer names show inside", #"{"n": "x", "o": {"m": "y"}}"#, "{{#o}}{{n}}{{m}}{{/o}}", "xy"),
        Case("an empty list is not told", #"{"l": []}"#, "[{{#l}}x{{/l}}]", "[]"),
        Case("a dotted section", #"{"a": {"b": true}}"#, "{{#a.b}}yes{{/a.b}}{{^a.c}}no{{/a.c}}", "yesno"),
        Case("the inverse of nothing", "{}", "{{^no}}shown{{/no}}", "shown"),
        Case("the inverse of something", #"{"t": "x", "l": ["1"]}"#, "[{{^t}}x{{/t}}{{^l}}y{{/l}}]", "[]"),
        Case("the same section twice", #"{"b": true}"#, "{{#b}}1{{/b}}{{#b}}2{{/b}}", "12"),
        Case("sections of one name nest", #"{"b": true}"#, "{{#b}}1{{#b}}2{{/b}}3{{/b}}", "123"),
        Case("lines of tags alone vanish", #"{"b": true}"#, "a\n  {{#b}}  \nx\n{{/b}}\nz", "a\nx\nz"),
        Case("with CRLF too", #"{"b": true}"#, "a\r\n{{#b}}\r\nx\r\n{{/b}}\r\nz", "a\r\nx\r\nz"),
        Case("not beside text", #"{"b": true}"#, "a\n{{#b}} x\n{{/b}}y\n", "a\n x\ny\n"),
        Case("the last line needs no break", #"{"b": true}"#, "{{#b}}\nx\n  {{/b}}", "x\n"),
        Case("a comment of several lines", "{}", "a\n {{! x\n y }} \nb", "a\nb"),
        Case("a comment in a line", "{}", "a {{! x }} b", "a  b"),
        Case("other delimiters", #"{"t": "x"}"#, "{{=<% %>=}}<% t %>{{t}}<%={{ }}=%>{{t}}", "x{{t}}x"),
        Case("delimiters of one character", #"{"t": "x"}"#, "{{=| |=}}|t|-|&t|", "x-x"),
        Case("delimiters stay in a section", #"{"b": true, "t": "x"}"#, "{{#b}}{{=[ ]=}}[t][/b][t]", "xx"),
        Case("a line of delimiters alone vanishes", #"{"t": "x"}"#, "a\n {{=[ ]=}} \n[t]", "a\nx"),
        Case("blanks in a tag of delimiters", #"{"t": "x"}"#, "{{=   [   ]   =}}[t]", "x"),
        Case("a partial", #"{"t": "x"}"#, "<{{> p}}>", "<x!>", ["p": "{{t}}!"]),
        Case("a partial that is not there is nothing", "{}", "<{{> p}}>", "<>"),
        Case("a partial has its own delimiters", #"{"t": "x"}"#, "{{=| |=}}|> p||t|", "x|t|x", ["p": "{{t}}|t|"]),
        Case(
            "delimiters of a partial end with it",
            #"{"t": "x"}"#,
            "{{> p}}{{t}}|t|",
            "xx|t|",
            ["p": "{{=| |=}}|t|"]
        ),
        Case("a partial alone is indented", "{}", " {{> p}}\n>", " a\n b\n>", ["p": "a\nb\n"]),
        Case("what is filled in is not", #"{"t": "1\n2"}"#, "  {{> p}}\n", "  <1\n2>\n", ["p": "<{{{t}}}>\n"]),
        Case("a partial in a line is not indented", "{}", "  a {{> p}}\n", "  a x\ny\n", ["p": "x\ny"]),
        Case("empty lines of a partial stay empty", "{}", "  {{> p}}\n", "  a\n\n  b\n", ["p": "a\n\nb\n"]),
        Case("blanks round a partial's name", "{}", "{{>   p   }}", "x", ["p": "x"]),
        Case(
            "a partial sees the section's scope",
            #"{"l": ["1", "2"]}"#,
            "{{#l}}{{> p}}{{/l}}",
            "(1)(2)",
            ["p": "({{.}})"]
        ),
        Case(
            "a partial may include itself as deep as the data goes",
            #"{"n": "1", "l": [{"n": "2", "l": [{"n": "3", "l": []}]}]}"#,
            "{{> node}}",
            "1<2<3<>>>",
            ["node": "{{n}}<{{#l}}{{> node}}{{/l}}>"]
        ),
        Case("accents hide no tags", #"{"t": "x"}"#, "{{t}}\u{301}{{t}}", "x\u{301}x"),
    ]

    static func scope(_ node: JSONNode) -> TemplateScope {
        TemplateScope(Dictionary(node.members.map { ($0.key, value($0.node)) }) { first, _ in first })
    }

    private static func value(_ node: JSONNode) -> TemplateScope.Value {
        switch node.value {
        case .object: .object(scope(node))
        case .array(let items):
            .list(
                items.map { item in
                    if case .object = item.value { scope(item) } else { TemplateScope([".": value(item)]) }
                }
            )
        case .string(let text): .text(text)
        case .number(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .null: .text("")
        }
    }

    @Test(arguments: cases)
    func theWholeLanguageFollowsItsSpecification(_ example: Case) throws {
        let scope = Self.scope(try JSONParser.parse(example.data, file: "data", dialect: .json))
        let rendering = Template.Rendering(escaping: .html, partials: example.partials, isStrict: false)
        let result = try Template(example.template, language: .whole).render(scope, rendering)
        #expect(result.utf8.elementsEqual(example.expected.utf8), "\(result.debugDescription)")
    }

    /// The same cases read by another implementation, so that they say what others mean by Mustache.
    @Test(.enabled("wants Python's `chevron`") { try await hasWitness() })
    func anotherImplementationRendersTheSame() async throws {
        let cases = Self.cases.filter { !Self.beyondTheWitness.contains($0.name) }
        #expect(cases.count > 30)
        let script = """
            import chevron, json, sys
            for case in json.load(open("cases.json")):
                data = json.loads(case["data"])
                print(json.dumps(chevron.render(case["template"], data, partials_dict=case["partials"])))
            """
        try await withScratchFolder { folder in
            let values = cases.map { example in
                ConfigurationValue.object([
                    "data": .text(example.data), "template": .text(example.template),
                    "partials": .object(example.partials.mapValues { .text($0) }),
                ])
            }
            try LiveFileSystem().write(JSONText.line(values), to: folder.appending("cases.json"))
            let outcome = try await Python.run(["-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let results = outcome.output.split(separator: "\n")
            try #require(results.count == cases.count)
            for (example, result) in zip(cases, results) {
                let text = try JSONParser.parse(String(result), file: "result", dialect: .json).text
                #expect(text == example.expected, "\(example.name)")
            }
        }
    }

    /// What `chevron` does otherwise than the specification says.
    private static let beyondTheWitness: Set<String> = [
        "a chain starts at the innermost scope that has its first part", "empty lines of a partial stay empty",
    ]

    private static func hasWitness() async throws -> Bool { try await Python.canImport("chevron") }

    // MARK: What relctl adds

    @Test func strictTemplatesNameWhatIsMissing() throws {
        let scope = TemplateScope(["a": .object(TemplateScope(texts: ["b": "x"])), "l": .list([])])
        func problem(_ text: String) throws -> String? {
            let template = try Template(text, language: .whole)
            let error = #expect(throws: Template.Problem.self) {
                try template.render(scope, Template.Rendering(partials: ["q": ""]))
            }
            return error?.description
        }
        #expect(try problem("{{c}}") == "`c` is not in scope; known here: a, l")
        #expect(try problem("{{a.c}}") == "`a.c` is not in scope; known here: a, l")
        #expect(try problem("{{> p}}") == "there is no partial `p`; known: q")
        #expect(try problem("{{a}}") == "`a` is a list; use it as a section, `{{#a}}…{{/a}}`")
    }

    @Test(arguments: ["{{=<%=}}", "{{=a b c=}}", "{{==}}", "{{=a =b=}}", "{{=<% %>}}"])
    func delimitersMustBeTwo(_ text: String) {
        let problem = #expect(throws: Template.Problem.self) { try Template(text, language: .whole) }
        #expect(problem?.description == "`\(text)` does not name two delimiters, as `=<% %>=` does")
    }

    @Test(.timeLimit(.minutes(1))) func partialsThatNeverEndAreStopped() throws {
        let endless = Template.Rendering(partials: ["p": "{{> p}}{{> p}}"], isStrict: false)
        let problem = #expect(throws: Template.Problem.self) {
            try Template("{{> p}}", language: .whole).render(TemplateScope(), endless)
        }
        #expect(problem?.description == "`{{> p}}` leads to itself, or to too many others")
        let wide = Template.Rendering(partials: ["p": "x"], isStrict: false)
        let items = TemplateScope(["l": .list([TemplateScope](repeating: TemplateScope(), count: 10_001))])
        #expect(throws: Template.Problem.tooManyPartials("p")) {
            try Template("{{#l}}{{> p}}{{/l}}", language: .whole).render(items, wide)
        }
    }

    @Test func markupIsNeverEscapedAndTextsAreByFormat() throws {
        let scope = TemplateScope(["m": .markup("*<b>*"), "t": .text("*<b>*")])
        let template = try Template("{{m}} {{t}} {{{t}}}", language: .whole)
        #expect(try template.render(scope) == "*<b>* *<b>* *<b>*")
        #expect(try template.render(scope, .init(escaping: .html)) == "*<b>* *&lt;b&gt;* *<b>*")
        #expect(
            try template.render(scope, .init(escaping: .markdown(Markdown.Style()))) == "*<b>* \\*\\<b\\>\\* *<b>*"
        )
    }

    @Test func aTemplateNamesItsPartials() throws {
        let template = try Template("{{> a}}{{#b}}{{^c}}{{> d}}{{/c}}{{/b}}", language: .whole)
        #expect(template.partialNames == ["a", "d"])
        #expect(template.names("c") && !template.names("a"))
    }
}
