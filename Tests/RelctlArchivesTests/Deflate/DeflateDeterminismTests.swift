import TestSupport
import Testing

@testable import RelctlArchives

/// What comes out depends on the bytes, the level and nothing else.
@Suite struct DeflateDeterminismTests {
    /// Samples that leave as much behind in an encoder as can be: long, short, compressible and not.
    private static let samples: [[UInt8]] = SampleKind.portable.enumerated().map { index, kind in
        kind.bytes([300, 4_000, 20_000][index % 3], seed: UInt64(index))
    }

    private static func streams(_ level: Int, _ order: some Sequence<Int>) throws -> [Int: [UInt8]] {
        let trial = try DeflateTrial(level: level)
        return try Dictionary(uniqueKeysWithValues: order.map { ($0, try trial.stream(of: samples[$0])) })
    }

    @Test(arguments: DeflateEncoder.levels)
    func aUsedEncoderGivesTheBytesOfAFreshOne(level: Int) throws {
        var generator = SeededGenerator(seed: UInt64(level))
        let used = try Self.streams(level, Self.samples.indices.shuffled(using: &generator))
        for index in Self.samples.indices {
            #expect(try Self.streams(level, [index])[index] == used[index], "\(SampleKind.portable[index])")
        }
    }

    @Test(arguments: DeflateEncoder.levels)
    func encodersThatWorkAtOnceGiveTheSameBytes(level: Int) async throws {
        let alone = try Self.streams(level, Self.samples.indices)
        try await withThrowingTaskGroup(of: [Int: [UInt8]].self) { group in
            for seed in 0..<3 as Range<UInt64> {
                group.addTask {
                    var generator = SeededGenerator(seed: seed)
                    return try Self.streams(level, Self.samples.indices.shuffled(using: &generator))
                }
            }
            for try await streams in group { #expect(streams == alone) }
        }
    }

    @Test(arguments: DeflateEncoder.levels)
    func whereTheBytesLieInMemoryDoesNotMatter(level: Int) throws {
        let trial = try DeflateTrial(level: level)
        for (index, sample) in Self.samples.enumerated() {
            let streams = try GuardedMemory.Side.allCases.map { side in
                try trial.stream(of: sample, PieceCutting(dictionarySize: 1_000, pieceSize: 7_001, side: side))
            }
            #expect(streams[0] == streams[1], "\(SampleKind.portable[index])")
        }
    }
}
