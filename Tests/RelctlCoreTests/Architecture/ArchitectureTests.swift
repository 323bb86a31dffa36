import Testing

/// The rules of the house, kept by reading the sources.
@Suite struct ArchitectureTests {
    static let rules = HouseRule.imports + HouseRule.effects + HouseRule.style + HouseRule.layout

    @Test(arguments: rules) func theProjectKeeps(rule: HouseRule) throws {
        let tree = try ProjectTree.project.get()
        let violations = rule.violations(tree)
        #expect(violations.isEmpty, "\(rule.says), but:\n\(violations.joined(separator: "\n"))")
    }

    @Test(arguments: rules) func everyCounterexampleBreaks(rule: HouseRule) {
        #expect(!rule.counterexamples.isEmpty)
        for (index, tree) in rule.counterexamples.enumerated() {
            #expect(!rule.violations(tree).isEmpty, "counterexample \(index) of: \(rule.says)")
        }
    }

    @Test func theWholeProjectIsRead() throws {
        let tree = try ProjectTree.project.get()
        for path in [
            "Package.swift", "README.md", "Sources/relctl/main.swift", "Sources/RelctlEffects/FileSystem.swift",
            "Tests/RelctlCoreTests/Architecture/ArchitectureTests.swift", "Examples/streams/relctl.json", ".ci/run",
            ".github/workflows/ci.yml",
        ] { #expect(tree.files.contains { $0.path == path }, "\(path) is not read") }
        #expect(tree.sources.contains { $0.isLive })
    }
}

/// What the rules read by.
@Suite struct SwiftCodeTests {
    @Test(arguments: [
        ("a // b", "a"), ("a /* b /* c */ d */ e", "a                   e"), (#"f("a") b"#, "f(   ) b"),
        (#"f("\(g("x"))") h"#, "f(  (g(   )) ) h"), (##"#"a "b" \(c)"# d"##, "               d"),
        (#""\"" a"#, "     a"), ("\"\"\"\n a \"b\"\n\"\"\" c", "   \n      \n    c"),
    ])
    func commentsAndLiteralsBecomeBlanks(source: String, code: String) {
        let result = SwiftCode.code(in: source)
        #expect(result.count == source.count)
        #expect(result.trimmingSuffix(while: \.isWhitespace) == code[...])
    }
}

extension String {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
