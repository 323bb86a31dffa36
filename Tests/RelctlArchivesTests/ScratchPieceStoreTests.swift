import TestSupport
import Testing

@testable import RelctlArchives

@Suite struct ScratchPieceStoreTests {
    static let pieces = (0..<8).map { number in
        CompressedPiece(
            bytes: PieceCutterTests.bytes(1000 * number + 1, seed: UInt64(number)),
            size: 5000 + number,
            checksum: UInt32(number)
        )
    }

    static func key(_ piece: CompressedPiece) -> PieceKey {
        PieceKey(content: Digest(of: piece.bytes), size: piece.size, ending: .joint, compression: .standardDeflate)
    }

    @Test func whatIsKeptIsFoundAndTheFolderShowsNothingOfIt() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let store = ScratchPieceStore(in: folder, files: files)
            for piece in Self.pieces {
                #expect(store.piece(for: Self.key(piece))?.bytes == nil)
                store.keep(piece, for: Self.key(piece))
                #expect(try files.names(in: folder).isEmpty)
            }
            for piece in Self.pieces.reversed() {
                let found = try #require(store.piece(for: Self.key(piece)))
                #expect(found.bytes == piece.bytes)
                #expect((found.size, found.checksum) == (piece.size, piece.checksum))
            }
            store.close()
            #expect(store.piece(for: Self.key(Self.pieces[0]))?.bytes == nil)
            store.keep(Self.pieces[0], for: Self.key(Self.pieces[0]))
            #expect(store.piece(for: Self.key(Self.pieces[0]))?.bytes == nil)
        }
    }

    @Test func theLastRoomOnADiskIsLeftToTheArchives() async throws {
        try await withScratchFolder { folder async throws in
            let files = FaultyFileSystem(failingCall: .max, freeSpace: 100 << 20)
            let store = ScratchPieceStore(in: folder, files: files)
            #expect(!store.keep(Self.pieces[0], for: Self.key(Self.pieces[0])))
            #expect(store.piece(for: Self.key(Self.pieces[0]))?.bytes == nil)
            #expect(try LiveFileSystem().names(in: folder).isEmpty)
        }
    }

    /// A disk on which any one call fails, be it that it is full: pieces are missing then, and never wrong.
    @Test func everyFailingCallOnlyLosesPieces() async throws {
        try await withScratchFolder { folder in
            for call in 1...100 {
                let files = FaultyFileSystem(failingCall: call)
                let store = ScratchPieceStore(in: folder, files: files)
                for piece in Self.pieces { store.keep(piece, for: Self.key(piece)) }
                var found = 0
                for piece in Self.pieces {
                    guard let kept = store.piece(for: Self.key(piece)) else { continue }
                    #expect(kept.bytes == piece.bytes)
                    found += 1
                }
                store.close()
                let left = try LiveFileSystem().names(in: folder)
                #expect(left.isEmpty)
                guard files.didFail else {
                    #expect(found == Self.pieces.count)
                    return #expect(call > 10)
                }
            }
            Issue.record("the store never ran out of calls")
        }
    }

    @Test func whatAKilledRunLeftIsReplaced() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write("left behind".utf8, to: folder.appending(".pieces.new"))
            let store = ScratchPieceStore(in: folder, files: LiveFileSystem())
            store.keep(Self.pieces[3], for: Self.key(Self.pieces[3]))
            #expect(store.piece(for: Self.key(Self.pieces[3]))?.bytes == Self.pieces[3].bytes)
            #expect(try LiveFileSystem().names(in: folder).isEmpty)
            store.close()
        }
    }
}
