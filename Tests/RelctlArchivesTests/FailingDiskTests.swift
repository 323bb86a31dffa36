import TestSupport
import Testing

@testable import RelctlArchives

/// A disk that fails at any one of the calls that packing makes: an error, and nothing is left.
@Suite struct FailingDiskTests {
    private static func tree() -> ContentTree {
        var tree = ContentTree()
        tree.addFile("1-large", [UInt8](repeating: 7, count: 700_000))
        tree.addFile("2-noise", SampleBytes.noise(80_000))
        for number in 0..<4 { tree.addFile("3-small/\(number)", SampleBytes.text(6000, seed: UInt64(number))) }
        tree.addFile("4-again", SampleBytes.noise(80_000))
        tree.addLink("5-link", to: "1-large")
        return tree
    }

    private static func compression(_ format: String) -> Compression? {
        ["tar.gz", "zip"].contains(format) ? .quick : nil
    }

    // tar.xz is written by the same code as tar.zst, slower.
    @Test(arguments: ["tar", "tar.gz", "tar.zst", "zip"], [1, 8])
    func aFailureAnywhereLeavesNothing(_ format: String, _ threads: Int) async throws {
        try await withScratchFolder { folder in
            let base = LiveFileSystem()
            try Self.tree().write(to: folder)
            let before = try base.names(in: folder)
            var request = try Self.tree().request(in: folder, format: format, compression: Self.compression(format))
            request.engine = ArchiveEngine(threads: threads)
            for failingCall in 1...400 {
                let files = FaultyFileSystem(failingCall: failingCall)
                let outcome = await Result { try await request.pack(with: .onDisk(files: files)) }
                guard files.didFail else {
                    #expect(failingCall > 20)
                    #expect(try Digest(of: base.contents(of: request.packed)) == outcome.get().sha256)
                    return
                }
                #expect(throws: (any Error).self, "call \(failingCall)") { try outcome.get() }
                let left = Set(try base.names(in: folder)).subtracting(before)
                // Only what makes the new name durable comes after it is there.
                #expect(left.isEmpty || left == [request.packed.lastComponent], "call \(failingCall)")
                for name in left { try base.removeFile(folder.appending(name)) }
            }
            Issue.record("packing never ran out of calls")
        }
    }

    /// Where compressed pieces are kept.
    enum Store: CaseIterable {
        case scratch, cache

        /// An engine that keeps pieces in `folder` on `files`.
        func engine(in folder: FilePath, _ files: any FileSystem) -> ArchiveEngine {
            switch self {
            case .cache:
                let cache = PieceCache(PieceCache.Setting(folder: folder), with: .onDisk(files: files))
                return ArchiveEngine(threads: 2, cache: cache)
            case .scratch:
                let engine = ArchiveEngine(threads: 2)
                engine.keepPieces(in: folder, files: files)
                return engine
            }
        }
    }

    @Test(arguments: ["tar.gz", "zip"], Store.allCases)
    func aFailureWherePiecesAreKeptFailsNothing(_ format: String, _ store: Store) async throws {
        try await withScratchFolder { folder in
            let base = LiveFileSystem()
            try Self.tree().write(to: folder)
            let kept = folder.appending("kept")
            var request = try Self.tree().request(in: folder, format: format, compression: .quick)
            request.engine = ArchiveEngine(threads: 2)
            let undisturbed = try await request.pack()
            for failingCall in 1...400 {
                try base.removeTree(kept)
                try base.createFolder(kept)
                let files = FaultyFileSystem(failingCall: failingCall)
                request.engine = store.engine(in: kept, files)
                // What is kept by the first is there for the second.
                for _ in 0..<2 { #expect(try await request.pack() == undisturbed, "call \(failingCall)") }
                request.engine.close()
                if store == .scratch { #expect(try base.names(in: kept) == [], "call \(failingCall)") }
                guard files.didFail else { return #expect(failingCall > 8) }
            }
            Issue.record("packing never ran out of calls")
        }
    }
}
