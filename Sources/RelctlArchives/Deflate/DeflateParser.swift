/// Turns the bytes of a window into literals and matches, from its beginning to its end.
protocol DeflateParser: AnyObject {
    /// Begins with a window, whose first `start` bytes are only for matches to reach back to.
    func begin(_ window: DeflateWindow, from start: Int)
    /// Parses from where it stands to the first position that is not before `chunkEnd`.
    ///
    /// - Returns: Where it stands then, at most 257 bytes farther.
    func parse(from position: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int
}

/// What a parser looks at.
struct DeflateWindow {
    /// What the window's bytes begin with; valid for the time of one piece.
    let bytes: UnsafePointer<UInt8>
    /// Their number, beyond which nothing is read.
    let count: Int
    /// By length up to ``MatchWorth/ample``, how far back a match is worth its bits.
    let farthest: UnsafePointer<Int32>
}

/// Takes each match that is found, or looks a byte ahead for a better one.
final class HashChainParser: DeflateParser {
    private static let headBits: UInt32 = 17
    private static let tripleBits: UInt32 = 14

    private let effort: HashChainEffort
    private let heads = DeflateTable<Int32>(repeating: HashChains.none, count: 1 << headBits)
    private let triples = DeflateTable<Int32>(repeating: HashChains.none, count: 1 << tripleBits)
    private let steps = DeflateTable<UInt16>(repeating: 0, count: DeflatePiece.windowSize)
    private var chains: HashChains?

    init(_ effort: HashChainEffort) { self.effort = effort }

    func begin(_ window: DeflateWindow, from start: Int) {
        // Small pieces need few entries, and clearing more would take longer than compressing them.
        let bits = max(
            8,
            min(Self.headBits, UInt32(truncatingIfNeeded: Int.bitWidth - window.count.leadingZeroBitCount))
        )
        let tripleBits = min(Self.tripleBits, bits)
        heads.base.update(repeating: HashChains.none, count: 1 << bits)
        triples.base.update(repeating: HashChains.none, count: 1 << tripleBits)
        let chains = HashChains(
            window: window.bytes,
            end: window.count,
            heads: heads.base,
            headShift: 32 - bits,
            steps: steps.base,
            triples: triples.base,
            tripleShift: 32 - tripleBits,
            farthest: window.farthest
        )
        chains.insert(from: 0, to: start, triplesBefore: 8_192)
        self.chains = chains
    }

    func parse(from position: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int {
        guard let chains else { return position }
        return effort.isLazy
            ? chains.parseLazily(from: position, to: chunkEnd, effort: effort, into: &sink)
            : chains.parseGreedily(from: position, to: chunkEnd, effort: effort, into: &sink)
    }
}

/// Takes the last occurrence of four bytes.
final class RecentHashParser: DeflateParser {
    private static let bits: UInt32 = 14

    private let positions = DeflateTable<UInt16>(repeating: 0, count: 1 << bits)
    private var finder: RecentHashes?

    func begin(_ window: DeflateWindow, from start: Int) {
        let bits = max(8, min(Self.bits, UInt32(truncatingIfNeeded: Int.bitWidth - window.count.leadingZeroBitCount)))
        positions.base.update(repeating: 0, count: 1 << bits)
        let finder = RecentHashes(
            window: window.bytes,
            end: window.count,
            positions: positions.base,
            shift: 32 - bits,
            farthest: window.farthest
        )
        for position in 0..<max(0, min(start, window.count - 4)) { finder.insert(position) }
        self.finder = finder
    }

    func parse(from position: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int {
        finder?.parse(from: position, to: chunkEnd, into: &sink) ?? position
    }
}
