import RelctlCore

/// An engine of relctl's over the input in pieces, as an archive's long file is compressed, or in one.
struct PieceStream {
    let engine: any DeflateEngine
    let pieceSize: Int

    /// How many bytes `count` bytes can become at most.
    func bound(_ count: Int) -> Int {
        count / pieceSize * DeflatePiece.bound(pieceSize) + DeflatePiece.bound(count % pieceSize)
    }

    /// Compresses `input` to one raw DEFLATE stream, and returns how many bytes it has become.
    func compress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws -> Int {
        var (start, size) = (0, 0)
        repeat {
            let end = min(start + pieceSize, input.count)
            let past = max(0, start - DeflatePiece.windowSize)
            size += try engine.compress(
                UnsafeRawBufferPointer(rebasing: input[past..<end]),
                from: start - past,
                ending: end == input.count ? .final : .joint,
                into: UnsafeMutableRawBufferPointer(rebasing: output[size...])
            )
            start = end
        } while start < input.count
        return size
    }
}
