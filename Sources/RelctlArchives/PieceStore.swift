/// Keeps compressed pieces, so that the same bytes are compressed once.
package protocol PieceStore: AnyObject, Sendable {
    /// The piece that was kept for this key; nothing if there is none, or none that can be trusted.
    func piece(for key: PieceKey) -> CompressedPiece?
    /// Keeps a piece, and says whether it does; that it cannot be kept fails nothing.
    @discardableResult func keep(_ piece: CompressedPiece, for key: PieceKey) -> Bool
    /// Ends the run: what shall not outlive it is removed, what shall is brought within its bounds.
    func close()
    /// Whether later runs find what is kept; else what cannot come twice in a run need not be kept.
    var outlivesRun: Bool { get }
}

extension PieceStore {
    package var outlivesRun: Bool { true }
}

/// What decides the bytes of a compressed piece.
package struct PieceKey: Sendable, Hashable {
    /// The SHA-256 of all bytes from the last joint without dictionary up to the piece's end; dictionary and piece are
    /// the last of them.
    var content: Digest
    /// Bytes of the piece.
    var size: Int
    /// Whether anything follows the piece in its stream.
    var ending: DeflatePiece.Ending
    /// The encoder with its version, and the level.
    var compression: Compression
}

/// A piece, compressed.
package struct CompressedPiece: Sendable {
    /// Raw DEFLATE.
    var bytes: [UInt8]
    /// Bytes before compression.
    var size: Int
    /// The CRC-32 of the bytes before compression.
    var checksum: UInt32
}
