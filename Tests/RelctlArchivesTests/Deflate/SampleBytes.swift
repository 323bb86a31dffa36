import TestSupport

@testable import RelctlArchives

/// Kinds of bytes that a compressor meets, or hopes never to meet.
enum SampleKind: Sendable, Hashable {
    case equal, different, random
    case text, table, machineCode, executable
    /// Random bytes that repeat themselves after so many.
    case periodic(Int)
    /// Noise, in which strings of lengths round 3 and 258 occur again at exactly this distance, and nowhere nearer.
    case matches(distance: Int)
    /// Fibonacci's word: as many repetitions as can be, none of which goes on for long.
    case fibonacci
    /// Two letters in an order in which every string of 16 of them occurs once.
    case deBruijn
    /// Each byte half as frequent as the one before, so that codes want to be longer than they may.
    case skewed
    /// One letter, and now and then another.
    case rare
    /// A block again and again, each time with a few changes.
    case mutated
    /// All of the others in turn, so that no code suits for long.
    case changing

    /// Every kind; those of periods and distances where the format has borders.
    static let all: [SampleKind] = [
        .equal, .different, .random, .text, .table, .machineCode, .executable,
        .periodic(2), .periodic(3), .periodic(258), .periodic(300), .periodic(32_767), .periodic(32_768),
        .periodic(32_769), .matches(distance: 300), .matches(distance: 4_096), .matches(distance: 32_768),
        .matches(distance: 32_769), .fibonacci, .deBruijn, .skewed, .rare, .mutated, .changing,
    ]

    /// Those that are the same on every machine.
    static let portable = all.filter { $0 != .executable }

    /// `count` bytes of this kind, the same for the same seed.
    func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return bytes(count, from: &generator)
    }

    func bytes(_ count: Int, from generator: inout SeededGenerator) -> [UInt8] {
        switch self {
        case .equal: [UInt8](repeating: generator.byte(), count: count)
        case .different: repeated(count) { (0...255).shuffled(using: &generator) }
        case .random: generator.bytes(count)
        case .text: Self.text(count, &generator)
        case .table: Self.table(count, &generator)
        case .machineCode: MachineCode.bytes(count, &generator)
        case .executable: Self.executable(count, &generator)
        case .periodic(let period):
            Self.again(generator.bytes(min(period, count)), count)
        case .matches(let distance): Self.matches(count, distance, &generator)
        case .fibonacci: Self.fibonacci(count, generator.byte())
        case .deBruijn: Self.deBruijn(count, UInt16(truncatingIfNeeded: generator.next()) | 1)
        case .skewed: (0..<count).map { _ in UInt8(generator.next().trailingZeroBitCount) }
        case .rare: Self.rare(count, &generator)
        case .mutated: Self.mutated(count, &generator)
        case .changing: changing(count, &generator)
        }
    }

    private func changing(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        repeated(count) {
            let kind = Self.portable.filter { $0 != .changing }.randomElement(using: &generator) ?? .random
            return kind.bytes(.random(in: 1...20_000, using: &generator), from: &generator)
        }
    }
}

/// What `part` gives, as often as it takes.
private func repeated(_ count: Int, _ part: () -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += part().prefix(count - bytes.count) }
    return bytes
}

extension SampleKind {
    /// A block repeated up to `count` bytes.
    private static func again(_ block: [UInt8], _ count: Int) -> [UInt8] { repeated(count) { block } }

    private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let letters = Array("etaoinshrdlucmfwypvbgkqjxz".utf8)
        let words = (0..<500).map { _ in
            (0...Int.random(in: 0...9, using: &generator)).map { _ in letters[generator.low(letters.count)] }
        }
        return repeated(count) {
            words[generator.low(words.count)] + (generator.next() % 12 == 0 ? [0x2E, 0x0A] : [0x20])
        }
    }

    private static func table(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var key = generator.next() % 100_000
        return repeated(count) {
            key += generator.next() % 3
            return Array("\(key),2024-0\(1 + key % 9)-1\(key % 10),\(generator.next() % 1000).50,open\n".utf8)
        }
    }

    /// Part of a program of this machine.
    private static func executable(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let whole = MachineCode.program
        let start = Int.random(in: 0...max(0, whole.count - count), using: &generator)
        return again(Array(whole[start...].prefix(count)), count)
    }

    private static func matches(_ count: Int, _ distance: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let lengths = [3, 3, 4, 5, 6, 7, 8, 9, 130, 257, 258, 259, 260, 261, 515, 516, 517, 519]
        var bytes = generator.bytes(min(distance, count))
        while bytes.count < count {
            let length = lengths.randomElement(using: &generator) ?? 3
            for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
            bytes += generator.bytes(.random(in: 1...4, using: &generator))
        }
        return Array(bytes.prefix(count))
    }

    private static func fibonacci(_ count: Int, _ letter: UInt8) -> [UInt8] {
        var (shorter, longer): ([UInt8], [UInt8]) = ([letter &+ 1], [letter])
        while longer.count < count { (shorter, longer) = (longer, longer + shorter) }
        return Array(longer.prefix(count))
    }

    /// The output of a shift register with the polynomial x^16 + x^14 + x^13 + x^11 + 1, which is primitive.
    private static func deBruijn(_ count: Int, _ seed: UInt16) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            let bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1
            state = state >> 1 | bit << 15
            return bit == 0 ? 0x61 : 0x62
        }
    }

    private static func rare(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        repeated(count) {
            [UInt8](repeating: 0x61, count: .random(in: 1...700, using: &generator)) + [
                generator.next() % 2 == 0 ? 0x62 : 0x63
            ]
        }
    }

    private static func mutated(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var block = generator.bytes(.random(in: 100...9_000, using: &generator))
        return repeated(count) {
            for _ in 0..<8 { block[.random(in: 0..<block.count, using: &generator)] = generator.byte() }
            return block
        }
    }
}

extension SeededGenerator {
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

    /// A number below `bound`, the low ones more often.
    mutating func low(_ bound: Int) -> Int {
        Int((next() % UInt64(bound)) * (next() % UInt64(bound)) / UInt64(bound))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for start in stride(from: 0, to: count & ~7, by: 8) {
                raw.storeBytes(of: next().littleEndian, toByteOffset: start, as: UInt64.self)
            }
            for index in (count & ~7)..<count { raw[index] = byte() }
            initialized = count
        }
    }
}
