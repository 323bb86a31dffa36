/// The symbols of RFC 1951, section 3.2.5, by which lengths and distances are coded.
final class DeflateSymbols {
    /// The shortest and the longest match.
    static let shortest = 3
    static let longest = 258
    /// The symbol that ends a block; literals come before it, lengths after.
    static let endOfBlock = 256
    static let firstLength = 257
    static let lengthSlots = 29
    static let distanceSlots = 30
    /// Literals, end of block and lengths; two more have a code in fixed blocks but are never used.
    static let literalCount = firstLength + lengthSlots
    /// Where distances begin in an array of frequencies that holds both alphabets.
    static let firstDistance = 288
    /// Frequencies of both alphabets.
    static let frequencyCount = firstDistance + 32

    /// The slot of each length up to 258, the first three without meaning.
    let lengthSlot = DeflateTable<UInt8>(repeating: 0, count: longest + 1)
    let lengthBase = DeflateTable<UInt16>(repeating: 0, count: lengthSlots)
    let lengthExtra = DeflateTable<UInt8>(repeating: 0, count: lengthSlots)
    /// The slot of `distance - 1` where that is below 256; after those, of `(distance - 1) >> 7`.
    let nearAndFarSlot = DeflateTable<UInt8>(repeating: 0, count: 512)
    let distanceBase = DeflateTable<UInt16>(repeating: 0, count: distanceSlots)
    let distanceExtra = DeflateTable<UInt8>(repeating: 0, count: distanceSlots)

    init() {
        var length = Self.shortest
        for slot in 0..<Self.lengthSlots - 1 {
            let extra = slot < 8 ? 0 : slot / 4 - 1
            lengthBase.base[slot] = UInt16(truncatingIfNeeded: length)
            lengthExtra.base[slot] = UInt8(truncatingIfNeeded: extra)
            // The last of these slots would reach 258, which has one of its own.
            for _ in 0..<1 << extra where length < Self.longest {
                lengthSlot.base[length] = UInt8(truncatingIfNeeded: slot)
                length += 1
            }
        }
        lengthBase.base[Self.lengthSlots - 1] = UInt16(truncatingIfNeeded: Self.longest)
        lengthSlot.base[Self.longest] = UInt8(truncatingIfNeeded: Self.lengthSlots - 1)

        var distance = 1
        for slot in 0..<Self.distanceSlots {
            let extra = slot < 4 ? 0 : slot / 2 - 1
            distanceBase.base[slot] = UInt16(truncatingIfNeeded: distance)
            distanceExtra.base[slot] = UInt8(truncatingIfNeeded: extra)
            for _ in 0..<1 << extra {
                let index = distance - 1
                // Beyond 256 all distances of one 128th share a slot.
                nearAndFarSlot.base[index < 256 ? index : 256 + index >> 7] = UInt8(truncatingIfNeeded: slot)
                distance += 1
            }
        }
    }
}
