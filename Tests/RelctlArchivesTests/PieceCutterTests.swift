import TestSupport
import Testing

@testable import RelctlArchives

/// What is cut into pieces comes out whole and in order, and where it is cut depends on the run alone.
@Suite struct PieceCutterTests {
    /// Joins what comes.
    private final class JoiningSink: PieceSink {
        private(set) var bytes: [UInt8] = []
        private(set) var sizes: [Int] = []
        private(set) var checksum = CRC32()
        private(set) var raw: [UInt8] = []

        func take(_ piece: CompressedPiece, raw: UnsafeRawBufferPointer) throws {
            bytes += piece.bytes
            sizes.append(piece.size)
            checksum.append(piece.checksum, size: piece.size)
            self.raw += raw
        }
    }

    static let zlib = Compression(engine: DeflateEngines.zlib, level: 6)

    /// Round the sizes at which something is done otherwise.
    static let sizes =
        [DeflatePiece.windowSize, 128 << 10, PieceCutter.pieceSize, 2 * PieceCutter.pieceSize]
        .flatMap { [$0 - 1, $0, $0 + 1] } + [0, 1, PieceCutter.pieceSize + DeflatePiece.windowSize, 3_000_000]

    /// Bytes that compress a little, and whose matches reach back across every joint.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let distance = Int(state >> 40) % 30_000 + 1
            if distance % 3 == 0, distance <= bytes.count {
                for _ in 0..<20 { bytes.append(bytes[bytes.count - distance]) }
            } else {
                bytes.append(UInt8(truncatingIfNeeded: state >> 33) & 0x3f)
            }
        }
        return Array(bytes.prefix(count))
    }

    private static func inflate(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        let inflater = try Inflater(.none)
        return try [UInt8](unsafeUninitializedCapacity: count + 1) { output, filled in
            let progress = try bytes.withUnsafeBytes {
                try inflater.inflate($0, into: UnsafeMutableRawBufferPointer(output))
            }
            #expect(progress.isAtEnd)
            #expect(progress.consumed == bytes.count)
            filled = progress.produced
        }
    }

    /// Cuts two runs, the second of `run`, and gives what came of both.
    private static func cut(first: [UInt8], second: [UInt8], expecting size: Int, threads: Int) async throws
        -> JoiningSink
    {
        let sink = JoiningSink()
        let engine = ArchiveEngine(threads: threads)
        try await PiecePipeline.run(on: engine, by: zlib, to: sink) { pipeline in
            var cutter = PieceCutter(pipeline)
            try await cutter.begin(size: UInt64(first.count))
            try await cutter.append(first)
            cutter.end(.joint)
            try await cutter.begin(size: UInt64(size))
            try await cutter.append(second)
            let ended = cutter.end(.final)
            let run = try #require(ended)
            #expect(run.digest == Digest(of: second))
            #expect(run.keys.map(\.size).reduce(0, +) == second.count)
            try await cutter.finish()
        }
        return sink
    }

    @Test(arguments: sizes) func runsOfEverySizeComeOutWhole(_ size: Int) async throws {
        let run = Self.bytes(size)
        // Nothing before it, a little, and so much that the run outgrows the buffer that it began in.
        for before in [0, 1000, 90_000] {
            let first = Self.bytes(before, seed: 2)
            let sink = try await Self.cut(first: first, second: run, expecting: before == 90_000 ? 0 : size, threads: 2)
            #expect(sink.raw == first + run)
            #expect(try Self.inflate(sink.bytes, count: before + size) == first + run)
            #expect(sink.sizes.allSatisfy { $0 <= PieceCutter.pieceSize })
            var checksum = CRC32()
            (first + run).withUnsafeBytes { checksum.update($0) }
            #expect(sink.checksum.value == checksum.value)
        }
    }

    @Test func whatStandsBeforeARunDoesNotChangeItsPieces() async throws {
        let run = Self.bytes(1_500_000)
        var outputs: Set<[UInt8]> = []
        for before in [10, 70_000, 600_000] {
            let first = Self.bytes(before, seed: 2)
            let sink = try await Self.cut(first: first, second: run, expecting: 0, threads: 1)
            let alone = try await Self.cut(first: first, second: [], expecting: 0, threads: 1)
            // Less the empty piece that ends the stream there.
            let emptyPiece = 2
            outputs.insert(Array(sink.bytes.dropFirst(alone.bytes.count - emptyPiece)))
        }
        #expect(outputs.count == 1)
    }

    /// Takes longer over pieces that begin with a zero.
    private final class UnevenEngine: DeflateEngine {
        private let zlib: ZlibEngine

        init() throws { zlib = try ZlibEngine(level: 6) }

        func compress(
            _ window: UnsafeRawBufferPointer,
            from start: Int,
            ending: DeflatePiece.Ending,
            into output: UnsafeMutableRawBufferPointer
        ) throws -> Int {
            for _ in 0..<(window[start] == 0 ? 10 : 0) {
                _ = try zlib.compress(window, from: start, ending: ending, into: output)
            }
            return try zlib.compress(window, from: start, ending: ending, into: output)
        }
    }

    @Test func piecesStayInOrderWhenEarlierOnesTakeLonger() async throws {
        let engine = ArchiveEngine(threads: 4) { _ in try UnevenEngine() }
        let runs = (0..<40).map { [UInt8(truncatingIfNeeded: $0 % 5)] + Self.bytes(300_000, seed: UInt64($0)) }
        let sink = JoiningSink()
        try await PiecePipeline.run(on: engine, by: Self.zlib, to: sink) { pipeline in
            var cutter = PieceCutter(pipeline)
            for (index, run) in runs.enumerated() {
                try await cutter.begin(size: UInt64(run.count))
                try await cutter.append(run)
                cutter.end(index == runs.count - 1 ? .final : .joint)
            }
            try await cutter.finish()
        }
        let all = runs.flatMap(\.self)
        #expect(sink.raw == all)
        #expect(try Self.inflate(sink.bytes, count: all.count) == all)
    }
}
