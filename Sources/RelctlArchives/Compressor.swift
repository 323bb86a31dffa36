/// An encoder and the memory it writes to.
///
/// It belongs to one task at a time, that of the permit it was given with; that is why it may cross tasks unchecked.
final class Compressor: @unchecked Sendable {
    private let engine: any DeflateEngine
    private let output = UnsafeMutableRawBufferPointer.allocate(
        byteCount: DeflatePiece.bound(PieceCutter.pieceSize),
        alignment: 64
    )

    init(_ engine: any DeflateEngine) { self.engine = engine }

    deinit { output.deallocate() }

    /// Compresses `window[start...]`, which is not more than a piece.
    func compress(
        _ window: UnsafeRawBufferPointer,
        from start: Int,
        ending: DeflatePiece.Ending
    ) throws -> [UInt8] {
        let count = try engine.compress(window, from: start, ending: ending, into: output)
        return [UInt8](UnsafeRawBufferPointer(rebasing: output.prefix(count)))
    }
}
