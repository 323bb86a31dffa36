/// Gathers chunks of sequences to a block, for as long as one code suits them.
final class DeflateBlockBuilder {
    /// A chunk: what is parsed between two looks at the statistics.
    static let chunkSize = 6 << 10
    /// A block ends at the first chunk that leaves no room for the sequences of one more.
    private static let capacity = 48 << 10
    /// The most sequences that a chunk can have; its last match may reach beyond its end.
    private static let chunkCapacity = chunkSize / DeflateSymbols.shortest + 2
    /// A block ends where it stands for this many bytes.
    private static let longestBlock = 1 << 20
    /// What a block of its own must save, in bits: its description, and what a small chunk's statistics flatter it by.
    private static let splitCost = 650

    private let symbols: DeflateSymbols
    private let entropy: DeflateEntropy
    private let sequences = DeflateTable<DeflateSequence>(
        repeating: DeflateSequence(literals: 0),
        count: capacity + chunkCapacity
    )
    private let gathered = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.frequencyCount)
    private let newest = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.frequencyCount)
    /// The sequences of all chunks but the newest, and of all.
    private var gatheredCount = 0
    private var count = 0
    /// Where the block and the newest chunk begin and end in the window.
    private var blockStart = 0
    private var chunkStart = 0
    private var chunkEnd = 0

    init(symbols: DeflateSymbols, entropy: DeflateEntropy) {
        self.symbols = symbols
        self.entropy = entropy
    }

    /// Forgets all, to begin at a position.
    func reset(to position: Int) {
        gatheredCount = 0
        count = 0
        blockStart = position
        chunkStart = position
        chunkEnd = position
        gathered.base.update(repeating: 0, count: gathered.count)
        newest.base.update(repeating: 0, count: newest.count)
    }

    /// What takes the next chunk.
    func makeSink() -> DeflateSink {
        DeflateSink(
            next: sequences.base + count,
            position: chunkEnd,
            frequencies: newest.base,
            symbols: symbols
        )
    }

    /// Adds the chunk that `sink` took, which ends at `position`.
    ///
    /// - Returns: Whether what was gathered before should be a block of its own.
    func add(_ sink: DeflateSink, endingAt position: Int) -> Bool {
        count = sink.next - sequences.base
        chunkStart = chunkEnd
        chunkEnd = position
        guard chunkStart > blockStart else { return false }
        return count > Self.capacity || position &- blockStart > Self.longestBlock || saving() > Self.splitCost
    }

    /// How many bits it saves to code the newest chunk apart from the others, but for the code's description.
    private func saving() -> Int {
        var together = 0
        for (first, end) in [(0, DeflateSymbols.firstDistance), (DeflateSymbols.firstDistance, newest.count)] {
            var before: UInt32 = 0
            var added: UInt32 = 0
            var bits = 0
            for symbol in first..<end {
                let old = gathered.base[symbol]
                let new = newest.base[symbol]
                before &+= old
                added &+= new
                if old != 0, new != 0 {
                    bits &+= entropy.product(old) &+ entropy.product(new) &- entropy.product(old &+ new)
                }
            }
            together &+= bits &- entropy.product(before) &- entropy.product(added)
            together &+= entropy.product(before &+ added)
        }
        return together &>> 8
    }

    /// How often symbols occur in the newest chunk.
    var newestFrequencies: UnsafePointer<UInt32> { UnsafePointer(newest.base) }

    /// Makes the newest chunk one of those gathered.
    func gather() {
        for symbol in 0..<gathered.count {
            gathered.base[symbol] &+= newest.base[symbol]
            newest.base[symbol] = 0
        }
        gatheredCount = count
        chunkStart = chunkEnd
    }

    /// Hands out what was gathered as a block; ``dropBlock()`` must follow.
    func block(of window: UnsafePointer<UInt8>, isFinal: Bool) -> DeflateBlock {
        gathered.base[DeflateSymbols.endOfBlock] = 1
        return DeflateBlock(
            bytes: window + blockStart,
            count: chunkStart &- blockStart,
            sequences: UnsafePointer(sequences.base),
            sequenceCount: gatheredCount,
            frequencies: UnsafePointer(gathered.base),
            isFinal: isFinal
        )
    }

    /// Begins the next block with the newest chunk.
    func dropBlock() {
        sequences.base.update(from: sequences.base + gatheredCount, count: count &- gatheredCount)
        count &-= gatheredCount
        gatheredCount = 0
        blockStart = chunkStart
        gathered.base.update(repeating: 0, count: gathered.count)
    }
}
