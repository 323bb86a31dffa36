internal import CZlib

/// Decompresses DEFLATE by zlib, raw or within gzip.
final class Inflater {
    /// zlib remembers where its state lies, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// What is round the compressed data.
    enum Frame {
        case none, gzip
    }

    /// What one call did.
    struct Progress {
        var consumed: Int
        var produced: Int
        var isAtEnd: Bool
    }

    init(_ frame: Frame) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let windowBits = frame == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
        let result = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw RelctlError("cannot decompress: zlib answers \(result)") }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Forgets all, to read another stream.
    func reset() { inflateReset(stream) }

    /// Decompresses as much as `output` takes; both buffers are smaller than 4 GiB.
    func inflate(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(ArchiveDamage) -> Progress {
        // zlib does not write to its input, though its type says that it may.
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = UInt32(output.count)
        let result = CZlib.inflate(stream, Z_NO_FLUSH)
        guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
            let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib answers \(result)"
            throw .damaged("the compressed data is corrupt: \(words)")
        }
        return Progress(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out),
            isAtEnd: result == Z_STREAM_END
        )
    }
}
