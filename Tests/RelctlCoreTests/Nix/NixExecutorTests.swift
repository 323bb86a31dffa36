import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct NixExecutorTests {
    private let files = LiveFileSystem()
    private let linux = "x86_64-unknown-linux-gnu"

    private func release(in folder: FilePath) async throws -> PackedRelease {
        var release = try PackedRelease(in: folder)
        try await release.pack("tool.tar.gz", "tar.gz", for: linux, ["t/tool": "#!/bin/sh\n"])
        return release
    }

    @Test func whatIsWrittenOnceIsNotWrittenAgain() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let executor = NixExecutor(Effects.onDisk())
            let plan = try await executor.plan(release.request(), in: release.folder, project: folder)
            #expect(try await executor.outdated(plan, in: release.folder, project: folder).count == 3)
            let before = try TreeSnapshot(of: folder)
            _ = try await executor.outdated(plan, in: release.folder, project: folder)
            #expect(try TreeSnapshot(of: folder) == before)
            #expect(try await executor.execute(plan, in: release.folder, project: folder).count == 3)
            #expect(try await executor.outdated(plan, in: release.folder, project: folder).isEmpty)
            #expect(try await executor.execute(plan, in: release.folder, project: folder).isEmpty)
            #expect(try files.names(in: release.folder.nix) == ["flake.nix", "package.nix"])
        }
    }

    @Test func filesOfAnEarlierPlanGoAndTheLockStays() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            try await release.write(release.request { $0.flakeHub = NixSettings.FlakeHub(visibility: .unlisted) })
            let lock = release.folder.nix.appending("flake.lock")
            try files.write("{}".utf8, to: lock)
            #expect(try files.names(in: release.folder.nix).contains(NixPlan.workflowName))
            try await release.write(release.request())
            #expect(try files.names(in: release.folder.nix) == ["flake.lock", "flake.nix", "package.nix"])
        }
    }

    @Test func theFlakeGoesToTheProjectTooWhereItIsWanted() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            try await release.write(release.request { $0.flake = try RelativePath("nix/flake.nix") })
            for name in ["flake.nix", "package.nix"] {
                let (one, other) = (release.folder.nix.appending(name), folder.appending("nix").appending(name))
                #expect(try files.contents(of: one) == files.contents(of: other))
            }
            try await release.write(release.request { $0.flake = try RelativePath("flake.nix") })
            #expect(try files.status(of: folder.appending("package.nix")) != nil)
        }
    }

    @Test func theFlakeInTheProjectIsNoManifestOfItsVersion() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            var extensions = Extensions()
            try extensions.registerBuiltInVersionSources()
            let reader = ManifestReader(project: folder, files: files, sources: extensions.versionSources)
            try await release.write(release.request { $0.flake = try RelativePath("flake.nix") })
            #expect(try reader.readings(of: nil).isEmpty)
            // One that somebody wrote is.
            try files.write("{ outputs = _: { }; }\n".utf8, to: folder.appending("flake.nix"))
            #expect(try reader.readings(of: nil).map(\.file.string) == ["flake.nix"])
        }
    }

    @Test func filesOfOthersInTheProjectAreLeftAlone() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            for name in ["flake.nix", "package.nix"] {
                let path = folder.appending(name)
                try files.write("{ }\n".utf8, to: path)
                let before = try TreeSnapshot(of: folder)
                let error = await #expect(throws: RelctlError.self) {
                    try await release.write(release.request { $0.flake = try RelativePath("flake.nix") })
                }
                #expect(error?.message.hasSuffix("/\(name)`: it is there, and relctl did not write it") == true)
                #expect(try TreeSnapshot(of: folder) == before)
                try files.removeFile(path)
            }
            // A release that is made leaves its project alone.
            let executor = NixExecutor(Effects.onDisk())
            let request = try release.request { $0.flake = try RelativePath("flake.nix") }
            let plan = try await executor.plan(request, in: release.folder, project: folder)
            #expect(try await executor.execute(plan, in: release.folder, project: nil).count == 3)
            #expect(try files.status(of: folder.appending("flake.nix")) == nil)
        }
    }

    @Test func artifactsThatAreNotWhatTheManifestSaysAreRefused() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let path = release.folder.file("tool.tar.gz")
            try files.write(try files.contents(of: path) + [0], to: path)
            let changed = await #expect(throws: RelctlError.self) { try await release.write(release.request()) }
            #expect(changed?.message.hasSuffix("tool.tar.gz` is not what the manifest lists") == true)
            try files.removeFile(path)
            let missing = await #expect(throws: RelctlError.self) { try await release.write(release.request()) }
            #expect(missing?.message.hasSuffix("is in the manifest, but not there") == true)
            #expect(try files.status(of: release.folder.nix) == nil)
        }
    }

    @Test func whatIsInProgramsIsToldByTheirFirstBytes() throws {
        var programs = NixObservation.Programs()
        programs.add(head: Array("#!/bin/sh\n".utf8), size: 10)
        programs.add(head: [], size: 0)
        #expect(!programs.areNative && !programs.needLoader)
        // An ELF file whose headers lie further on than what was kept of it.
        programs.add(head: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0xff, count: 57), size: 1 << 30)
        #expect(programs.areNative && programs.needLoader)
    }
}
