/// Compresses pieces of a stream to raw DEFLATE (RFC 1951), each by itself, so that pieces can be compressed at once
/// and put together afterwards.
///
/// What comes out depends on the arguments, the engine and its level alone. An engine is used by one thread at a time,
/// and for any number of pieces.
package protocol DeflateEngine: AnyObject {
    /// Compresses `window[start...]`; the bytes before, at most 32 KiB, are what its matches may reach back into.
    ///
    /// `output` has room for at least ``DeflatePiece/bound(_:)`` of the bytes to compress.
    ///
    /// - Returns: How many bytes were written to `output`.
    func compress(
        _ window: UnsafeRawBufferPointer,
        from start: Int,
        ending: DeflatePiece.Ending,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int
}

/// A part of a raw DEFLATE stream.
package enum DeflatePiece {
    /// How a piece ends.
    package enum Ending: UInt8, Sendable, Hashable {
        /// At a byte's boundary, with an empty stored block: another piece follows.
        case joint
        /// With a block that says that it is the last.
        case final
    }

    /// The largest part of the past that a match may reach back to, RFC 1951, section 2.
    package static let windowSize = 32 << 10

    /// How many bytes `count` bytes can become at most: stored blocks of 16,383 bytes with 5 bytes each, and what ends
    /// the piece.
    package static func bound(_ count: Int) -> Int { count + 5 * (count / 16_383 + 2) + 16 }
}
