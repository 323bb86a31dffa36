/// What all packing of one run shares: how much is compressed at once, and what was compressed already.
package final class ArchiveEngine: Sendable {
    /// Pieces that are compressed at a time, over all archives.
    package let threads: Int
    /// Where compressed pieces are kept, if anywhere.
    let store: (any PieceStore)?

    /// Shares `threads` and `store`.
    init(threads: Int, store: (any PieceStore)? = nil) {
        self.threads = max(1, threads)
        self.store = store
    }
}
