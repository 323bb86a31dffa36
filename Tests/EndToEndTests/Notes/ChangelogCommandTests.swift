import TestSupport
import Testing

/// `relctl changelog` on real repositories.
@Suite struct ChangelogCommandTests {
    private func run(_ project: TestRepository, _ arguments: String..., code: Int32 = 0) async throws -> String {
        let result = try await project.relctl(["changelog"] + arguments)
        #expect(result.exitCode == code, "\(arguments)\n\(result.output)\n\(result.errors)")
        return result.output + result.errors
    }

    @Test func aSectionIsWrittenOnceHoweverOftenItIsAskedFor() async throws {
        try await World.scratch { world in
            let project = try await NotesCommandTests.project(in: world)
            #expect(try await run(project, "v1.1.0") == "CHANGELOG.md\n")
            let once = try project.text("CHANGELOG.md")
            #expect(once.hasPrefix("# Changelog\n\n## v1.1.0 (2026-01-02)\n\n### Breaking changes\n\n- new format"))
            #expect(try await run(project, "v1.1.0") == "CHANGELOG.md: nothing to do\n")
            #expect(try project.text("CHANGELOG.md") == once)
            _ = try await run(project, "v1.0.0")
            let twice = try project.text("CHANGELOG.md")
            #expect(twice.hasPrefix(once.dropLast()) && twice.contains("\n\n## v1.0.0 (2026-01-02)\n"))
        }
    }

    @Test func allReleasesAreWrittenAtOnce() async throws {
        try await World.scratch { world in
            let project = try await NotesCommandTests.project(in: world)
            _ = try await run(project, "--all")
            let all = try project.text("CHANGELOG.md")
            let headings = all.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.split(separator: " ")[1] }
            #expect(headings == ["v1.1.0", "v1.1.0-rc.1", "v1.0.0"])
            #expect(try await run(project, "--all", "--check") == "CHANGELOG.md: up to date\n")
        }
    }

    @Test func nothingChangesWhereOnlyTheDifferenceIsAskedFor() async throws {
        try await World.scratch { world in
            let project = try await NotesCommandTests.project(in: world)
            try project.write("CHANGELOG.md", "# Mine\n\n## 1.0.0\n\nby hand\n")
            let before = try TreeSnapshot(of: project.folder)
            #expect(try await run(project, "v1.1.0", "--check", code: 2) == "CHANGELOG.md: not up to date\n")
            let difference = try await run(project, "v1.1.0", "--dry-run")
            #expect(difference.hasPrefix("--- a/CHANGELOG.md\n+++ b/CHANGELOG.md\n@@ "))
            #expect(difference.contains("\n+## 1.1.0\n") && !difference.contains("\n-"))
            #expect(try await run(project, "v1.1.0", "--output", "-").hasPrefix("# Mine\n\n## 1.1.0\n"))
            #expect(try TreeSnapshot(of: project.folder) == before)
            // What is printed is what `git apply` makes of the file.
            try project.write("../change.diff", difference)
            try await project.git("apply", "../change.diff")
            #expect(try await run(project, "v1.1.0", "--check") == "CHANGELOG.md: up to date\n")
        }
    }

    @Test func textOfOthersIsKept() async throws {
        try await World.scratch { world in
            let project = try await NotesCommandTests.project(in: world)
            try project.write("CHANGELOG.md", "# Mine\n\n## 1.0.0\n\nby hand\n")
            let refusal = try await run(project, "v1.0.0", code: 1)
            #expect(refusal.contains("relctl would not write `by hand`") && refusal.contains("CHANGELOG.md:5:1"))
            let check = try await run(project, "v1.0.0", "--check", code: 2)
            #expect(check.hasPrefix("CHANGELOG.md: not up to date\n") && check.contains("CHANGELOG.md:5:1"))
            #expect(try project.text("CHANGELOG.md") == "# Mine\n\n## 1.0.0\n\nby hand\n")
            _ = try await run(project, "v1.0.0", "--replace")
            #expect(try project.text("CHANGELOG.md").hasPrefix("# Mine\n\n## 1.0.0\n\n### Features\n\n- begin ("))
        }
    }

    @Test func aTagThatIsYetToBeMadeTellsWhatHeadHas() async throws {
        try await World.scratch { world in
            let project = try await NotesCommandTests.project(in: world)
            _ = try await run(project, "v1.2.0", "--file", "HISTORY.md")
            #expect(
                try project.text("HISTORY.md").hasPrefix(
                    "# Changelog\n\n## v1.2.0 (2026-01-02)\n\n### Features\n\n- not yet"
                )
            )
            #expect(try await run(project, code: 64).contains("cannot tell which version this is about"))
        }
    }
}
