/// Compresses what is written to it into one gzip member (RFC 1952).
struct GzipOutput {
    private let output: ArchiveOutput
    private let deflater: Deflater
    private var checksum = CRC32()
    private var size: UInt64 = 0

    init(_ output: ArchiveOutput) throws {
        self.output = output
        deflater = try Deflater()
        // Section 2.3: no flags, no time, no extra flags, operating system unknown: nothing that could differ.
        try output.write([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        checksum.update(bytes)
        size += UInt64(bytes.count)
        try deflater.compress(bytes, isLast: false, to: output.write)
    }

    mutating func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

    /// Writes the rest and the trailer.
    mutating func finish() throws {
        try deflater.compress(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, to: output.write)
        var trailer: [UInt8] = []
        trailer.append(littleEndian: checksum.value)
        trailer.append(littleEndian: UInt32(truncatingIfNeeded: size))
        try output.write(trailer)
    }
}
