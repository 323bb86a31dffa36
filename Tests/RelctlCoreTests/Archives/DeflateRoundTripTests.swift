import Testing

@testable import RelctlCore

/// What the encoder writes is what zlib reads back.
@Suite struct DeflateRoundTripTests {
    /// Bytes of one kind.
    struct Input: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        init(_ description: String, _ count: Int, _ byte: (Int) -> UInt8) {
            testDescription = description
            bytes = (0..<count).map(byte)
        }
    }

    /// Numbers without a pattern that any match could use.
    static func noise(_ index: Int) -> UInt8 {
        var number = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        return UInt8(truncatingIfNeeded: number ^ number >> 27)
    }

    static let inputs = [
        Input("nothing", 0) { _ in 0 }, Input("one byte", 1) { _ in 65 }, Input("five bytes", 5) { UInt8($0) },
        Input("zeros", 150_000) { _ in 0 }, Input("noise", 150_000, noise),
        Input("the period that a match can just reach", 150_000) { noise($0 % 32_768) },
        Input("the period that none can", 150_000) { noise($0 % 32_769) },
        Input("lines of numbers", 300_000) { $0 % 11 == 10 ? 10 : 48 + noise($0) % 10 },
        Input("few words", 300_000) { Array("select from where group ".utf8)[(Int(noise($0 / 7)) + $0) % 24] },
        Input("code, then noise, then code", 300_000) { 100_000..<200_000 ~= $0 ? noise($0) : noise($0 / 3) & 0x1F },
    ]

    @Test(arguments: DeflateEncoder.levels, inputs) func everyInputComesBack(level: Int, input: Input) throws {
        let encoder = try DeflateEncoder(level: level)
        for pieceSize in [1 << 20, 40_000] {
            let compressed = try Self.compress(input.bytes, pieceSize: pieceSize, with: encoder)
            #expect(try Self.inflate(compressed, count: input.bytes.count) == input.bytes)
        }
    }

    @Test(arguments: DeflateEncoder.levels) func whatAnEncoderDidBeforeLeavesNoTrace(level: Int) throws {
        let used = try DeflateEncoder(level: level)
        for input in Self.inputs {
            let fresh = try DeflateEncoder(level: level)
            let expected = try Self.compress(input.bytes, pieceSize: 65_536, with: fresh)
            #expect(try Self.compress(input.bytes, pieceSize: 65_536, with: used) == expected)
        }
    }

    @Test(arguments: DeflateEncoder.levels) func theDictionaryIsUsed(level: Int) throws {
        let encoder = try DeflateEncoder(level: level)
        let block = (0..<20_000).map(Self.noise)
        let first = try Self.compress(block, pieceSize: block.count, with: encoder)
        let both = try Self.compress(block + block, pieceSize: block.count, with: encoder)
        #expect(both.count < first.count + 500)
    }

    @Test(arguments: DeflateEncoder.levels) func noiseGrowsByTheHeadersOfStoredBlocksOnly(level: Int) throws {
        let noise = (0..<200_000).map(Self.noise)
        let compressed = try Self.compress(noise, pieceSize: noise.count, with: DeflateEncoder(level: level))
        #expect(compressed.count == noise.count + 4 * 5)
    }

    @Test func aLevelThatIsNotThereIsAnError() {
        for level in [-1, 0, 10] { #expect(throws: RelctlError.self) { try DeflateEncoder(level: level) } }
    }

    @Test func anOutputThatMightNotSufficeIsAnError() throws {
        let encoder = try DeflateEncoder(level: 6)
        let input = [UInt8](repeating: 0, count: 100)
        var output = [UInt8](repeating: 0, count: DeflatePiece.bound(100) - 1)
        #expect(throws: RelctlError.self) {
            try input.withUnsafeBytes { input in
                try output.withUnsafeMutableBytes { try encoder.compress(input, from: 0, ending: .final, into: $0) }
            }
        }
    }

    /// Compresses bytes in pieces, each with the bytes before it as its dictionary.
    static func compress(_ bytes: [UInt8], pieceSize: Int, with encoder: any DeflateEngine) throws -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        repeat {
            let end = min(bytes.count, position + pieceSize)
            let start = max(0, position - DeflatePiece.windowSize)
            let piece = Array(bytes[start..<end])
            var output = [UInt8](repeating: 0, count: DeflatePiece.bound(end - position))
            let count = try piece.withUnsafeBytes { piece in
                try output.withUnsafeMutableBytes { output in
                    let ending: DeflatePiece.Ending = end == bytes.count ? .final : .joint
                    return try encoder.compress(piece, from: position - start, ending: ending, into: output)
                }
            }
            result += output[..<count]
            position = end
        } while position < bytes.count
        return result
    }

    /// Decompresses all of one raw stream, which must end where `bytes` do.
    static func inflate(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        let inflater = try Inflater(.none)
        // One byte more than is expected shows what is too long.
        var output = [UInt8](repeating: 0, count: count + 1)
        let progress = try bytes.withUnsafeBytes { input in
            try output.withUnsafeMutableBytes { try inflater.inflate(input, into: $0) }
        }
        #expect(progress.isAtEnd && progress.consumed == bytes.count)
        return Array(output[..<progress.produced])
    }
}
