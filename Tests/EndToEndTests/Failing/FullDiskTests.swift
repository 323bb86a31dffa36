import RelctlCore
import TestSupport
import Testing

/// Disks that are really full, and files that really may not grow.
@Suite struct FullDiskTests {
    /// A project, and what its archives come to where there is room; `dist/` is empty.
    private func project(in world: World) async throws -> (TreeProject, TreeSnapshot) {
        var tree = ContentTree.pieceBoundaries(upTo: 300_000)
        tree.addFile("large", SampleBytes.text(1_000_000, seed: 5))
        let project = try await TreeProject(tree, forWindows: false, in: world)
        expect(
            try await project.package(environment: ["XDG_CACHE_HOME": world.folder.appending("first").string]),
            exits: 0
        )
        let shipped = try project.shipped()
        try project.clear()
        try LiveFileSystem().createFolder(project.dist)
        return (project, shipped)
    }

    /// Runs `relctl package` with a small disk in a folder's place.
    private func package(_ project: TreeProject, with disk: SmallDisk, _ environment: [String: String?] = [:])
        async throws -> ProgramResult
    {
        try await project.world.run(
            disk.running([RelctlExecutable.path().string, "package", "v1.0.0"]),
            in: project.repository.folder,
            environment: environment
        )
    }

    /// That nothing is in a folder but whole files, none of which is the record of a release that was not finished.
    private func expectNothingHalf(in folder: FilePath, _ whole: TreeSnapshot) throws {
        let seen = try TreeSnapshot(of: folder, [.modes]) { ["journal.jsonl", "logs", ".work", ""].contains($0) }
        for (name, line) in seen.lines { #expect(line == whole.lines[name], "\(name)") }
        #expect(seen.lines["manifest.json"] == nil)
    }

    private func expectRerun(of project: TreeProject, toGive whole: TreeSnapshot) async throws {
        expect(try await project.package(), exits: 0)
        expect(try project.shipped(), equals: whole)
        #expect(try LiveFileSystem().names(in: project.world.temporary) == [])
    }

    @Test(.enabled("wants to mount a tmpfs", SmallDisk.isAvailable), arguments: [0, 40, 1000, 2500])
    func aFullDiskIsSaidAndNothingHalfIsLeftOnIt(_ kibibytes: Int) async throws {
        try await World.scratch { world in
            let (project, whole) = try await project(in: world)
            let copy = world.folder.appending("copy")
            // A disk of no size is one without a limit; one page is the least.
            let disk = SmallDisk(on: project.dist, kibibytes: max(4, kibibytes), copiedTo: copy)
            let result = try await package(project, with: disk)
            expect(result, exits: 1, naming: "error: cannot", "No space left on device")
            try expectNothingHalf(in: copy, whole)
            try await expectRerun(of: project, toGive: whole)
        }
    }

    @Test(.enabled("wants to mount a tmpfs", SmallDisk.isAvailable), arguments: [4, 300])
    func aFullDiskUnderTheCacheOrTheScratchFilesFailsNothing(_ kibibytes: Int) async throws {
        try await World.scratch { world in
            let (project, whole) = try await project(in: world)
            let folder = world.folder.appending("cache")
            try LiveFileSystem().createFolder(folder)
            for (place, variable) in [(folder, "XDG_CACHE_HOME"), (world.temporary, "TMPDIR")] {
                try project.clear()
                let disk = SmallDisk(on: place, kibibytes: kibibytes)
                expect(try await package(project, with: disk, [variable: place.string]), exits: 0)
                expect(try project.shipped(), equals: whole)
            }
        }
    }

    @Test(arguments: [8, 300, 3000]) func aFileThatMayNotGrowIsSaidAndNothingHalfIsLeft(_ blocks: Int) async throws {
        try await World.scratch { world in
            let (project, whole) = try await project(in: world)
            // Blocks of 512 bytes; what the shell starts may not write files beyond that many.
            let command = "ulimit -f \(blocks) && exec \"$0\" package v1.0.0"
            let result = try await world.run(
                ["sh", "-c", command, RelctlExecutable.path().string],
                in: project.repository.folder
            )
            expect(result, exits: 1, naming: "error: cannot", "File too large")
            try expectNothingHalf(in: project.dist, whole)
            try await expectRerun(of: project, toGive: whole)
        }
    }
}
