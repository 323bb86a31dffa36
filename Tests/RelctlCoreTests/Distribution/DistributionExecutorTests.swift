import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct DistributionExecutorTests {
    private let files = LiveFileSystem()

    private func plan(_ texts: [String: String]) throws -> DistributionPlan {
        DistributionPlan(
            files: try texts.map { Distribution.File(path: try RelativePath($0.key), text: $0.value) }
                .sorted { $0.path < $1.path },
            installations: [],
            findings: []
        )
    }

    @Test func theFolderHoldsWhatIsPlannedAndNothingElse() async throws {
        try await withScratchFolder { scratch in
            let folder = ReleaseFolder(scratch)
            let executor = DistributionExecutor(Effects.onDisk())
            let first = try plan(["a/x/1": "one", "a/y": "two", "b": "three"])
            #expect(try executor.outdated(first, in: folder).map(\.string) == ["a/x/1", "a/y", "b"])
            #expect(try files.status(of: folder.distribution) == nil)
            #expect(try executor.execute(first, in: folder).count == 3)
            let before = try TreeSnapshot(of: scratch)
            #expect(try executor.outdated(first, in: folder).isEmpty)
            #expect(try executor.execute(first, in: folder).isEmpty)
            #expect(try TreeSnapshot(of: scratch) == before)
            // A file where a folder was, and a folder where a file was; what is not planned goes.
            try files.write("stray".utf8, to: folder.distribution.appending("a/stray"))
            let second = try plan(["a/x": "uno", "b/c": "tres"])
            let changed = try executor.execute(second, in: folder).map(\.string)
            #expect(changed == ["a/x", "b/c", "a/stray", "a/x/1", "a/y", "b"])
            #expect(try executor.outdated(second, in: folder).isEmpty)
            #expect(try files.text(of: folder.distribution.appending("a/x")) == "uno")
            #expect(try files.text(of: folder.distribution.appending("b/c")) == "tres")
            try files.write("edited".utf8, to: folder.distribution.appending("b/c"))
            #expect(try executor.outdated(second, in: folder).map(\.string) == ["b/c"])
        }
    }

    /// What others keep is neither written to nor removed by a link that leads there.
    @Test func linksAreNotFollowed() async throws {
        try await withScratchFolder { scratch in
            let (folder, other) = (ReleaseFolder(scratch.appending("dist")), scratch.appending("other"))
            try files.createFolder(folder.path)
            try files.createFolder(other)
            try files.write("mine".utf8, to: other.appending("file"))
            let executor = DistributionExecutor(Effects.onDisk())
            let plan = try plan(["a/file": "text"])
            try files.createLink(at: folder.distribution, to: other.string)
            let error = try #require(throws: RelctlError.self) { try executor.execute(plan, in: folder) }
            #expect("\(error)".contains("it is a link, not a folder"), "\(error)")
            try files.removeFile(folder.distribution)
            try files.createFolder(folder.distribution)
            try files.createLink(at: folder.distribution.appending("a"), to: other.string)
            try executor.execute(plan, in: folder)
            #expect(try files.text(of: other.appending("file")) == "mine")
            #expect(try files.status(of: folder.distribution.appending("a"))?.kind == .folder)
            #expect(try files.text(of: folder.distribution.appending("a/file")) == "text")
        }
    }

    /// Commits of a tap that was cloned there are nowhere else.
    @Test(arguments: ["homebrew/.git/config", ".git/config", "homebrew/sub/.git"])
    func aCheckoutIsNotRemoved(path: String) async throws {
        try await withScratchFolder { scratch in
            let folder = ReleaseFolder(scratch)
            let executor = DistributionExecutor(Effects.onDisk())
            let plan = try plan(["homebrew/Formula/x.rb": "text"])
            try executor.requireNoCheckout(in: folder)
            try executor.execute(plan, in: folder)
            try executor.requireNoCheckout(in: folder)
            let file = folder.distribution.appending(path)
            try files.createFolders(file.parent)
            try files.write("own".utf8, to: file)
            let before = try TreeSnapshot(of: scratch)
            let bodies: [() throws -> Void] = [
                { try executor.execute(plan, in: folder) }, { try executor.requireNoCheckout(in: folder) },
            ]
            for body in bodies {
                let error = try #require(throws: RelctlError.self) { try body() }
                #expect("\(error)".contains("it is a checkout of git's"), "\(error)")
            }
            #expect(try TreeSnapshot(of: scratch) == before)
        }
    }

    @Test func nothingIsToldOfWhatIsNotWhatTheManifestSays() async throws {
        try await withScratchFolder { scratch in
            var release = try PackedRelease(in: scratch)
            try await release.pack("t.tar.gz", "tar.gz", for: "x86_64-unknown-linux-gnu", ["t/tool": "#!/bin/sh\n"])
            let executor = DistributionExecutor(Effects.onDisk())
            try await executor.prove(release.manifest, in: release.folder)
            let archive = release.folder.file("t.tar.gz")
            try files.write("other".utf8, to: archive)
            let other = try await #require(throws: RelctlError.self) {
                try await executor.prove(release.manifest, in: release.folder)
            }
            #expect(
                "\(other)".contains("cannot distribute the release")
                    && "\(other)".contains("is not what the manifest lists")
            )
            try files.removeFile(archive)
            await #expect(throws: RelctlError.self) { try await executor.prove(release.manifest, in: release.folder) }
        }
    }
}
