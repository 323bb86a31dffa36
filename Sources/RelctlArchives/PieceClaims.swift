internal import Synchronization

/// Who is making which piece, so that nobody makes it a second time meanwhile.
final class PieceClaims: Sendable {
    private typealias Waiting = CheckedContinuation<CompressedPiece?, Never>

    private let inProgress = Mutex<[PieceKey: [Waiting]]>([:])

    /// Whether the caller is to make this piece, and then to ``settle(_:_:)`` it; else somebody else makes it.
    func claim(_ key: PieceKey) -> Bool {
        inProgress.withLock { inProgress in
            guard inProgress[key] == nil else { return false }
            inProgress[key] = []
            return true
        }
    }

    /// Returns when whoever makes this piece is done: the piece, or nothing if it could not be made or was done before.
    func outcome(of key: PieceKey) async -> CompressedPiece? {
        await withCheckedContinuation { continuation in
            let isWaiting = inProgress.withLock { inProgress in
                guard inProgress[key] != nil else { return false }
                inProgress[key]?.append(continuation)
                return true
            }
            if !isWaiting { continuation.resume(returning: nil) }
        }
    }

    /// Ends a claim, with what came of it.
    func settle(_ key: PieceKey, _ piece: CompressedPiece?) {
        let waiting = inProgress.withLock { $0.removeValue(forKey: key) } ?? []
        for continuation in waiting { continuation.resume(returning: piece) }
    }
}
