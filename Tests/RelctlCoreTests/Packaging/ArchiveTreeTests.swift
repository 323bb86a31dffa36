import RelctlCore
import Testing

@Suite struct ArchiveTreeTests {
    @Test func plansAreDrawnAsTrees() throws {
        var sample = PlannerSample(
            rules: [.binaries("bin"), .link("run", "bin/app"), .files("**")],
            tree: ["a/b/c", "a/line\nbreak", "tab\t\u{1b}[2J\u{202e}\\", "café"]
        )
        sample.name = "top"
        let plan = try #require(try sample.plans().first)
        let expected = #"""
            top/
            ├── a/
            │   ├── b/
            │   │   └── c
            │   └── line\nbreak
            ├── bin/
            │   └── app
            ├── café
            ├── run -> bin/app
            └── tab\t\u{1B}[2J\u{202E}\\

            """#
        #expect(ArchiveTree(plan).text == expected)
    }

    @Test func packedContentsAreDrawnTheSameWay() throws {
        let contents = [
            ArchivedEntry(path: try RelativePath("t/x/z"), kind: .link, mode: 0o777, target: "y"),
            ArchivedEntry(path: try RelativePath("t/x/y"), kind: .file, mode: 0o644, size: 1),
        ]
        #expect(ArchiveTree(contents).text == "t/\n└── x/\n    ├── y\n    └── z -> y\n")
    }
}
