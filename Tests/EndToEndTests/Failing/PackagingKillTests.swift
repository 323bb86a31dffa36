import Foundation
import RelctlCore
import TestSupport
import Testing

/// Packing can be killed at any instant and run again; it ends in the same archives, and leaves nothing beside them.
@Suite struct PackagingKillTests {
    private static func tree() -> ContentTree {
        var tree = ContentTree.pieceBoundaries(upTo: 300_000)
        tree.addFile("large", SampleBytes.text(3_000_000, seed: 5))
        return tree
    }

    @Test func packingThatIsKilledAtAnyMomentAndRunAgainGivesTheSameArchives() async throws {
        try await World.scratch { world in
            let project = try await TreeProject(Self.tree(), in: world)
            expect(try await project.package(), exits: 0)
            let whole = try size(of: project.dist)
            let undisturbed = try project.shipped()
            var random = SeededGenerator(seed: 3)
            var killed = 0
            for number in 0..<(FullRun.isAsked ? 60 : 6) {
                try project.clear()
                // Every other cache is empty, and the others are those that kills left.
                let environment = ["XDG_CACHE_HOME": world.folder.appending("cache-\(number / 2)").string]
                let run = try project.startPackage(environment: environment)
                // By what was written, not by the clock: other tests may slow this one down, or no longer do.
                let enough = UInt64.random(in: 0..<whole, using: &random)
                while run.isRunning, try size(of: project.dist) < enough { try await Task.sleep(for: .milliseconds(1)) }
                run.send(SIGKILL)
                if try await run.result().end == .signal(SIGKILL) { killed += 1 }
                try expectNothingHalf(in: project, undisturbed, "killed, \(number)")
                expect(try await project.package(environment: environment), exits: 0)
                expect(try project.shipped(), equals: undisturbed)
                #expect(try LiveFileSystem().names(in: world.temporary) == [])
            }
            #expect(killed > 0, "no run was killed in time")
        }
    }

    /// Bytes of all files in a folder, those in the making included.
    private func size(of folder: FilePath) throws -> UInt64 {
        let files = LiveFileSystem()
        guard try files.status(of: folder) != nil else { return 0 }
        return try files.names(in: folder).reduce(0) { sum, name in
            let status = try files.status(of: folder.appending(name))
            return sum + (status?.kind == .file ? status?.size ?? 0 : 0)
        }
    }

    /// That what has its final name is whole, and that no scratch file outlives its process.
    private func expectNothingHalf(in project: TreeProject, _ whole: TreeSnapshot, _ moment: String) throws {
        let seen = try project.shipped().lines.filter { !$0.key.hasSuffix(".new") && !$0.key.isEmpty }
        for (name, line) in seen { #expect(line == whole.lines[name], "\(moment): \(name)") }
        #expect(try LiveFileSystem().names(in: project.world.temporary) == [], "\(moment)")
    }
}
