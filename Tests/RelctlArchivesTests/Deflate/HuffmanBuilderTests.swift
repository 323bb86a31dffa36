import TestSupport
import Testing

@testable import RelctlArchives

@Suite struct HuffmanBuilderTests {
    /// The code lengths that come of frequencies.
    private static func lengths(_ frequencies: [UInt32], limit: Int, _ builder: HuffmanBuilder) throws -> [Int] {
        var lengths = [UInt8](repeating: 0xFF, count: frequencies.count + 1)
        try frequencies.withUnsafeBufferPointer { frequencies in
            try lengths.withUnsafeMutableBufferPointer { lengths in
                builder.findLengths(
                    try #require(lengths.baseAddress),
                    of: try #require(frequencies.baseAddress),
                    count: frequencies.count,
                    limit: limit
                )
            }
        }
        #expect(lengths.last == 0xFF, "the byte after the last was written to")
        return lengths.dropLast().map { Int($0) }
    }

    /// Whether codes of these lengths use up what there is, neither less nor more (Kraft's equality).
    private static func isComplete(_ lengths: [Int]) -> Bool {
        lengths.reduce(0) { $1 == 0 ? $0 : $0 + 1 << (15 - $1) } == 1 << 15
    }

    private static func cost(_ lengths: [Int], _ frequencies: [UInt32]) -> Int {
        zip(lengths, frequencies).reduce(0) { $0 + $1.0 * Int($1.1) }
    }

    /// The least cost of any code within a limit: coin collector's problem, each item a set of symbols written out.
    ///
    /// Larmore and Hirschberg (1990), in its simplest form: nothing is shared with what it is compared to.
    private static func leastCost(_ frequencies: [UInt32], limit: Int) -> Int {
        let leaves = frequencies.filter { $0 > 0 }.map { Int($0) }.sorted()
        var items: [Int] = []
        for _ in 0..<limit {
            let packages = stride(from: 0, to: items.count - 1, by: 2).map { items[$0] + items[$0 + 1] }
            items = (leaves + packages).sorted()
        }
        return items.prefix(2 * leaves.count - 2).reduce(0, +)
    }

    /// The cost of Huffman's own code, which knows no limit.
    private static func leastCost(_ frequencies: [UInt32]) -> Int {
        var weights = frequencies.filter { $0 > 0 }.map { Int($0) }
        var cost = 0
        while weights.count > 1 {
            weights.sort(by: >)
            let merged = weights.removeLast() + weights.removeLast()
            cost += merged
            weights.append(merged)
        }
        return cost
    }

    private static func fibonacci(_ count: Int) -> [UInt32] {
        var numbers: [UInt32] = [1, 1]
        while numbers.count < count { numbers.append(numbers[numbers.count - 1] + numbers[numbers.count - 2]) }
        return Array(numbers.prefix(count))
    }

    /// Checks all that a code must be.
    private static func check(_ frequencies: [UInt32], limit: Int, _ builder: HuffmanBuilder) throws {
        let lengths = try lengths(frequencies, limit: limit, builder)
        let used = frequencies.count { $0 > 0 }
        #expect(isComplete(lengths), "\(frequencies) within \(limit): \(lengths)")
        #expect((lengths.max() ?? 0) <= limit)
        if used >= 2 {
            #expect(zip(lengths, frequencies).allSatisfy { ($0 > 0) == ($1 > 0) }, "\(frequencies): \(lengths)")
            #expect(cost(lengths, frequencies) == leastCost(frequencies, limit: limit), "\(frequencies) in \(limit)")
        } else {
            #expect(lengths.count { $0 == 1 } == 2 && lengths.max() == 1)
            #expect(zip(lengths, frequencies).allSatisfy { $1 == 0 || $0 == 1 })
        }
    }

