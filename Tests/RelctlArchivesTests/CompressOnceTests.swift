import Synchronization
import TestSupport
import Testing

@testable import RelctlArchives

/// The same bytes are compressed once in a run, wherever they stand.
@Suite struct CompressOnceTests {
    /// Counts what is kept, which is what was compressed; hands out what it is asked for, or nothing.
    private final class CountingStore: PieceStore {
        private let kept = Mutex<[PieceKey: CompressedPiece]>([:])
        private let count = Mutex((pieces: 0, bytes: 0))
        private let isForgetful: Bool

        init(isForgetful: Bool = false) { self.isForgetful = isForgetful }

        /// Bytes that were compressed so far.
        var bytes: Int { count.withLock { $0.bytes } }
        /// Pieces that were compressed so far, and how many of them differ.
        var pieces: (compressed: Int, different: Int) { (count.withLock { $0.pieces }, kept.withLock { $0.count }) }

        func piece(for key: PieceKey) -> CompressedPiece? {
            isForgetful ? nil : kept.withLock { $0[key] }
        }

        @discardableResult func keep(_ piece: CompressedPiece, for key: PieceKey) -> Bool {
            kept.withLock { $0[key] = piece }
            count.withLock { $0 = ($0.pieces + 1, $0.bytes + piece.size) }
            return true
        }

        func close() {}
    }

    static let size = 3_000_000

    /// Three copies of one file in three places, between other things.
    private static func tree() -> ContentTree {
        var tree = ContentTree()
        for path in ["bin/tool.exe", "demo/target/release/tool.exe", "tool.exe"] {
            tree.addFile(path, SampleBytes.text(size), isExecutable: true)
        }
        for number in 0..<30 { tree.addFile("demo/\(number)", SampleBytes.text(1000, seed: UInt64(number))) }
        return tree
    }

    private static func pack(
        _ tree: ContentTree,
        _ format: String,
        in folder: FilePath,
        _ engine: ArchiveEngine
    ) async throws -> PackagedArchive {
        var request = try tree.request(
            in: folder,
            format: format,
            target: "x86_64-pc-windows-msvc",
            compression: .quick
        )
        request.engine = engine
        return try await request.pack()
    }

    @Test(arguments: ["tar.gz", "zip"], [1, 8])
    func copiesInOneArchiveCostOne(_ format: String, _ threads: Int) async throws {
        try await withScratchFolder { folder in
            try Self.tree().write(to: folder)
            let store = CountingStore()
            _ = try await Self.pack(Self.tree(), format, in: folder, ArchiveEngine(threads: threads, store: store))
            #expect(store.bytes >= Self.size)
            #expect(store.bytes < Self.size + 500_000)
            #expect(store.pieces.compressed == store.pieces.different)
        }
    }

    @Test(arguments: [1, 8]) func anotherArchiveOfTheRunCostsOnlyWhatIsNew(_ threads: Int) async throws {
        try await withScratchFolder { folder in
            var tree = Self.tree()
            try tree.write(to: folder)
            let store = CountingStore()
            let engine = ArchiveEngine(threads: threads, store: store)
            _ = try await Self.pack(tree, "tar.gz", in: folder, engine)
            let first = store.bytes
            // Another format, another order, and one file more.
            var more = ContentTree()
            more.addFile("a new one", SampleBytes.text(400_000, seed: 9))
            try more.write(to: folder)
            tree.add(more)
            _ = try await Self.pack(tree, "zip", in: folder, engine)
            #expect(store.bytes >= first + 400_000)
            #expect(store.bytes < first + 900_000)
            // The same once more costs nothing.
            let second = store.bytes
            _ = try await Self.pack(tree, "zip", in: folder, engine)
            #expect(store.bytes == second)
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func whatAStoreRemembersDecidesNothingAboutTheBytes(_ format: String) async throws {
        try await withScratchFolder { folder in
            try Self.tree().write(to: folder)
            let stores = [nil, CountingStore(), CountingStore(isForgetful: true)]
            var digests: Set<Digest> = []
            for store in stores {
                for _ in 0..<2 {
                    let engine = ArchiveEngine(threads: 2, store: store)
                    digests.insert(try await Self.pack(Self.tree(), format, in: folder, engine).sha256)
                }
            }
            #expect(digests.count == 1)
        }
    }
}
