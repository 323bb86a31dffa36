/// How far back a short match may lie and still cost less than the literals that it stands for.
///
/// Where the data has few different bytes, literals are cheap, and a short match a long way back costs more than they do.
/// What literals cost is learnt from the chunk before; short matches that are not worth their bits also hide longer ones
/// that begin a byte later.
final class MatchWorth {
    /// From this length on, a match is worth any distance.
    static let ample = 10
    /// What a match's length and its distance's slot cost beside the distance's extra bits, in 256ths of a bit.
    private static let overhead = 2_600

    /// By length, the farthest distance that is worth it.
    let farthest = DeflateTable<Int32>(repeating: 0, count: ample + 1)
    private let entropy: DeflateEntropy
    private let histogram = DeflateTable<UInt32>(repeating: 0, count: 256)

    init(entropy: DeflateEntropy) { self.entropy = entropy }

    /// Takes the distribution of some bytes for that of literals, for want of better.
    func estimate(from bytes: UnsafePointer<UInt8>, count: Int) {
        histogram.base.update(repeating: 0, count: 256)
        for index in 0..<count { histogram.base[Int(bytes[index])] &+= 1 }
        let literal = averageCost(of: histogram.base, among: UInt32(truncatingIfNeeded: count))
        setFarthest(literal: literal, match: 256)
    }

    /// Learns from the frequencies of literals and lengths in a chunk, of which there is at least one.
    func learn(from frequencies: UnsafePointer<UInt32>) {
        var literals: UInt32 = 0
        for symbol in 0..<DeflateSymbols.endOfBlock { literals &+= frequencies[symbol] }
        var matches: UInt32 = 0
        for symbol in DeflateSymbols.firstLength..<DeflateSymbols.literalCount { matches &+= frequencies[symbol] }
        guard literals > 64 else { return }
        let literal = averageCost(of: frequencies, among: literals &+ matches &>> 2)
        setFarthest(literal: literal, match: 0)
    }

    /// What a literal costs on average in a code for `total` symbols, in 256ths of a bit.
    private func averageCost(of frequencies: UnsafePointer<UInt32>, among total: UInt32) -> Int {
        var literals = 0
        var products = 0
        for symbol in 0..<256 {
            literals &+= Int(truncatingIfNeeded: frequencies[symbol])
            products &+= entropy.product(frequencies[symbol])
        }
        guard literals > 0 else { return 8 &<< 8 }
        return (literals &* Int(entropy.logarithm(total) &>> 8) &- products) / literals
    }

    private func setFarthest(literal: Int, match: Int) {
        for length in DeflateSymbols.shortest...Self.ample {
            // A slot with that many extra bits reaches to four times their range.
            let extra = (length &* literal &- match &- Self.overhead) &>> 8
            farthest.base[length] =
                extra < 0 ? 0 : Int32(truncatingIfNeeded: min(DeflatePiece.windowSize, 4 &<< min(extra, 13)))
        }
        farthest.base[Self.ample] = Int32(truncatingIfNeeded: DeflatePiece.windowSize)
    }
}
