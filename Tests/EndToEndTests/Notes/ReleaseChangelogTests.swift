import RelctlCore
import TestSupport
import Testing

/// A changelog that git tracks, between the tag and the release.
@Suite struct ReleaseChangelogTests {
    private static let changelog = "# Changelog\n\n## v1.0.0 (2020-01-01)\n\n- By hand.\n"

    /// A project at `v1.1.0`, with a changelog that tells of `v1.0.0`.
    private static func project(
        in world: World,
        bump: String = "",
        contents: String = "",
        changelog: String = changelog
    ) async throws -> TestRepository {
        let project = try await TestRepository("tool", in: world)
        let configuration =
            "{ name: 'tool', version: { manifests: ['VERSION'], \(bump) }, targets: { 'x86_64-unknown-linux-gnu': {} },"
            + " archive: { contents: [{ files: ['tool.sh'] }, \(contents)] } }"
        try project.write("relctl.json", configuration)
        try project.write(".gitignore", "dist/\n")
        try project.write("tool.sh", "#!/bin/sh\necho tool\n", isExecutable: true)
        try project.write("VERSION", "1.0.0\n")
        try project.write("CHANGELOG.md", changelog)
        try await project.commit("feat: begin")
        try await project.tag("v1.0.0")
        try project.write("new.txt", "new\n")
        try await project.commit("feat: more")
        return project
    }

    @Test func whatTheChangelogCommandWroteIsNoChange() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            #expect(try await project.git("status", "--porcelain") == " M CHANGELOG.md")
            let verdict = try await project.relctl(["validate", "v1.1.0"])
            expect(verdict, exits: 0)
            #expect(verdict.output.contains("`CHANGELOG.md` has the section of this release, which no commit has yet"))
            let before = try await project.git("status", "--porcelain")
            expect(try await project.relctl(["release", "v1.1.0", "--dry-run"]), exits: 0)
            #expect(try await project.git("status", "--porcelain") == before)
            expect(try await project.relctl(["release", "v1.1.0"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            // It may be staged as well.
            try await project.git("add", "CHANGELOG.md")
            expect(try await project.relctl(["validate", "v1.1.0"]), exits: 0)
        }
    }

    @Test(arguments: [
        "\nA word.\n", "## v1.1.0 (2026-01-01)\n\n- Something else.\n", " ",
    ])
    func whatSomebodyWroteIsAChange(more: String) async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            if !more.hasPrefix("##") { expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0) }
            try project.write("CHANGELOG.md", try project.text("CHANGELOG.md") + more)
            let refused = try await project.relctl(["release", "v1.1.0"])
            expect(refused, exits: 2, naming: "the working tree differs from the commit: `CHANGELOG.md`")
        }
    }

    @Test func aFirstChangelogMayBeStaged() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try project.remove("CHANGELOG.md")
            try await project.commit("chore: begin anew")
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            try await project.git("add", "CHANGELOG.md")
            expect(try await project.relctl(["release", "v1.1.0"]), exits: 0)
            try project.write("CHANGELOG.md", "# Changelog\n\n## v1.1.0\n")
            expect(try await project.relctl(["validate", "v1.1.0"]), exits: 2)
        }
    }

    @Test func anotherChangeBesideItIsAChange() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            try project.write("tool.sh", "#!/bin/sh\necho other\n", isExecutable: true)
            let refused = try await project.relctl(["release", "v1.1.0"])
            expect(refused, exits: 2, naming: "differs from the commit: `CHANGELOG.md`, `tool.sh`")
        }
    }

    @Test func lineEndsThatGitConvertsAreNoChange() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try project.write(".gitattributes", "CHANGELOG.md text eol=crlf\n")
            try project.write("CHANGELOG.md", Self.changelog.replacing("\n", with: "\r\n"))
            try await project.commit("chore: end lines as elsewhere")
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            expect(try await project.relctl(["release", "v1.1.0"]), exits: 0)
        }
    }

    /// What ships is in the commit: two machines would make two archives of one tag.
    @Test func aChangelogThatShipsMustBeCommitted() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, contents: "{ files: ['CHANGELOG.md'] }")
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            let refused = try await project.relctl(["release", "v1.1.0"])
            expect(refused, exits: 2, naming: "the working tree differs from the commit: `CHANGELOG.md`")
            #expect((refused.output + refused.errors).contains("`version.bump.changelog`"))
        }
    }

    @Test func theCommitOfAVersionHasItsSection() async throws {
        try await World.scratch { world in
            let bump = "bump: { changelog: 'CHANGELOG.md' }"
            let project = try await Self.project(in: world, bump: bump, contents: "{ files: ['CHANGELOG.md'] }")
            let dry = try await project.relctl(["bump", "minor", "--commit", "--tag", "--dry-run"])
            expect(dry, exits: 0)
            #expect(dry.output.contains("+++ b/CHANGELOG.md") && dry.output.contains("+## v1.1.0 ("))
            #expect(try project.text("CHANGELOG.md") == Self.changelog)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            #expect(try await project.git("show", "--name-only", "--format=", "HEAD") == "CHANGELOG.md\nVERSION")
            let changelog = try project.text("CHANGELOG.md")
            #expect(
                changelog.contains("### Features\n\n- more")
                    && changelog.hasSuffix(String(Self.changelog.dropFirst(13)))
            )
            // Nothing is left to do, and the four run in a row.
            expect(try await project.relctl(["notes", "v1.1.0"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0", "--check"]), exits: 0)
            expect(try await project.relctl(["changelog", "v1.1.0"]), exits: 0)
            #expect(try await project.git("status", "--porcelain") == "")
            expect(try await project.relctl(["release", "v1.1.0"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    @Test func aBumpThatCannotTellChangesNothing() async throws {
        try await World.scratch { world in
            let bump = "bump: { changelog: 'CHANGELOG.md' }"
            let mine = Self.changelog.replacing("## v1.0.0", with: "## v1.1.0\n\nMy own words.\n\n## v1.0.0")
            let project = try await Self.project(in: world, bump: bump, changelog: mine)
            let refused = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            expect(refused, exits: 1, naming: "relctl would not write `My own words.`")
            #expect(try project.text("VERSION") == "1.0.0\n")
            try project.remove("CHANGELOG.md")
            try await project.commit("chore: no changelog")
            let missing = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            expect(missing, exits: 1, naming: "there is no changelog `CHANGELOG.md`")
            #expect(try project.text("VERSION") == "1.0.0\n")
        }
    }
}
