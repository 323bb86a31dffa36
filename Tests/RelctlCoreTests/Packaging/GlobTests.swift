import Testing

@testable import RelctlCore

@Suite struct GlobTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let path: String
        let matches: Bool
        var isFolder = false
        var testDescription: String { "\(pattern) \(matches ? "matches" : "does not match") \(path)" }
    }

    static let cases = [
        Case(pattern: "README.md", path: "README.md", matches: true),
        Case(pattern: "README.md", path: "readme.md", matches: false),
        Case(pattern: "README.md", path: "docs/README.md", matches: false),
        Case(pattern: "*.md", path: "README.md", matches: true),
        Case(pattern: "*.md", path: ".md", matches: true),
        Case(pattern: "*.md", path: "docs/README.md", matches: false),
        Case(pattern: "*", path: ".hidden", matches: true),
        Case(pattern: "**/*.log", path: "x.log", matches: true),
        Case(pattern: "**/*.log", path: "a/b/c/x.log", matches: true),
        Case(pattern: "a/**/z", path: "a/z", matches: true),
        Case(pattern: "a/**/z", path: "a/b/c/z", matches: true),
        Case(pattern: "a/**/z", path: "b/z", matches: false),
        Case(pattern: "a/**/b/**/c", path: "a/b/b/x/c", matches: true),
        Case(pattern: "demo/**", path: "demo", matches: true, isFolder: true),
        Case(pattern: "demo/**", path: "demo", matches: false),
        Case(pattern: "demo/**", path: "demo/x/y", matches: true),
        Case(pattern: "demo/**/**", path: "demo", matches: true, isFolder: true),
        Case(pattern: "demo/**/**", path: "demo/x", matches: true),
        Case(pattern: "**", path: "anything/at/all", matches: true),
        Case(pattern: "a**b", path: "axxb", matches: true),
        Case(pattern: "a**b", path: "a/b", matches: false),
        Case(pattern: "?.c", path: "é.c", matches: true),
        Case(pattern: "?.c", path: "xy.c", matches: false),
        Case(pattern: "[a-c]x", path: "bx", matches: true),
        Case(pattern: "[a-c]x", path: "dx", matches: false),
        Case(pattern: "[!a-c]x", path: "dx", matches: true),
        Case(pattern: "[^a-c]x", path: "ax", matches: false),
        Case(pattern: "[]-]", path: "]", matches: true),
        Case(pattern: "[]-]", path: "-", matches: true),
        Case(pattern: "[\\]a]", path: "]", matches: true),
        Case(pattern: "{a,b/c}/*.h", path: "b/c/x.h", matches: true),
        Case(pattern: "{a,b/c}/*.h", path: "b/x.h", matches: false),
        Case(pattern: "x{,.{old,bak}}", path: "x", matches: true),
        Case(pattern: "x{,.{old,bak}}", path: "x.bak", matches: true),
        Case(pattern: "x{,.{old,bak}}", path: "x.", matches: false),
        Case(pattern: "a,b", path: "a,b", matches: true),
        Case(pattern: "\\*\\[\\{\\\\", path: "*[{\\", matches: true),
        Case(pattern: "\\*", path: "x", matches: false),
        Case(pattern: "demo/", path: "demo", matches: true, isFolder: true),
        Case(pattern: "*a*a*a*a*a*a*a*a*b", path: String(repeating: "a", count: 2_000), matches: false),
        Case(pattern: "a*\n*b", path: "ax\nyb", matches: true),
        Case(pattern: "caf\u{e9}", path: "cafe\u{301}", matches: false),
        Case(pattern: "caf\u{e9}", path: "caf\u{e9}", matches: true),
    ]

    @Test(arguments: cases) func patternsMatchBytewise(_ example: Case) throws {
        let components = example.path.split(separator: "/")
        #expect(try Glob(example.pattern).matches(components, isFolder: example.isFolder) == example.matches)
    }

    @Test(arguments: [
        ("[a", Glob.Problem.unclosed("[")), ("{a,b", .unclosed("{")), ("a\\", .trailingEscape), ("[z-a]", .badClass),
        ("[a/b]", .badClass), ("../x", .badComponent("..")), ("/etc", .badComponent("")), ("a//b", .badComponent("")),
        ("", .badComponent("")), ("./a", .badComponent(".")), ("{a,..}/b", .badComponent("..")),
        (String(repeating: "{a,b}", count: 11), .tooManyAlternatives),
    ])
    func malformedPatternsAreRefused(_ pattern: String, _ problem: Glob.Problem) {
        #expect(throws: problem) { try Glob(pattern) }
    }
}
