import CZlib

/// zlib over the whole input as one stream, as `gzip` and `zip` do it.
final class ZlibStream: BenchmarkSubject {
    /// zlib remembers where its state lies, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>

    init(level: Int) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = deflateInit2_(
            stream,
            Int32(level),
            Z_DEFLATED,
            -MAX_WBITS,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard result == Z_OK else { throw Failure("zlib cannot begin: \(result)") }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func bound(_ count: Int) -> Int { Int(deflateBound(stream, UInt(count))) }

    func compress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws -> Int {
        // zlib counts in 32 bits.
        guard let inputCount = UInt32(exactly: input.count), let outputCount = UInt32(exactly: output.count) else {
            throw Failure("the input is too large for one call of zlib")
        }
        deflateReset(stream)
        // zlib does not write to its input, though its type says that it may.
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = inputCount
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = outputCount
        let result = deflate(stream, Z_FINISH)
        guard result == Z_STREAM_END else { throw Failure("zlib cannot compress: \(result)") }
        return output.count - Int(stream.pointee.avail_out)
    }
}
