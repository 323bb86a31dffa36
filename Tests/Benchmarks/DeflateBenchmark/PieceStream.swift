import RelctlCore

/// An engine of relctl's over the input in pieces, as an archive's long file is compressed.
struct PieceStream: BenchmarkSubject {
    let engine: any DeflateEngine
    private let pieceSize = PieceCutter.pieceSize

    init(_ engine: any DeflateEngine) { self.engine = engine }

    func bound(_ count: Int) -> Int {
        let pieces = count / pieceSize + 1
        return pieces * DeflatePiece.bound(pieceSize)
    }

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
