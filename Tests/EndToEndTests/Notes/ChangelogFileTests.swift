import RelctlCore
import TestSupport
import Testing

/// The file that `relctl changelog` writes, as what it is on the disk, and tags that are not what they seem.
@Suite struct ChangelogFileTests {
    private func project(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("demo", in: world)
        try project.write("relctl.json", "{ name: \"demo\", version: { manifests: [] } }")
        try await project.commit("feat: begin")
        try await project.tag("v0.1.0")
        return project
    }

    @Test func aLinkIsWrittenThroughAndPermissionsStay() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try project.write("docs/real.md", "# Changes\n")
            try await world.output(of: ["chmod", "640", project.folder.appending("docs/real.md").string])
            try project.link("CHANGELOG.md", to: "docs/real.md")
            expect(try await project.relctl(["changelog", "v0.1.0"]), exits: 0)
            #expect(
                try LiveFileSystem().destination(ofLink: project.folder.appending("CHANGELOG.md")) == "docs/real.md"
            )
            let status = try LiveFileSystem().status(of: project.folder.appending("docs/real.md"))
            #expect(status?.permissions == 0o640)
            #expect(try project.text("docs/real.md").contains("v0.1.0"))
        }
    }

    @Test(arguments: ["a folder", "UTF-16", "CR alone"], [true, false])
    func whatIsNoTextWithLinesEndsWith65AndStays(what: String, checks: Bool) async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let path = project.folder.appending("CHANGELOG.md")
            switch what {
            case "a folder": try LiveFileSystem().createFolder(path)
            case "UTF-16": try LiveFileSystem().write([0xFF, 0xFE] + "# C\n".utf8.flatMap { [$0, 0] }, to: path)
            default: try LiveFileSystem().write("# C\r\r## 0.1.0\r".utf8, to: path)
            }
            let before = try TreeSnapshot(of: project.folder)
            let result = try await project.relctl(["changelog", "v0.1.0"] + (checks ? ["--check"] : []))
            expect(result, exits: 65, naming: "changelog `CHANGELOG.md`", what)
            expect(try TreeSnapshot(of: project.folder), equals: before)
        }
    }

    @Test(arguments: ["notes", "changelog"]) func aTagOfATreeIsNoRelease(command: String) async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try await project.git("tag", "v0.5.0", "HEAD^{tree}")
            let refused = try await project.relctl([command, "v0.5.0", "--dry-run"])
            expect(refused, exits: 1, naming: "`v0.5.0` does not lead to a commit")
            let planned = try await project.relctl([command, "v0.6.0", "--dry-run"])
            expect(planned, exits: 0, naming: "warning: there is no tag `v0.6.0` here")
        }
    }

    @Test func aHistoryThatWasBegunAnewIsNotTheFirstRelease() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try await project.git("checkout", "--quiet", "--orphan", "anew")
            try await project.commit("feat: anew")
            try await project.tag("v0.2.0")
            let message = "cannot tell what changed in `v0.2.0` since `v0.1.0`: they have no history in common"
            expect(try await project.relctl(["notes", "v0.2.0", "--dry-run"]), exits: 1, naming: message)
            expect(try await project.relctl(["changelog", "v0.2.0"]), exits: 1, naming: message)
        }
    }

    @Test func aCommitOfNoDayIsRead() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let tree = try await project.git("rev-parse", "HEAD^{tree}")
            let who = "Ada Example <ada@example.org>"
            let object =
                "tree \(tree)\nparent \(try await project.git("rev-parse", "HEAD"))\nauthor \(who) 1 +0000\n"
                + "committer \(who) 99999999999999999999999 +0000\n\nfix: out of time\n"
            try project.write("../object", object)
            let hash = try await project.git("hash-object", "-t", "commit", "-w", "--literally", "../object")
            try await project.git("reset", "--quiet", "--hard", hash)
            let notes = try await project.relctl(["notes", "--unreleased"])
            expect(notes, exits: 0)
            #expect(notes.output.contains("out of time"))
        }
    }
}
