/// What each symbol is expected to cost, with its extra bits, in 256ths of a bit.
final class DeflateCosts {
    private let symbols: DeflateSymbols
    private let entropy: DeflateEntropy
    let literals = DeflateTable<UInt32>(repeating: 0, count: 256)
    /// By length, 3 to 258.
    let lengths = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.longest + 1)
    /// By slot.
    let distances = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.distanceSlots)
    private let frequencies = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.frequencyCount)

    init(symbols: DeflateSymbols, entropy: DeflateEntropy) {
        self.symbols = symbols
        self.entropy = entropy
    }

    /// Supposes, before anything is known, that half of all symbols are matches, that short ones are frequent, and that
    /// literals are spread as the bytes are.
    func guess(from bytes: UnsafePointer<UInt8>, count: Int) {
        let frequencies = frequencies.base
        frequencies.update(repeating: 0, count: DeflateSymbols.frequencyCount)
        for index in 0..<count { frequencies[Int(bytes[index])] &+= 16 }
        let share = UInt32(truncatingIfNeeded: count)
        for slot in 0..<DeflateSymbols.lengthSlots {
            frequencies[DeflateSymbols.firstLength &+ slot] = 1 &+ (slot < 8 ? share : share &>> 2)
        }
        for slot in 0..<DeflateSymbols.distanceSlots { frequencies[DeflateSymbols.firstDistance &+ slot] = 1 }
        learn(from: frequencies)
    }

    /// Learns from how often each symbol was used; what never was costs more than what was once.
    func learn(from frequencies: UnsafePointer<UInt32>) {
        let distances = DeflateSymbols.firstDistance
        var total: UInt32 = 1
        for symbol in 0..<DeflateSymbols.literalCount { total &+= frequencies[symbol] }
        for byte in 0..<256 { literals.base[byte] = cost(frequencies[byte], of: total) }
        for length in DeflateSymbols.shortest...DeflateSymbols.longest {
            let slot = Int(symbols.lengthSlot.base[length])
            lengths.base[length] =
                cost(frequencies[DeflateSymbols.firstLength &+ slot], of: total)
                &+ UInt32(symbols.lengthExtra.base[slot]) &<< 8
        }
        total = 1
        for slot in 0..<DeflateSymbols.distanceSlots { total &+= frequencies[distances &+ slot] }
        for slot in 0..<DeflateSymbols.distanceSlots {
            self.distances.base[slot] =
                cost(frequencies[distances &+ slot], of: total) &+ UInt32(symbols.distanceExtra.base[slot]) &<< 8
        }
    }

    private func cost(_ frequency: UInt32, of total: UInt32) -> UInt32 {
        let all = entropy.logarithm(total) &>> 8
        return frequency == 0 ? min(all &+ 256, 14 &<< 8) : max(all &- entropy.logarithm(frequency) &>> 8, 64)
    }
}
