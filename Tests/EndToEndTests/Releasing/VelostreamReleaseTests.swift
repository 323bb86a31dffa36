import Foundation
import RelctlCore
import TestSupport
import Testing

/// The main job: a real project, five platforms, from a tag to a release on disk.
@Suite(.needsCrossPrograms, .releasedVelostream) struct VelostreamReleaseTests {
    @Test func fiveArchivesAndTheirRecordsAreMadeAndPublished() throws {
        let released = try ReleasedVelostream.current()
        expect(released.result, exits: 0)
        let archives = VelostreamProject.targets.map { VelostreamProject.archive(for: $0) }
        let shipped = archives + archives.map { $0 + ".sha256" } + ["SHA256SUMS", "manifest.json", "NOTES.md"]
        let made = try LiveFileSystem().names(in: released.dist("."))
        #expect(Set(shipped + ["plan.json", "build"]).subtracting(made) == [])
        let published = try LiveFileSystem().names(in: released.project.folder.appending("out/v1.0.0"))
        #expect(published == shipped.sorted { $0.precedesBytewise($1) })
        for name in shipped {
            let one = try LiveFileSystem().contents(of: released.dist(name))
            #expect(try one == LiveFileSystem().contents(of: released.project.folder.appending("out/v1.0.0/\(name)")))
        }
    }

    @Test(arguments: VelostreamProject.targets) func everyArchiveHoldsWhatTheConfigurationSays(target: String)
        async throws
    {
        let released = try ReleasedVelostream.current()
        let golden = target.contains("windows") ? "velostream-windows.txt" : "velostream-unix.txt"
        let expected = try LiveFileSystem().text(of: Fixtures.path(golden)).split(separator: "\n").map(String.init)
        let entries = try await released.world.entries(of: released.dist(VelostreamProject.archive(for: target)))
        let top = "velostream-v1.0.0-\(target)"
        #expect(entries.allSatisfy { $0.path == top || $0.path.hasPrefix(top + "/") })
        #expect(Set(entries.map(\.golden)).symmetricDifference(expected) == [])
        #expect(entries.count == expected.count)
    }

    @Test func theManifestIsWhatPythonSees() async throws {
        let released = try ReleasedVelostream.current()
        #expect(try await released.world.reading("check", released.dist(".").string) == "")
    }

    @Test(arguments: ["dist", "out/v1.0.0"]) func coreutilsAcceptTheChecksums(folder: String) async throws {
        let released = try ReleasedVelostream.current()
        let place = released.project.folder.appending(folder)
        let sums = ["SHA256SUMS"] + VelostreamProject.targets.map { VelostreamProject.archive(for: $0) + ".sha256" }
        for tool in [["sha256sum", "--strict"], ["shasum", "-a", "256"]] where HostTool.areHere(tool[0]) {
            for name in sums {
                expect(try await released.world.run(tool + ["-c", name], in: place), exits: 0)
            }
        }
        let listed = try LiveFileSystem().text(of: place.appending("SHA256SUMS")).split(separator: "\n")
            .compactMap { $0.split(separator: " ").last.map { $0.drop { $0 == "*" } } }
        let archives = VelostreamProject.targets.map { VelostreamProject.archive(for: $0) }
        #expect(Set(archives).subtracting(listed.map(String.init)) == [])
        #expect(!listed.contains("SHA256SUMS") && !listed.contains { $0.hasSuffix(".sha256") })
    }

    @Test func verifyFindsNothing() async throws {
        let released = try ReleasedVelostream.current()
        expect(try await released.project.relctl(["verify"]), exits: 0)
        let archive = "out/v1.0.0/" + VelostreamProject.archive(for: "aarch64-apple-darwin")
        expect(try await released.project.relctl(["verify", archive]), exits: 0)
        expect(try await released.project.relctl(["checksum", "--check", "dist/SHA256SUMS"]), exits: 0)
    }

    @Test func theNotesNameEveryDownloadWithItsDigest() async throws {
        let released = try ReleasedVelostream.current()
        let notes = try LiveFileSystem().text(of: released.dist("NOTES.md"))
        for target in VelostreamProject.targets {
            let name = VelostreamProject.archive(for: target)
            let sidecar = try LiveFileSystem().text(of: released.dist(name + ".sha256"))
            #expect(notes.contains(name))
            #expect(notes.contains(sidecar.prefix(64)))
        }
        for binary in VelostreamProject.binaries { #expect(notes.contains(binary)) }
        for word in ["stream everything", "curl", "sha256sum -c", "shasum -a 256 -c", "Get-FileHash"] {
            #expect(notes.contains(word), "`\(word)` is not in the notes")
        }
    }

    @Test(.needs("tar")) func theDemoTreesWorkTheMomentTheyAreUnpacked() async throws {
        let released = try ReleasedVelostream.current()
        try await World.scratch { world in
            let archive = released.dist(VelostreamProject.archive(for: "x86_64-unknown-linux-musl")).string
            try await world.output(of: ["tar", "-xzf", archive])
            let top = world.folder.appending("velostream-v1.0.0-x86_64-unknown-linux-musl")
            for program in ["bin/velo-sql", "target/release/velo-sql", "velo-sql"] {
                #expect(try await world.output(of: [top.appending(program).string, "a b", "c"]) == "[a b][c]\n")
            }
            #expect(
                try await world.output(of: ["sh", "-c", "./run.sh x"], in: top.appending("demo/trading")) == "[x]\n"
            )
            #expect(
                try await world.output(of: ["sh", "-c", "./run.sh x"], in: top.appending("demo/latest")) == "[x]\n"
            )
            for shell in ["sh", "dash", "bash", "zsh"] where HostTool.areHere(shell) {
                let script = ". ./setup-env.sh && . ./setup-env.sh && velo-cli from \(shell) && echo \"$PATH\""
                let said = try await world.output(of: [shell, "-c", script], in: top)
                #expect(said.hasPrefix("[from][\(shell)]\n\(top)/bin:"))
                #expect(said.split(separator: "/bin:").count { $0.hasSuffix("\(top)") } == 1)
            }
        }
    }

    @Test func runningItAgainChangesNothing() async throws {
        let released = try ReleasedVelostream.current()
        let copy = try await released.project.clone(to: "again/velostream")
        try VelostreamProject.addEmptyFolder(to: copy)
        let environment = try await VelostreamProject.environment()
        expect(try await copy.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
        let first = try World.release(in: copy)
        let published = try TreeSnapshot(of: copy.folder.appending("out"))
        expect(try await copy.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
        try expect(World.release(in: copy), equals: first)
        try expect(TreeSnapshot(of: copy.folder.appending("out")), equals: published)
        // And it is what another folder gave.
        #expect(try first.lines["SHA256SUMS"] == World.release(in: released.project).lines["SHA256SUMS"])
    }
}
