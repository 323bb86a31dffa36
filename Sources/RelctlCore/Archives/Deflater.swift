internal import CZlib

/// Compresses to raw DEFLATE (RFC 1951) by zlib.
final class Deflater {
    /// zlib remembers where its state lies, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    /// The level that archives are made with.
    static let defaultLevel: Int32 = 6

    init(level: Int32 = defaultLevel) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative window bits: no zlib header; 8 is zlib's default for memory.
        let size = Int32(MemoryLayout<z_stream>.size)
        let result = deflateInit2_(
            stream,
            level,
            Z_DEFLATED,
            -MAX_WBITS,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard result == Z_OK else { throw Self.failure(result) }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        buffer.deallocate()
    }

    /// Compresses `bytes`, and all that is held back where they are the last; `emit` takes what comes of it.
    func compress(
        _ bytes: UnsafeRawBufferPointer,
        isLast: Bool,
        to emit: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        // zlib counts input in 32 bits.
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(1 << 30)
            rest = rest.dropFirst(piece.count)
            let flush = isLast && rest.isEmpty ? Z_FINISH : Z_NO_FLUSH
            try run(UnsafeRawBufferPointer(rebasing: piece), flush, emit)
        } while !rest.isEmpty
    }

    /// Forgets all, to compress something else.
    func reset() throws {
        let result = deflateReset(stream)
        guard result == Z_OK else { throw Self.failure(result) }
    }

    private func run(
        _ piece: UnsafeRawBufferPointer,
        _ flush: Int32,
        _ emit: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        // zlib does not write to its input, though its type says that it may.
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: piece.baseAddress)?
            .assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = UInt32(piece.count)
        var isDone = false
        while !isDone {
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
            stream.pointee.avail_out = UInt32(buffer.count)
            let result = deflate(stream, flush)
            // Z_BUF_ERROR only says that there was nothing to do.
            guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { throw Self.failure(result) }
            let count = buffer.count - Int(stream.pointee.avail_out)
            try emit(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            isDone = flush == Z_FINISH ? result == Z_STREAM_END : stream.pointee.avail_out != 0
        }
    }

    private static func failure(_ code: Int32) -> RelctlError {
        RelctlError("cannot compress: zlib answers \(code)")
    }
}

/// The CRC-32 of ISO 3309, as gzip and zip want it.
struct CRC32 {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Without an address zlib would begin anew.
        guard let start = bytes.bindMemory(to: Bytef.self).baseAddress else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }
}
