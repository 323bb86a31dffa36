/// The description of a dynamic block's codes, RFC 1951, section 3.2.7.
///
/// The lengths of both codes are one list, in which runs are shortened: 16 repeats the last length, 17 and 18 repeat 0.
final class DeflateCodeLengths {
    private static let symbolCount = 19
    private static let limit = 7
    private static let repeatLast = 16
    private static let repeatZero = 17
    private static let repeatZeroOften = 18

    /// The order in which the lengths of this code's own codes are sent.
    private let order = DeflateTable<UInt8>(repeating: 0, count: symbolCount)
    private let frequencies = DeflateTable<UInt32>(repeating: 0, count: symbolCount)
    private let lengths = DeflateTable<UInt8>(repeating: 0, count: symbolCount)
    private let codes = DeflateTable<UInt32>(repeating: 0, count: symbolCount)
    /// The list of lengths, and what comes of it: a symbol, and above its five bits what its extra bits say.
    private let list = DeflateTable<UInt8>(repeating: 0, count: 320)
    private let items = DeflateTable<UInt16>(repeating: 0, count: 320)
    private var itemCount = 0
    private var literalCount = 0
    private var distanceCount = 0
    private var sentCount = 0

    init() {
        let permutation: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for (index, symbol) in permutation.enumerated() { order.base[index] = symbol }
    }

    /// Prepares the description of two codes.
    ///
    /// - Returns: How many bits it takes.
    func prepare(
        literals: UnsafePointer<UInt8>,
        distances: UnsafePointer<UInt8>,
        with huffman: HuffmanBuilder
    ) -> Int {
        literalCount = DeflateSymbols.literalCount
        while literalCount > DeflateSymbols.firstLength, literals[literalCount &- 1] == 0 { literalCount &-= 1 }
        distanceCount = DeflateSymbols.distanceSlots
        while distanceCount > 1, distances[distanceCount &- 1] == 0 { distanceCount &-= 1 }
        list.base.update(from: literals, count: literalCount)
        (list.base + literalCount).update(from: distances, count: distanceCount)
        shortenRuns(count: literalCount &+ distanceCount)

        huffman.findLengths(lengths.base, of: frequencies.base, count: Self.symbolCount, limit: Self.limit)
        sentCount = Self.symbolCount
        while sentCount > 4, lengths.base[Int(order.base[sentCount &- 1])] == 0 { sentCount &-= 1 }
        var cost = 14 &+ 3 &* sentCount
        for symbol in 0..<Self.symbolCount {
            let bits = Int(lengths.base[symbol]) &+ Self.extraBits(symbol)
            cost &+= Int(truncatingIfNeeded: frequencies.base[symbol]) &* bits
        }
        return cost
    }

    /// Writes the description that was prepared last.
    func write(to output: inout DeflateBitWriter) {
        HuffmanBuilder.assignCodes(codes.base, to: lengths.base, count: Self.symbolCount)
        output.put(UInt64(truncatingIfNeeded: literalCount &- 257), 5)
        output.put(UInt64(truncatingIfNeeded: distanceCount &- 1), 5)
        output.put(UInt64(truncatingIfNeeded: sentCount &- 4), 4)
        output.flush()
        for index in 0..<sentCount {
            output.put(UInt64(lengths.base[Int(order.base[index])]), 3)
            output.flush()
        }
        for index in 0..<itemCount {
            let symbol = Int(items.base[index] & 31)
            output.put(UInt64(codes.base[symbol]), UInt64(lengths.base[symbol]))
            output.put(UInt64(items.base[index] &>> 5), UInt64(truncatingIfNeeded: Self.extraBits(symbol)))
            output.flush()
        }
    }

    private static func extraBits(_ symbol: Int) -> Int {
        switch symbol {
        case repeatLast: 2
        case repeatZero: 3
        case repeatZeroOften: 7
        default: 0
        }
    }

    private func add(_ symbol: Int, extra: Int = 0) {
        items.base[itemCount] = UInt16(truncatingIfNeeded: symbol | extra &<< 5)
        itemCount &+= 1
        frequencies.base[symbol] &+= 1
    }

    /// Makes items of the first lengths of the list, never more than there are lengths.
    private func shortenRuns(count: Int) {
        itemCount = 0
        frequencies.base.update(repeating: 0, count: Self.symbolCount)
        var index = 0
        while index < count {
            let length = list.base[index]
            var run = 1
            while index &+ run < count, list.base[index &+ run] == length { run &+= 1 }
            index &+= run
            if length == 0 {
                while run >= 11 {
                    let taken = min(run, 138)
                    add(Self.repeatZeroOften, extra: taken &- 11)
                    run &-= taken
                }
                if run >= 3 {
                    add(Self.repeatZero, extra: run &- 3)
                    run = 0
                }
            } else if run >= 4 {
                add(Int(length))
                run &-= 1
                while run >= 3 {
                    let taken = min(run, 6)
                    add(Self.repeatLast, extra: taken &- 3)
                    run &-= taken
                }
            }
            for _ in 0..<run { add(Int(length)) }
        }
    }
}
