/// Keeps pieces from run to run where that is possible, and the others for this run.
///
/// A cache does not take everything: small pieces, more than its limit, anything when its folder cannot be written to. The
/// same bytes are compressed once within a run all the same.
final class LayeredPieceStore: PieceStore {
    private let cache: any PieceStore
    private let others: any PieceStore

    /// Keeps in `others` what `cache` does not take.
    init(_ cache: any PieceStore, others: any PieceStore) {
        self.cache = cache
        self.others = others
    }

    func piece(for key: PieceKey) -> CompressedPiece? { cache.piece(for: key) ?? others.piece(for: key) }

    func keep(_ piece: CompressedPiece, for key: PieceKey) -> Bool {
        cache.keep(piece, for: key) || others.keep(piece, for: key)
    }

    func close() {
        cache.close()
        others.close()
    }
}
