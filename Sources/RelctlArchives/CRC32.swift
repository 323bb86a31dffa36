internal import CZlib

/// The CRC-32 of ISO 3309, as gzip and zip want it.
struct CRC32 {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Without an address zlib would begin anew.
        guard let start = bytes.bindMemory(to: Bytef.self).baseAddress else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }

    /// Takes in `size` bytes that have this checksum by themselves.
    mutating func append(_ checksum: UInt32, size: Int) {
        value = UInt32(truncatingIfNeeded: crc32_combine(UInt(value), UInt(checksum), size))
    }
}
