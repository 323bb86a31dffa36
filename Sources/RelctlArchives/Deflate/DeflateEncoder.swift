/// relctl's own DEFLATE encoder (RFC 1951).
///
/// The bytes that it writes depend on the window, the level and ``version`` alone. Nothing in it fails on any input.
final class DeflateEncoder: DeflateEngine {
    /// Goes up with each change of the bytes that come of some input at some level.
    static let version = 1
    /// The levels that there are.
    static let levels = 1...9

    /// Levels 2 to 8.
    private static let efforts: [HashChainEffort] = [
        HashChainEffort(depth: 4, nice: 16, good: 0, isLazy: false),
        HashChainEffort(depth: 6, nice: 32, good: 0, isLazy: false),
        HashChainEffort(depth: 6, nice: 32, good: 6, isLazy: true),
        HashChainEffort(depth: 8, nice: 48, good: 8, isLazy: true),
        HashChainEffort(depth: 12, nice: 64, good: 8, isLazy: true),
        HashChainEffort(depth: 24, nice: 100, good: 16, isLazy: true),
        HashChainEffort(depth: 64, nice: 160, good: 32, isLazy: true),
    ]

    private let parser: any DeflateParser
    private let symbols = DeflateSymbols()
    private let probe: CompressibilityProbe
    private let worth: MatchWorth
    private let builder: DeflateBlockBuilder
    private let writer: DeflateBlockWriter

    /// Makes an encoder.
    ///
    /// - Parameter level: From 1, the fastest, to 9, the smallest.
    /// - Throws: A ``RelctlError`` where there is no such level.
    init(level: Int) throws {
        guard Self.levels.contains(level) else {
            throw RelctlError("cannot compress at level \(level): there are levels 1 to 9")
        }
        let entropy = DeflateEntropy()
        parser =
            switch level {
            case 1: RecentHashParser()
            case 9: OptimalParser(symbols: symbols, entropy: entropy)
            default: HashChainParser(Self.efforts[level - 2])
            }
        probe = CompressibilityProbe(entropy: entropy)
        worth = MatchWorth(entropy: entropy)
        builder = DeflateBlockBuilder(symbols: symbols, entropy: entropy)
        writer = DeflateBlockWriter(symbols: symbols)
    }

    func compress(
        _ window: UnsafeRawBufferPointer,
        from start: Int,
        ending: DeflatePiece.Ending,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        let count = window.count - start
        guard start >= 0, count >= 0, start <= DeflatePiece.windowSize,
            window.count <= 1 << 30 + DeflatePiece.windowSize,
            output.count >= DeflatePiece.bound(count),
            let first = output.bindMemory(to: UInt8.self).baseAddress
        else {
            throw RelctlError("cannot compress \(count) bytes after \(start) into \(output.count)")
        }
        var writer = DeflateBitWriter(first)
        var endsAligned = false
        if count > 0, let bytes = window.bindMemory(to: UInt8.self).baseAddress {
            let isFinal = ending == .final
            if let kind = compress(
                bytes,
                window.count,
                from: start,
                isFinal: isFinal,
                to: &writer,
                limit: first + output.count
            ) {
                endsAligned = kind == .stored
            } else {
                writer = DeflateBitWriter(first)
                DeflateBlockWriter.writeStored(bytes + start, count, isFinal: isFinal, to: &writer)
                endsAligned = true
            }
        } else if ending == .final {
            // An empty block with fixed codes.
            writer.put(0b011, 10)
        }
        if ending == .joint, !endsAligned { DeflateBlockWriter.writeStored(first, 0, isFinal: false, to: &writer) }
        writer.align()
        return writer.next - first
    }

    /// - Returns: How the last block is written, nil where they had better all be stored, or do not fit otherwise.
    private func compress(
        _ bytes: UnsafePointer<UInt8>,
        _ end: Int,
        from start: Int,
        isFinal: Bool,
        to output: inout DeflateBitWriter,
        limit: UnsafeMutablePointer<UInt8>
    ) -> DeflateBlockWriter.Kind? {
        if probe.findsNothing(in: bytes, from: start, to: end) { return nil }
        parser.begin(
            DeflateWindow(bytes: bytes, count: end, farthest: UnsafePointer(worth.farthest.base)),
            from: start
        )
        builder.reset(to: start)
        worth.estimate(from: bytes + start, count: min(end - start, 4_096))
        var position = start
        while position < end {
            var sink = builder.makeSink()
            position = parser.parse(
                from: position,
                to: min(end, position + DeflateBlockBuilder.chunkSize),
                into: &sink
            )
            sink.close(at: position)
            if builder.add(sink, endingAt: position) {
                let block = builder.block(of: bytes, isFinal: false)
                guard writer.write(block, to: &output, limit: limit) != nil else { return nil }
                builder.dropBlock()
            }
            worth.learn(from: builder.newestFrequencies)
            builder.gather()
        }
        return writer.write(builder.block(of: bytes, isFinal: isFinal), to: &output, limit: limit)
    }
}
