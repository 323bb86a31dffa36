import Foundation
import RelctlCore
import TestSupport
import Testing

/// What several machines made becomes the release that one would have made.
@Suite struct MergeTests {
    @Test func shardsOfThreeMachinesAreWhatOneMachineMakes() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["package", "v1.0.0"]), exits: 0)
            let shards = try await project.shards()
            let merged = try await project.merge(shards)
            expect(merged, exits: 0, naming: "`relctl checksum`", "`relctl notes`")
            for target in ShardedProject.targets {
                #expect(merged.output.contains(ShardedProject.archive(for: target)))
            }
            try expect(World.release(in: project.home), equals: World.release(in: whole))
            // Again, and from shards in another order, it is the same.
            expect(try await project.merge(shards.reversed()), exits: 0)
            try expect(World.release(in: project.home), equals: World.release(in: whole))
            for step in ["checksum", "notes", "verify", "publish"] {
                let arguments = step == "verify" ? [step] : [step, "v1.0.0"]
                for place in [whole, project.home] { expect(try await place.relctl(arguments), exits: 0) }
            }
            let published = try [whole, project.home].map { try TreeSnapshot(of: $0.folder.appending("out"), [.modes]) }
            expect(published[0], equals: published[1])
        }
    }

    @Test(.needsCrossPrograms) func binariesComeAlongWithTheirArchives() async throws {
        try await World.scratch { world in
            let environment = try await VelostreamProject.environment()
            let origin = try await VelostreamProject.create(in: world)
            try await origin.tag("v1.0.0")
            let machines = ["*-linux-*", "*-apple-*", "*-windows-*"]
            var folders: [String] = []
            for (index, targets) in machines.enumerated() {
                let machine = try await origin.clone(to: "machine-\(index)")
                try VelostreamProject.addEmptyFolder(to: machine)
                for step in ["build", "package"] {
                    let made = try await machine.relctl(
                        [step, "v1.0.0", "--target", targets],
                        environment: environment
                    )
                    expect(made, exits: 0)
                }
                folders.append("../machine-\(index)/dist/")
            }
            for step in ["build", "package"] {
                expect(try await origin.relctl([step, "v1.0.0"], environment: environment), exits: 0)
            }
            let home = try await origin.clone(to: "joined")
            try VelostreamProject.addEmptyFolder(to: home)
            expect(try await home.relctl(["merge"] + folders), exits: 0)
            try expect(World.release(in: home), equals: World.release(in: origin))
            expect(try await home.relctl(["checksum", "v1.0.0"]), exits: 0)
            expect(try await home.relctl(["verify"]), exits: 0)
        }
    }

    @Test func theFlakeAndWhatTheNotesTellOfItComeAfterTheMerge() async throws {
        try await World.scratch { world in
            let url = "https://x.example/{{tag}}/{{artifact}}"
            let settings = """
                license: "MIT", nix: { url: "\(url)" },
                distribution: [{ with: "homebrew", tap: "acme/tap", url: "\(url)" }],
                """
            let project = try await ShardedProject(in: world, more: settings)
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
            let shards = try await project.shards(running: [["release", "v1.0.0", "--skip", "publish"]])
            let merged = try await project.merge(shards)
            let steps = "run `relctl nix` and `relctl distribute` and `relctl notes`"
            expect(merged, exits: 0, naming: "before it can be published, \(steps)")
            #expect(!(try project.home.text("dist/NOTES.md").contains("narHash=")))
            for step in ["nix", "distribute", "notes"] {
                expect(try await project.home.relctl([step, "v1.0.0"]), exits: 0)
            }
            #expect(try project.home.text("dist/NOTES.md").contains("narHash=sha256-"))
            let formula = "distribution/homebrew/Formula/greeter.rb"
            for name in ["NOTES.md", "SHA256SUMS", "manifest.json", "docs/install.md", formula] {
                #expect(try project.home.text("dist/\(name)") == whole.text("dist/\(name)"), "\(name)")
            }
            expect(try await project.home.relctl(["verify"]), exits: 0)
        }
    }

    @Test func finishedShardsMakeAFinishedRelease() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let whole = try await project.origin.clone(to: "whole")
            for step in ["package", "checksum", "notes"] {
                expect(try await whole.relctl([step, "v1.0.0"]), exits: 0)
            }
            let merged = try await project.merge(
                try await project.shards(running: [["release", "v1.0.0", "--skip", "publish"]])
            )
            expect(merged, exits: 0)
            #expect(!merged.errors.contains("before it can be published"))
            try expect(World.release(in: project.home), equals: World.release(in: whole))
            // The release is there: nothing is made again before it is published.
            let published = try await project.home.relctl(["release", "v1.0.0"])
            expect(published, exits: 0, naming: "already")
            #expect(try project.home.holds("out/v1.0.0/NOTES.md"))
        }
    }

    @Test func filesThatLostTheirModesAndLieElsewhereAreCopied() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["package", "v1.0.0"]), exits: 0)
            let shards = try await project.shards()
            for name in try LiveFileSystem().names(in: world.folder.appending("machine-1/dist"))
            where !name.hasPrefix(".") {
                let file = world.folder.appending("machine-1/dist/\(name)")
                guard try LiveFileSystem().status(of: file)?.kind == .file else { continue }
                try LiveFileSystem().setPermissions(0o600, of: file)
            }
            expect(try await project.merge(shards), exits: 0)
            try expect(World.release(in: project.home), equals: World.release(in: whole))
        }
    }

    @Test func aDryRunPrintsTheSameAndChangesNothing() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            let before = try TreeSnapshot(of: world.folder) { $0.hasPrefix("runs") }
            let dry = try await project.merge(shards, "--dry-run", "--json")
            expect(dry, exits: 0)
            expect(try TreeSnapshot(of: world.folder) { $0.hasPrefix("runs") }, equals: before)
            let real = try await project.merge(shards, "--json")
            expect(real, exits: 0)
            #expect(dry.output == real.output)
            let plan = try JSONDecoder().decode(MergePlan.self, from: Data(real.output.utf8))
            #expect(plan.missing.isEmpty && plan.manifest.artifacts.count == 6)
            #expect(Set(plan.origins.map(\.shard)) == Set(shards))
        }
    }

    @Test func theProjectsOwnFolderMayBeAShard() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["package", "v1.0.0"]), exits: 0)
            let shards = try await project.shards()
            let target = ShardedProject.targets[0]
            expect(try await project.home.relctl(["package", "v1.0.0", "--target", target]), exits: 0)
            // What is there is not lost without a word.
            let kept = try World.release(in: project.home)
            let others = Array(shards.dropFirst())
            expect(try await project.merge(others), exits: 1, naming: ShardedProject.archive(for: target), "`dist`")
            try expect(World.release(in: project.home), equals: kept)
            expect(try await project.merge(["dist"] + others), exits: 0)
            try expect(World.release(in: project.home), equals: World.release(in: whole))
        }
    }

    @Test func aFileThatTwoShardsHaveAlikeIsTakenOnceAndShardsStayAsTheyAre() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            _ = try await project.machine("again", for: ShardedProject.targets[0])
            let folders = ["machine-0", "again"].map { world.folder.appending($0) }
            let before = try folders.map { try TreeSnapshot(of: $0) }
            expect(try await project.merge(shards + ["../again/dist", shards[0]]), exits: 0)
            #expect(try folders.map { try TreeSnapshot(of: $0) } == before)
            let manifest = try project.home.text("dist/manifest.json")
            #expect(manifest.split(separator: "\"format\" : \"tar.gz\"", omittingEmptySubsequences: false).count == 3)
        }
    }

    @Test func whatAnOlderReleaseLeftIsReplaced() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["package", "v1.0.0"]), exits: 0)
            try project.home.write("VERSION", "0.9.0\n")
            try await project.home.commit("chore: go back")
            try await project.home.tag("v0.9.0")
            expect(try await project.home.relctl(["release", "v0.9.0"]), exits: 0)
            try await project.home.git("checkout", "--quiet", "v1.0.0")
            expect(try await project.merge(shards), exits: 0)
            try expect(World.release(in: project.home), equals: World.release(in: whole))
        }
    }

    @Test func aSnapshotIsMergedLikeARelease() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards(running: [["package", "v2.0.0", "--snapshot"]])
            expect(try await project.merge(shards), exits: 0)
            #expect(try project.home.text("dist/manifest.json").contains("2.0.0-SNAPSHOT.g"))
        }
    }

    @Test func aMergeThatIsKilledAndRunAgainEndsInTheSame() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            let clock = ContinuousClock()
            let start = clock.now
            expect(try await project.merge(shards), exits: 0)
            let time = start.duration(to: clock.now)
            let whole = try World.release(in: project.home)
            for tenth in 3..<10 {
                try project.home.remove("dist")
                let run = try world.start(
                    [RelctlExecutable.path().string, "merge"] + shards,
                    in: project.home.folder
                )
                try await Task.sleep(for: time * (Double(tenth) / 10))
                run.send(SIGKILL)
                _ = try await run.result()
                // The record comes last: where it is, all of it is.
                if try project.home.holds("dist/manifest.json") {
                    try expect(World.release(in: project.home), equals: whole)
                }
                expect(try await project.merge(shards), exits: 0)
                try expect(World.release(in: project.home), equals: whole)
                #expect(
                    try LiveFileSystem().names(in: project.home.folder.appending("dist/.work")).allSatisfy {
                        ["lock", "children"].contains($0)
                    }
                )
            }
        }
    }

    @Test func aShardWhereARunIsAtWorkIsRefused() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            let lock = try LiveFileSystem().lock(world.folder.appending("machine-1/dist/.work/lock"))
            try #require(lock != nil)
            expect(try await project.merge(shards), exits: 1, naming: "another run", shards[1])
            withExtendedLifetime(lock) {}
        }
    }
}
