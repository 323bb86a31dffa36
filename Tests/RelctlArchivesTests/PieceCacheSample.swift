import Synchronization
import TestSupport

@testable import RelctlArchives

/// A place for caches, a clock that tests set, and pieces to keep.
struct PieceCacheSample: Sendable {
    let folder: FilePath
    let clock = SetClock()
    let events = RecordedEvents()
    var files: LiveFileSystem { LiveFileSystem() }

    /// Where the caches of this sample keep their pieces.
    var pieces: FilePath { folder.appending("caches/relctl/pieces") }

    static func scratch(_ body: (PieceCacheSample) async throws -> Void) async throws {
        try await withScratchFolder { try await body(PieceCacheSample(folder: $0)) }
    }

    /// The cache as another run of relctl would open it.
    func cache(limit: UInt64 = 1 << 30, files: any FileSystem = LiveFileSystem()) -> PieceCache {
        let effects = Effects(files: files, processes: NoProcesses(), events: events, clock: clock, environment: [:])
        return PieceCache(PieceCache.Setting(folder: pieces, limit: limit), with: effects)
    }

    /// The files of all pieces and of those that are being written.
    func pieceFiles() throws -> [FilePath] {
        guard try files.status(of: pieces) != nil else { return [] }
        return try files.names(in: pieces).filter { $0 != "CACHEDIR.TAG" }.map(pieces.appending)
            .flatMap { folder in try files.names(in: folder).map(folder.appending) }
    }

    /// What verbose runs were told.
    var messages: [String] {
        events.events.compactMap { event in
            if case .message(.detail, let text) = event { text } else { nil }
        }
    }
}

/// Keys and pieces that differ by their number; what they hold is nothing that could be decompressed.
struct SamplePiece: Sendable {
    var key: PieceKey
    var piece: CompressedPiece

    init(_ number: UInt64, compressedTo count: Int = 9000) {
        var random = SeededGenerator(seed: number)
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let size = 20_000 + Int(number)
        key = PieceKey(
            content: Digest(of: bytes),
            size: size,
            ending: .joint,
            compression: Compression(engine: "relctl-1", level: 6)
        )
        piece = CompressedPiece(bytes: bytes, size: size, checksum: UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
    }
}

extension CompressedPiece {
    /// Whether this is the other one in all that it says.
    func equals(_ other: CompressedPiece?) -> Bool {
        bytes == other?.bytes && size == other?.size && checksum == other?.checksum
    }
}

/// A clock that stands where it is put.
final class SetClock: WallClock {
    private let seconds = Mutex<Int64>(1_800_000_000)

    var secondsSinceEpoch: Int64 { seconds.withLock { $0 } }
    var uptime: Duration { .zero }

    func set(_ time: Int64) { seconds.withLock { $0 = time } }
    func sleep(for duration: Duration) async throws {}
}
