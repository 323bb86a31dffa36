import RelctlManifests
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
    @Test func linesRoundAChangeAreShown() {
        let diff = UnifiedDiff(file: "a/VERSION", old: "1\n2\n3\n4\n5\n6\n7\n8\n", new: "1\n2\n3\n4\nx\n6\n7\n8\n")
        #expect(
            diff.text == """
                --- a/a/VERSION
                +++ b/a/VERSION
                @@ -2,7 +2,7 @@
                 2
                 3
                 4
                -5
                +x
                 6
                 7
                 8

                """
        )
    }

    @Test func equalTextsHaveNoDiff() {
        #expect(UnifiedDiff(file: "a", old: "x\n", new: "x\n").text == "")
        #expect(UnifiedDiff(file: "a", old: "", new: "").text == "")
    }

    static let pairs: [(String, String)] = [
        ("1.0.0", "1.0.1"), ("1.0.0\n", "1.0.1\n"), ("1.0.0\r\nb\r\n", "1.0.1\r\nb\r\n"), ("", "a\n"),
        ("a\nb\nc\n", "a\nc\n"), ("a", "a\n"), ("a\n", "a"), ("\u{FEFF}a\nb", "\u{FEFF}x\nb"), ("a\rb\n", "c\rb\n"),
        (
            (1...40).map { "line \($0)\n" }.joined(),
            (1...40).map { [3, 9, 10, 17, 40].contains($0) ? "other \($0)\n" : "line \($0)\n" }.joined()
        ),
        ("é\u{301}\n", "e\u{301}\u{301}\n"), ("\t a\n\n\n", "\t b\n\n\n"), ("---\n", "+++\n"),
    ]

    @Test(arguments: pairs, ["VERSION", "a folder/with blanks.txt", "tab\tand \"quote\".txt", "grüße.toml"])
    func gitApplyTakesIt(pair: (String, String), name: String) async throws {
        try await World.scratch { world in
            let files = LiveFileSystem()
            let path = world.folder.appending(name)
            try files.createFolders(path.parent)
            try files.write(pair.0.utf8, to: path)
            let patch = world.folder.appending("a.patch")
            try files.write(UnifiedDiff(file: name, old: pair.0, new: pair.1).text.utf8, to: patch)
            try await world.output(
                of: ["git", "apply", "--whitespace=nowarn", patch.string],
                environment: ["GIT_CEILING_DIRECTORIES": world.folder.parent.string]
            )
            #expect(try files.contents(of: path) == Array(pair.1.utf8))
        }
    }

    /// The number of lines must not be multiplied with itself.
    @Test func longTextsTakeNoTime() {
        let old = (0..<100_000).map { "a\($0)\n" }.joined()
        let new = (0..<99_999).map { "b\($0)\n" }.joined()
        #expect(UnifiedDiff(file: "a", old: old, new: new).text.utf8.count > old.utf8.count)
    }
}
