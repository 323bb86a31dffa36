/// What one task compresses: enough to be worth a task.
enum PieceBatch: Sendable {
    /// Pieces whose bytes lie in a buffer, which nobody touches meanwhile.
    case read(PieceBuffer, [Piece])
    /// A piece that was compressed before and need not be read again, if it is still kept.
    case known(KnownPiece)
}

/// A piece before it is compressed, in a ``PieceBuffer``.
struct Piece: Sendable {
    /// Where its matches may reach back to; at most ``DeflatePiece/windowSize`` before `bytes`.
    var windowStart: Int
    /// Its own bytes.
    var bytes: Range<Int>
    /// How it ends; nothing if it is not compressed at all.
    var ending: DeflatePiece.Ending?
    /// What it is known by, if the same may come again.
    var key: PieceKey?
}

/// A piece of a file that was packed before and has not changed.
struct KnownPiece: Sendable {
    var key: PieceKey
    /// The file.
    var content: EntryContent
    /// Where in the file the piece begins.
    var offset: UInt64
    var files: any FileSystem

    /// Reads the piece into an empty buffer, for the case that it is not kept any more.
    func read(into buffer: PieceBuffer) throws -> Piece {
        let past = Int(min(offset, UInt64(DeflatePiece.windowSize)))
        let reader = try content.open(in: files)
        try reader.seek(to: offset - UInt64(past))
        while buffer.count < past + key.size {
            _ = try buffer.append(upTo: past + key.size - buffer.count) { try reader.read(into: $0) }
        }
        try reader.finish()
        return Piece(windowStart: 0, bytes: past..<buffer.count, ending: key.ending, key: key)
    }
}

/// A file that was packed before, as pieces that are the same wherever the file is packed.
struct KnownFile: Sendable {
    /// The digest of its content.
    var digest: Digest
    /// The keys of its pieces; each piece but the last is a whole one.
    var keys: [PieceKey]
}
