import Foundation
import TestSupport
import Testing

@testable import RelctlArchives

/// Whatever goes in at whatever level, cut however, zlib makes the same bytes of what comes out.
///
/// An unoptimised encoder is fifty times slower, so every case of the long lists runs in an optimised build alone, with
/// `RELCTL_TEST_FULL`; a seeded sample runs otherwise.
@Suite struct DeflateEncoderTests {
    static let isFull: Bool = {
        #if DEBUG
            false
        #else
            ProcessInfo.processInfo.environment["RELCTL_TEST_FULL"] != nil
        #endif
    }()

    /// One sample and how it is cut.
    private struct Case: CustomStringConvertible {
        let kind: SampleKind
        let size: Int
        let seed: UInt64
        var cutting = PieceCutting()

        var description: String { "\(kind), \(size) bytes of seed \(seed), \(cutting)" }

        func run(in trial: DeflateTrial, sourceLocation: SourceLocation = #_sourceLocation) {
            do {
                _ = try trial.stream(of: kind.bytes(size, seed: seed), cutting)
            } catch {
                Issue.record("\(self): \(error)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Sizes at which something begins or ends: hashing, chunks of 8 KiB, blocks, stored blocks of 65,535 bytes.
    private static let borders =
        Array(0...24) + [257, 258, 259, 260, 262, 263]
        + [8_192, 16_384, 32_768, 49_152, 65_535, 65_536].flatMap { $0 - 1...$0 + 1 }

    @Test(arguments: DeflateEncoder.levels)
    func bytesOfEveryKindComeBack(level: Int) throws {
        let trial = try DeflateTrial(level: level, capacity: 2 << 20)
        for kind in SampleKind.all {
            for seed in 1...(Self.isFull ? 20 : 1) as ClosedRange<UInt64> {
                let size = Self.isFull ? Int(seed) * 70_001 : 72_000
                Case(kind: kind, size: size, seed: seed).run(in: trial)
            }
        }
    }

    @Test(arguments: DeflateEncoder.levels)
    func everySizeAtABorderComesBack(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        var generator = SeededGenerator(seed: UInt64(level))
        for size in Self.borders {
            let kinds: [SampleKind] = Self.isFull || size < 300 ? SampleKind.all : [.random]
            for kind in kinds {
                var cutting = PieceCutting()
                cutting.endsWithJoint = .random(using: &generator)
                cutting.side = .random(using: &generator) ? .first : .last
                Case(kind: kind, size: size, seed: generator.next(), cutting: cutting).run(in: trial)
            }
        }
    }

    @Test(arguments: DeflateEncoder.levels)
    func repetitionsOfEveryPeriodComeBack(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        var generator = SeededGenerator(seed: UInt64(level))
        let periods =
            Self.isFull
            ? Array(1...32_769)
            : Array(1...40) + [255, 256, 257, 258, 259, 260, 32_765 + level / 2]
                + (0..<16).map { _ in Int.random(in: 41...12_000, using: &generator) }
        for period in periods {
            let cutting = PieceCutting(dictionarySize: period % 2 == 0 ? min(period, 32_768) : 0)
            Case(kind: .periodic(period), size: period + 700, seed: generator.next(), cutting: cutting).run(in: trial)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 100, 131_071, 131_072, 131_073, 262_144])
    func piecesOfAnySizeWithAnyPastJoinToOneStream(pieceSize: Int) throws {
        var generator = SeededGenerator(seed: UInt64(pieceSize))
        let dictionarySizes = [0, 1, 2, 3, 4, 100, 32_767, 32_768]
        let isQuick = pieceSize <= 100
        for level in DeflateEncoder.levels {
            let trial = try DeflateTrial(level: level)
            // All of them: with small pieces, and in the full run. One level of three takes a large piece otherwise.
            let sizes =
                isQuick || Self.isFull
                ? dictionarySizes
                : level % 9 == pieceSize % 9 ? dictionarySizes.shuffled(using: &generator).suffix(1) : []
            for dictionarySize in sizes {
                let isSlow = dictionarySize > 100 && !Self.isFull
                let pieces = isQuick ? isSlow ? 2 : 9 : 1
                let kind = SampleKind.all.randomElement(using: &generator) ?? .text
                let cutting = PieceCutting(
                    dictionarySize: dictionarySize,
                    pieceSize: pieceSize,
                    endsWithJoint: .random(using: &generator),
                    side: .random(using: &generator) ? .first : .last
                )
                let size = dictionarySize + pieces * pieceSize + Int.random(in: 0...2, using: &generator)
                Case(kind: kind, size: size, seed: generator.next(), cutting: cutting).run(in: trial)
            }
        }
    }

    /// One byte nearer than the format's farthest: what lies a whole window back, not every level remembers.
    @Test(arguments: DeflateEncoder.levels)
    func aMatchIsFoundWhereTheWindowBegins(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        let block = SampleKind.random.bytes(32_767, seed: 9)
        // Where the block is past, and where it is part of the piece.
        let afterPast = try trial.piece((block + block)[...], from: block.count, ending: .final)
        let within = try trial.piece((block + block)[...], from: 0, ending: .final)
        #expect(afterPast.count < block.count / 2)
        #expect(within.count < block.count * 3 / 2)
    }

    @Test(arguments: DeflateEncoder.levels)
    func noiseGrowsByTheHeadersOfStoredBlocksAlone(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        let size = 120_000
        let stream = try trial.stream(of: SampleKind.random.bytes(size, seed: 5))
        #expect(stream.count == size + 5 * 2)
    }

    @Test(arguments: DeflateEncoder.levels)
    func nothingBecomesTheSmallestStream(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        #expect(try trial.piece([], from: 0, ending: .final) == [3, 0])
        #expect(try trial.piece([], from: 0, ending: .joint) == [0, 0, 0, 0xFF, 0xFF])
        #expect(try trial.piece([7, 8, 9], from: 3, ending: .joint) == [0, 0, 0, 0xFF, 0xFF])
    }

    @Test func whatCannotBeCompressedIsRefused() throws {
        for level in [-1, 0, 10] { #expect(throws: RelctlError.self) { try DeflateEncoder(level: level) } }
        let encoder = try DeflateEncoder(level: 6)
        let window = [UInt8](repeating: 1, count: 40_000)
        var output = [UInt8](repeating: 0xAA, count: DeflatePiece.bound(window.count))
        let untouched = output
        for (start, room) in [
            (-1, output.count), (40_001, output.count), (32_769, output.count), (0, output.count - 1),
        ] {
            #expect(throws: RelctlError.self, "from \(start) into \(room)") {
                try window.withUnsafeBytes { window in
                    try output.withUnsafeMutableBytes { output in
                        let output = UnsafeMutableRawBufferPointer(rebasing: output[..<room])
                        return try encoder.compress(window, from: start, ending: .final, into: output)
                    }
                }
            }
            #expect(output == untouched)
        }
    }
}
