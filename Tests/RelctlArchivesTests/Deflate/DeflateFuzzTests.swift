import Foundation
import TestSupport
import Testing

@testable import RelctlArchives

/// Random bytes of random structure at random levels, for a second or for `RELCTL_FUZZ_SECONDS`.
///
/// A failure names the seed of its case; `RELCTL_FUZZ_SEED` begins with it. For a long run, from a random seed:
/// `RELCTL_FUZZ_SECONDS=600 swift test -c release -Xswiftc -enable-testing --filter DeflateFuzzTests`
@Suite struct DeflateFuzzTests {
    private static func variable(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static let seconds = variable("RELCTL_FUZZ_SECONDS")
    private static let seed = variable("RELCTL_FUZZ_SEED") ?? (seconds == nil ? 1 : .random(in: 0...(1 << 40)))

    @Test(arguments: 0..<2)
    func randomBytesComeBack(worker: Int) throws {
        let clock = ContinuousClock()
        let end = clock.now + (Self.seconds.map { .seconds(Int64($0)) } ?? .milliseconds(1_500))
        let trials = try DeflateEncoder.levels.map { try DeflateTrial(level: $0) }
        if Self.seconds != nil { print("DeflateFuzzTests: from seed \(Self.seed + UInt64(worker)), every second one") }
        // The second worker takes the odd cases; both begin with the seed that was asked for.
        var seed = Self.seed + UInt64(worker)
        var report = clock.now + .seconds(30)
        var (cases, bytes) = (0, 0)
        repeat {
            var fuzz = DeflateFuzzCase(seed: seed)
            let (level, cutting, sample) = (fuzz.level(), fuzz.cutting(), fuzz.sample())
            do {
                let stream = try trials[level - 1].stream(of: sample, cutting)
                // Nothing of former cases may show: now and then, an encoder that has none must agree.
                if seed % 16 < 2, try DeflateTrial(level: level).stream(of: sample, cutting) != stream {
                    throw DeflateFault("a fresh encoder gives other bytes than a used one")
                }
            } catch {
                Issue.record("seed \(seed), level \(level), \(cutting), \(sample.count) bytes: \(error)")
                return
            }
            (seed, cases, bytes) = (seed + 2, cases + 1, bytes + sample.count)
            if clock.now > report {
                print("DeflateFuzzTests: \(cases) cases, \(bytes) bytes, up to seed \(seed)")
                report = clock.now + .seconds(30)
            }
        } while clock.now < end
        if Self.seconds != nil { print("DeflateFuzzTests: \(cases) cases, \(bytes) bytes came back") }
    }
}

/// A random case, the same for the same seed.
private struct DeflateFuzzCase {
    private var generator: SeededGenerator
    /// The largest sample; an unoptimised encoder takes a second for one of these.
    private static let largest: Int = {
        #if DEBUG
            60_000
        #else
            400_000
        #endif
    }()

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func level() -> Int { .random(in: DeflateEncoder.levels, using: &generator) }

    mutating func cutting() -> PieceCutting {
        let dictionarySize = Bool.random(using: &generator) ? 32_768 : scattered(32_768)
        // Pieces of a few bytes are a case of their own: many of them take long.
        let pieceSize = generator.next() % 4 == 0 ? Int.max : 500 + scattered(Self.largest)
        return PieceCutting(
            dictionarySize: dictionarySize,
            pieceSize: min(pieceSize, 400_000),
            endsWithJoint: .random(using: &generator),
            side: .random(using: &generator) ? .first : .last
        )
    }

    /// A number up to `bound`; each magnitude is as likely as the others.
    private mutating func scattered(_ bound: Int) -> Int {
        let magnitude = Int.random(in: 0...Int.bitWidth - bound.leadingZeroBitCount, using: &generator)
        return min(bound, Int(truncatingIfNeeded: generator.next() & (1 << UInt64(magnitude) - 1)))
    }

    /// Parts one after another, each of a kind of its own or a copy of what is there.
    mutating func sample() -> [UInt8] {
        let size = scattered(Self.largest)
        let alphabet = generator.bytes(1 + scattered(255))
        var bytes: [UInt8] = []
        while bytes.count < size {
            let room = size - bytes.count
            let count = min(room, 1 + scattered(8_000))
            switch generator.next() % 8 {
            case 0: bytes += (SampleKind.all.randomElement(using: &generator) ?? .text).bytes(count, from: &generator)
            case 1: bytes += generator.bytes(min(count, 100))
            case 2: bytes += [UInt8](repeating: generator.byte(), count: count)
            case 3: bytes += (0..<min(count, 300)).map { _ in alphabet[generator.low(alphabet.count)] }
            default: copy(min(room, copyLength()), in: &bytes)
            }
        }
        return bytes
    }

    private mutating func copyLength() -> Int {
        switch generator.next() % 4 {
        case 0: .random(in: 256...260, using: &generator)
        case 1: scattered(4_000) + 1
        default: .random(in: 3...12, using: &generator)
        }
    }

    /// Appends what is some distance back, which may overlap itself.
    private mutating func copy(_ count: Int, in bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(generator.byte()) }
        let far = [32_766, 32_767, 32_768, 32_769, 4_095, 4_096, 4_097]
        let wanted =
            generator.next() % 4 == 0 ? far.randomElement(using: &generator) ?? 1 : 1 + scattered(40_000)
        let distance = min(wanted, bytes.count)
        for _ in 0..<count { bytes.append(bytes[bytes.count - distance]) }
        if generator.next() % 2 == 0 { bytes[bytes.count - 1] ^= 1 }
    }
}
