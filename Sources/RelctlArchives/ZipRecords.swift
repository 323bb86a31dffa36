/// One entry of a zip, as its local header and its line in the central directory tell it (PKWARE's APPNOTE 6.3.10).
struct ZipEntry {
    /// UTF-8; folders end in a slash.
    var name: [UInt8]
    /// Permissions and file type, as `stat` has them.
    var unixMode: UInt16
    var isDeflated = false
    /// Whether checksum and sizes follow the data, because the header was written before they were known.
    var hasDescriptor = false
    /// Whether the local header and the descriptor have room for sizes of 4 GiB and more.
    var isLarge = false
    var checksum: UInt32 = 0
    var compressedSize: UInt64 = 0
    var size: UInt64 = 0
    /// Where the local header stands.
    var offset: UInt64 = 0
    var time: ZipTime

    /// What a 32-bit field holds where the number stands in a zip64 field, section 4.4.8.
    private static let elsewhere = UInt32.max

    /// Section 4.3.7.
    func localHeader() -> [UInt8] {
        var extra: [UInt8] = []
        if isLarge {
            extra.append(littleEndian: UInt16(0x0001))
            extra.append(littleEndian: UInt16(16))
            extra.append(littleEndian: hasDescriptor ? 0 : size)
            extra.append(littleEndian: hasDescriptor ? 0 : compressedSize)
        }
        extra += time.extraField
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0403_4b50))
        appendCommon(to: &bytes)
        bytes.append(littleEndian: hasDescriptor ? 0 : checksum)
        bytes.append(littleEndian: isLarge ? Self.elsewhere : hasDescriptor ? 0 : UInt32(compressedSize))
        bytes.append(littleEndian: isLarge ? Self.elsewhere : hasDescriptor ? 0 : UInt32(size))
        bytes.append(littleEndian: UInt16(name.count))
        bytes.append(littleEndian: UInt16(extra.count))
        return bytes + name + extra
    }

    /// Section 4.3.9.
    func dataDescriptor() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0807_4b50))
        bytes.append(littleEndian: checksum)
        if isLarge {
            bytes.append(littleEndian: compressedSize)
            bytes.append(littleEndian: size)
        } else {
            bytes.append(littleEndian: UInt32(compressedSize))
            bytes.append(littleEndian: UInt32(size))
        }
        return bytes
    }

    /// Section 4.3.12.
    func centralHeader() -> [UInt8] {
        var large: [UInt8] = []
        for number in [size, compressedSize, offset] where number >= Self.elsewhere {
            large.append(littleEndian: number)
        }
        var extra: [UInt8] = []
        if !large.isEmpty {
            extra.append(littleEndian: UInt16(0x0001))
            extra.append(littleEndian: UInt16(large.count))
            extra += large
        }
        extra += time.extraField
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(0x0201_4b50))
        // Made by: 3 is Unix, which says how to read the external attributes; 4.5 of the specification.
        bytes.append(littleEndian: UInt16(3 << 8 | 45))
        appendCommon(to: &bytes)
        bytes.append(littleEndian: checksum)
        for number in [compressedSize, size] { bytes.append(littleEndian: UInt32(clamping: number)) }
        bytes.append(littleEndian: UInt16(name.count))
        bytes.append(littleEndian: UInt16(extra.count))
        // No comment, first disk, no internal attributes.
        for _ in 0..<3 { bytes.append(littleEndian: UInt16(0)) }
        let isFolder: UInt32 = name.last == UInt8(ascii: "/") ? 0x10 : 0
        bytes.append(littleEndian: UInt32(unixMode) << 16 | isFolder)
        bytes.append(littleEndian: UInt32(clamping: offset))
        return bytes + name + extra
    }

    /// From the version that is needed up to the time.
    private func appendCommon(to bytes: inout [UInt8]) {
        let needsLarge = isLarge || [size, compressedSize, offset].contains { $0 >= Self.elsewhere }
        bytes.append(littleEndian: UInt16(needsLarge ? 45 : 20))
        // Bit 11: the name is UTF-8; bit 3: a data descriptor follows.
        bytes.append(littleEndian: UInt16(1 << 11 | (hasDescriptor ? 1 << 3 : 0)))
        bytes.append(littleEndian: UInt16(isDeflated ? 8 : 0))
        bytes.append(littleEndian: time.time)
        bytes.append(littleEndian: time.date)
    }
}

/// The end of a zip.
struct ZipEnd {
    var entryCount: UInt64
    var directoryOffset: UInt64
    var directorySize: UInt64

    /// Sections 4.3.14 to 4.3.16: the zip64 records where needed, then the old one.
    func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        let isLarge =
            entryCount >= UInt16.max || directoryOffset >= UInt32.max || directorySize >= UInt32.max
        if isLarge { appendLargeRecords(to: &bytes) }
        bytes.append(littleEndian: UInt32(0x0605_4b50))
        for _ in 0..<2 { bytes.append(littleEndian: UInt16(0)) }
        for _ in 0..<2 { bytes.append(littleEndian: UInt16(clamping: entryCount)) }
        bytes.append(littleEndian: UInt32(clamping: directorySize))
        bytes.append(littleEndian: UInt32(clamping: directoryOffset))
        bytes.append(littleEndian: UInt16(0))
        return bytes
    }

    private func appendLargeRecords(to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt32(0x0606_4b50))
        // Bytes of the rest of this record; made by, needed version; this disk, the directory's disk.
        bytes.append(littleEndian: UInt64(44))
        bytes.append(littleEndian: UInt16(3 << 8 | 45))
        bytes.append(littleEndian: UInt16(45))
        for _ in 0..<2 { bytes.append(littleEndian: UInt32(0)) }
        for _ in 0..<2 { bytes.append(littleEndian: entryCount) }
        bytes.append(littleEndian: directorySize)
        bytes.append(littleEndian: directoryOffset)
        bytes.append(littleEndian: UInt32(0x0706_4b50))
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: directoryOffset + directorySize)
        bytes.append(littleEndian: UInt32(1))
    }
}
