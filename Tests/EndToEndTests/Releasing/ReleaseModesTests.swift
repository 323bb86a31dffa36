import Foundation
import RelctlCore
import TestSupport
import Testing

/// Other ways to a release: snapshots, tags that relctl makes, steps left out, steps one by one.
@Suite struct ReleaseModesTests {
    private struct Record: Decodable {
        struct Release: Decodable {
            let version, tag, commit: String
            let isSnapshot: Bool
            let timestamp: Int
        }
        let release: Release
    }

    private func record(_ project: TestRepository) throws -> Record.Release {
        let bytes = try LiveFileSystem().contents(of: project.folder.appending("dist/manifest.json"))
        return try JSONDecoder().decode(Record.self, from: Data(bytes)).release
    }

    @Test func createTagTagsHeadAnnotatedOnceAllIsVerified() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 0)
            #expect(try await project.git("cat-file", "-t", "v1.0.0") == "tag")
            let tagged = try await project.git("rev-parse", "v1.0.0^{commit}")
            #expect(try await project.git("rev-parse", "HEAD") == tagged)
            #expect(try project.holds("out/v1.0.0/SHA256SUMS"))
            // Running it again finds the tag and changes nothing.
            let object = try await project.git("rev-parse", "v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 0)
            #expect(try await project.git("rev-parse", "v1.0.0") == object)
        }
    }

    @Test func aReleaseThatFailsMakesNoTag() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, build: "exit 1")
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 1)
            #expect(try await project.git("tag", "--list") == "")
        }
    }

    @Test func aTagThatRelctlMakesGivesTheSameReleaseAsOneThatWasThere() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let clone = try await project.clone(to: "clone")
            try await clone.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 0)
            expect(try await clone.relctl(["release", "v1.0.0"]), exits: 0)
            try expect(World.release(in: project), equals: World.release(in: clone))
        }
    }

    @Test func aSnapshotNeedsNoTagAndIsMarked() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            try project.write("VERSION", "1.0.0\n")
            try await project.commit("fix: more")
            let commit = try await project.git("rev-parse", "HEAD")
            expect(try await project.relctl(["release", "--snapshot"]), exits: 0)
            let release = try record(project)
            #expect(release.version == "1.0.1-SNAPSHOT.g\(commit.prefix(12))")
            #expect(release.isSnapshot && release.commit == commit)
            #expect(try await project.git("tag", "--list") == "v1.0.0")
            let archive = "dist/greeter-v\(release.version)-x86_64-unknown-linux-gnu.tar.gz"
            #expect(try project.holds(archive))
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    @Test func timeIsThatOfTheCommitUnlessTheEnvironmentSaysAnother() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            #expect(try record(project).timestamp == 1_767_323_045)
            let other = ["SOURCE_DATE_EPOCH": "86400"]
            expect(try await project.relctl(["release", "v1.0.0", "--replace"], environment: other), exits: 0)
            #expect(try record(project).timestamp == 86400)
        }
    }

    @Test func aStepThatIsSkippedIsLeftOut() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
            #expect(try project.holds("dist/manifest.json"))
            #expect(try !project.holds("out"))
            expect(try await project.relctl(["release", "v1.0.0", "--skip", "pubilsh"]), exits: 64, naming: "publish")
        }
    }

    @Test(.needsCrossPrograms) func stepsOneByOneGiveTheSameDistAsARelease() async throws {
        try await World.scratch { world in
            let environment = try await VelostreamProject.environment()
            let project = try await VelostreamProject.create(in: world)
            try await project.tag("v1.0.0")
            let clone = try await project.clone(to: "steps")
            try VelostreamProject.addEmptyFolder(to: clone)
            expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
            for step in ["build", "package", "checksum", "notes", "publish"] {
                expect(try await clone.relctl([step, "v1.0.0"], environment: environment), exits: 0)
            }
            try expect(World.release(in: clone), equals: World.release(in: project))
            let published = try [clone, project].map { try TreeSnapshot(of: $0.folder.appending("out"), [.modes]) }
            expect(published[0], equals: published[1])
        }
    }

    @Test(.needsCrossPrograms) func oneTargetCanBeMadeAlone() async throws {
        try await World.scratch { world in
            let environment = try await VelostreamProject.environment()
            let project = try await VelostreamProject.create(in: world)
            try await project.tag("v1.0.0")
            for step in ["build", "package"] {
                let result = try await project.relctl(
                    [step, "v1.0.0", "--target", "*-windows-*"],
                    environment: environment
                )
                expect(result, exits: 0)
            }
            let archives = try LiveFileSystem().names(in: project.folder.appending("dist"))
                .filter { $0.hasSuffix(".zip") || $0.hasSuffix(".tar.gz") }
            #expect(archives == [VelostreamProject.archive(for: "x86_64-pc-windows-msvc")])
            let nothing = try await project.relctl(
                ["build", "v1.0.0", "--target", "sparc-*"],
                environment: environment
            )
            #expect(nothing.exitCode == 64 || nothing.exitCode == 1)
            #expect(nothing.errors.contains("sparc-*") && nothing.errors.contains("x86_64-apple-darwin"))
        }
    }

    @Test(arguments: [["package", "v1.0.0"], ["publish", "v1.0.0"]])
    func aStepWithoutWhatItNeedsSaysWhichStepMakesIt(arguments: [String]) async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, build: "exit 0")
            try await project.tag("v1.0.0")
            expect(try await project.relctl(arguments), exits: 1, naming: "hint:", "relctl ")
            #expect(try !project.holds("out"))
        }
    }

    @Test func whatARunThatWasCutOffWasAtIsToldByTheNextAndChangesNothing() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            let dist = try World.release(in: project)
            let journal = try project.text("dist/journal.jsonl")
            #expect(journal.hasPrefix(#"{"event":"run","format":1,"release":{"commit":""#))
            // As if the run had been killed before it could say that it had copied the file.
            let copied = #""phase":"finished","publication":"directory","sha256":"#
            let lines = journal.split(separator: "\n")
            let cut = try #require(lines.firstIndex { $0.contains(copied) })
            try project.write(
                "dist/journal.jsonl",
                lines[..<cut].joined(separator: "\n") + "\n" + lines[cut].prefix(40)
            )
            let again = try await project.relctl(["release", "v1.0.0"])
            expect(again, exits: 0, naming: "the run before was cut off while: directory: copy ")
            try expect(World.release(in: project), equals: dist)
            let quiet = try await project.relctl(["release", "v1.0.0"])
            expect(quiet, exits: 0)
            #expect(!quiet.errors.contains("cut off"))
        }
    }

    @Test func leftoversOfAnotherVersionNeverShip() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            try project.write("VERSION", "1.1.0\n")
            try await project.commit("feat: louder")
            try await project.tag("v1.1.0")
            expect(try await project.relctl(["release", "v1.1.0"]), exits: 0)
            #expect(try !project.holds("dist/\(ScriptProject.archive)"))
            let fresh = try await project.clone(to: "fresh")
            expect(try await fresh.relctl(["release", "v1.1.0"]), exits: 0)
            try expect(World.release(in: project), equals: World.release(in: fresh))
            #expect(try project.holds("out/v1.0.0/\(ScriptProject.archive)"))
        }
    }
}
