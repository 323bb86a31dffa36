internal import CZlib

/// Compresses pieces by zlib; which bytes come out depends on the zlib that this machine has.
final class ZlibEngine: DeflateEngine {
    /// zlib remembers where its state lies, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Prepares to compress at `level`, from 1 to 9.
    init(level: Int) throws {
        guard (1...9).contains(level) else {
            throw RelctlError("cannot compress at level \(level): the levels of DEFLATE are 1 to 9")
        }
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative window bits: no zlib header; 8 is zlib's default for memory.
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
        guard result == Z_OK else { throw Self.failure(result) }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func compress(
        _ window: UnsafeRawBufferPointer,
        from start: Int,
        ending: DeflatePiece.Ending,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        try check(deflateReset(stream))
        let bytes = window.bindMemory(to: Bytef.self)
        if start > 0 { try check(deflateSetDictionary(stream, bytes.baseAddress, UInt32(start))) }
        // zlib does not write to its input, though its type says that it may.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.advanced(by: start))
        stream.pointee.avail_in = UInt32(window.count - start)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = UInt32(output.count)
        let isFinal = ending == .final
        let result = deflate(stream, isFinal ? Z_FINISH : Z_SYNC_FLUSH)
        // All is out once there is room left after a flush.
        guard result == (isFinal ? Z_STREAM_END : Z_OK), stream.pointee.avail_in == 0,
            isFinal || stream.pointee.avail_out > 0
        else { throw Self.failure(result) }
        return output.count - Int(stream.pointee.avail_out)
    }

    private func check(_ result: Int32) throws {
        guard result == Z_OK else { throw Self.failure(result) }
    }

    private static func failure(_ code: Int32) -> RelctlError {
        RelctlError("cannot compress: zlib answers \(code)")
    }
}
