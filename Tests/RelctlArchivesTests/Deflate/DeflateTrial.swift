@testable import RelctlArchives

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How a test cuts bytes into pieces.
struct PieceCutting: Sendable {
    /// The most past that a piece is given, up to 32,768 bytes; as many bytes of the sample are past from the start.
    var dictionarySize = 0
    var pieceSize = Int.max
    /// Whether the last piece ends with a joint, and an empty final block follows.
    var endsWithJoint = false
    var side = GuardedMemory.Side.last
}

/// Why a stream is wrong.
struct DeflateFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Compresses as an archive's writer does, piece by piece, and proves each piece and the whole by zlib.
///
/// The window lies in memory that cannot be written, right before or behind memory that cannot be read; the output has
/// the exact size that is promised to suffice.
final class DeflateTrial {
    private let engine: any DeflateEngine
    private let inflater: Inflater
    private let window: GuardedMemory
    private let output: GuardedMemory
    private let capacity: Int

    /// Tries an engine on pieces that have, with their past, at most `capacity` bytes.
    init(_ engine: any DeflateEngine, capacity: Int = 512 << 10) throws {
        self.engine = engine
        self.capacity = capacity
        inflater = try Inflater(.none)
        window = try GuardedMemory(capacity: capacity)
        output = try GuardedMemory(capacity: DeflatePiece.bound(capacity))
    }

    convenience init(level: Int, capacity: Int = 512 << 10) throws {
        try self.init(DeflateEncoder(level: level), capacity: capacity)
    }

    /// The whole stream of a sample: what is past from the start in stored blocks, then the pieces.
    func stream(of sample: [UInt8], _ cutting: PieceCutting = PieceCutting()) throws -> [UInt8] {
        let past = min(cutting.dictionarySize, sample.count)
        var stream = Self.stored(sample[..<past])
        var start = past
        repeat {
            let end = sample.count - start <= cutting.pieceSize ? sample.count : start + cutting.pieceSize
            let dictionaryStart = max(0, start - cutting.dictionarySize)
            let ending: DeflatePiece.Ending = end == sample.count && !cutting.endsWithJoint ? .final : .joint
            stream += try piece(
                sample[dictionaryStart..<end],
                from: start - dictionaryStart,
                ending: ending,
                at: cutting.side
            )
            start = end
        } while start < sample.count
        if cutting.endsWithJoint { stream += try piece([], from: 0, ending: .final, at: cutting.side) }
        try prove(stream, becomes: sample[...])
        return stream
    }

    /// One piece, which is proven to become its bytes, with nothing but its own dictionary before it.
    func piece(
        _ window: ArraySlice<UInt8>,
        from start: Int,
        ending: DeflatePiece.Ending,
        at side: GuardedMemory.Side = .last
    ) throws -> [UInt8] {
        guard window.count <= capacity else { throw DeflateFault("the test has no room for \(window.count) bytes") }
        let input = self.window.bytes(window.count, at: side)
        input.copyBytes(from: window)
        let bound = DeflatePiece.bound(window.count - start)
        let output = output.bytes(bound, at: side)
        let count = try self.window.withoutWriting {
            try engine.compress(UnsafeRawBufferPointer(input), from: start, ending: ending, into: output)
        }
        guard (0...bound).contains(count) else { throw DeflateFault("\(count) bytes were said to be written") }
        guard self.output.isIntact(beside: bound, at: side) else {
            throw DeflateFault("bytes beside the output were written to")
        }
        let piece = Array(output[..<count])
        let dictionary = window.prefix(start)
        let end: [UInt8] = ending == .joint ? [0b011, 0] : []
        try prove(Self.stored(dictionary) + piece + end, becomes: window)
        return piece
    }

    /// Throws unless zlib makes exactly these bytes of a stream, and uses all of it.
    func prove(_ stream: [UInt8], becomes expected: ArraySlice<UInt8>) throws {
        inflater.reset()
        // One byte more than there should be, so that a stream that says too much is found out.
        let inflated = try [UInt8](unsafeUninitializedCapacity: expected.count + 1) { buffer, count in
            count = 0
            let progress = try stream.withUnsafeBytes {
                try inflater.inflate($0, into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard progress.isAtEnd, progress.consumed == stream.count else {
                throw DeflateFault("zlib took \(progress.consumed) of \(stream.count) bytes, gave \(progress.produced)")
            }
            count = progress.produced
        }
        // Arrays compare element by element, which takes long where nothing is optimised.
        let isEqual = inflated.withUnsafeBytes { one in
            expected.withUnsafeBytes { other in
                guard let first = one.baseAddress, let second = other.baseAddress else {
                    return one.count == other.count
                }
                return one.count == other.count && memcmp(first, second, one.count) == 0
            }
        }
        guard isEqual else {
            let place = zip(inflated, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? inflated.count
            throw DeflateFault("\(inflated.count) bytes for \(expected.count), the first that differs at \(place)")
        }
    }

    /// Bytes as stored blocks, RFC 1951, section 3.2.4, none of which is the last.
    private static func stored(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var stream: [UInt8] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = min(bytes.endIndex, start + 65_535)
            let size = UInt16(end - start)
            stream.append(0)
            stream.append(littleEndian: size)
            stream.append(littleEndian: ~size)
            stream += bytes[start..<end]
            start = end
        }
        return stream
    }
}