    @Test(arguments: [(286, 15), (30, 15), (286, 14), (19, 7)])
    func randomFrequenciesGetTheCheapestCodeWithinTheLimit(count: Int, limit: Int) throws {
        let builder = HuffmanBuilder()
        var generator = SeededGenerator(seed: UInt64(count + limit))
        for round in 0..<40 {
            // From all about the same to all powers of two.
            let steepness = UInt64(round % 20)
            let frequencies = (0..<count).map { _ -> UInt32 in
                guard generator.next() % 3 != 0 else { return 0 }
                return UInt32(1 + generator.next() % 16) << UInt32(generator.next() % (steepness + 1))
            }
            try Self.check(frequencies, limit: limit, builder)
        }
    }

    @Test(arguments: [(15, 30), (14, 30), (7, 19), (15, 16), (15, 17), (7, 8), (7, 9)])
    func frequenciesThatWantLongCodesKeepTheLimit(limit: Int, count: Int) throws {
        let builder = HuffmanBuilder()
        let rising = Self.fibonacci(count)
        let few = Array(rising.prefix(limit + 1))
        // Just as long as allowed, so nothing is to be repaired: Huffman's own code.
        let exact = try Self.lengths(few, limit: limit, builder)
        #expect(exact.max() == limit)
        #expect(Self.cost(exact, few) == Self.leastCost(few))
        try Self.check(rising, limit: limit, builder)
        try Self.check(rising.reversed(), limit: limit, builder)
        var generator = SeededGenerator(seed: 1)
        try Self.check(rising.shuffled(using: &generator), limit: limit, builder)
    }

    @Test func alphabetsOfFewSymbolsGetTheCheapestCode() throws {
        let builder = HuffmanBuilder()
        // All frequencies of up to four symbols among 0...4.
        for number in 0..<625 {
            let frequencies = [number % 5, number / 5 % 5, number / 25 % 5, number / 125].map { UInt32($0) }
            try Self.check(frequencies, limit: 15, builder)
            if frequencies.count(where: { $0 > 0 }) > 1 {
                let lengths = try Self.lengths(frequencies, limit: 15, builder)
                #expect(Self.cost(lengths, frequencies) == Self.leastCost(frequencies))
            }
        }
    }

    @Test func aCodeOfOneSymbolOrNoneIsComplete() throws {
        let builder = HuffmanBuilder()
        for count in [19, 30, 286] {
            try Self.check([UInt32](repeating: 0, count: count), limit: 7, builder)
            for symbol in [0, 1, 2, count - 1] {
                var frequencies = [UInt32](repeating: 0, count: count)
                frequencies[symbol] = 77
                try Self.check(frequencies, limit: 7, builder)
            }
        }
    }

    @Test func manySymbolsOfOneFrequencyFillTheLimit() throws {
        let builder = HuffmanBuilder()
        for limit in 9...15 { try Self.check([UInt32](repeating: 3, count: 286), limit: limit, builder) }
        for limit in 5...15 { try Self.check([UInt32](repeating: 1 << 20, count: 30), limit: limit, builder) }
    }

    /// Canonical codes: in order of length, then of symbol, each one more than the one before (RFC 1951, section 3.2.2).
    @Test func codesAreThoseThatADecoderDerivesFromTheLengths() throws {
        let builder = HuffmanBuilder()
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<30 {
            let frequencies = (0..<60).map { _ in UInt32(generator.low(3) << generator.low(12)) }
            let lengths = try Self.lengths(frequencies, limit: 15, builder)
            var codes = [UInt32](repeating: 0, count: lengths.count)
            try lengths.map { UInt8($0) }.withUnsafeBufferPointer { lengths in
                try codes.withUnsafeMutableBufferPointer { codes in
                    HuffmanBuilder.assignCodes(
                        try #require(codes.baseAddress),
                        to: try #require(lengths.baseAddress),
                        count: lengths.count
                    )
                }
            }
            var next = 0
            var previous = 0
            for symbol in lengths.indices.filter({ lengths[$0] > 0 }).sorted(by: {
                (lengths[$0], $0) < (lengths[$1], $1)
            }) {
                next <<= lengths[symbol] - previous
                previous = lengths[symbol]
                let reversed = (0..<previous).reduce(0) { $0 << 1 | next >> $1 & 1 }
                #expect(Int(codes[symbol]) == reversed, "symbol \(symbol) of \(lengths)")
                next += 1
            }
            #expect(next == 1 << previous)
        }
    }
}
