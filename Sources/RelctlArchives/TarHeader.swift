/// What stands before an entry's content in a tar: a ustar header block, and pax records before it where that block
/// cannot hold all (POSIX.1-2017, `pax`, "ustar Interchange Format" and "pax Extended Header").
struct TarHeader {
    /// The entry's name; folders end in a slash.
    var name: [UInt8]
    var kind: Kind
    var mode: UInt16
    var size: UInt64 = 0
    var linkTarget: [UInt8] = []
    /// Seconds since 1970.
    var modificationTime: Int64
    /// The owner's number.
    var owner: UInt64 = 0
    /// The group's number.
    var group: UInt64 = 0

    /// The type flag.
    enum Kind: UInt8 {
        case file = 0x30
        case link = 0x32
        case folder = 0x35
        case extended = 0x78
    }

    /// Bytes of a block; headers and contents are padded to it.
    static let blockSize = 512

    /// The largest number that eleven octal digits hold: 8 GiB less one.
    private static let largestNumber: UInt64 = 0o77_777_777_777
    /// The largest number of an owner or a group: what seven octal digits hold.
    private static let largestOwner: UInt64 = 0o7_777_777

    /// The header and all that must stand before it.
    var bytes: [UInt8] {
        let records = extendedRecords
        guard !records.isEmpty else { return block }
        let extended = TarHeader(
            name: Self.whole(Array("PaxHeaders/".utf8) + name, width: 100),
            kind: .extended,
            mode: 0o644,
            size: UInt64(records.count),
            modificationTime: max(0, min(modificationTime, Int64(Self.largestNumber)))
        )
        return extended.block + records + Self.padding(after: UInt64(records.count)) + block
    }

    /// The zeros that fill the last block of `size` bytes.
    static func padding(after size: UInt64) -> [UInt8] {
        let used = Int(size % UInt64(blockSize))
        return [UInt8](repeating: 0, count: used == 0 ? 0 : blockSize - used)
    }

    // MARK: pax

    private var extendedRecords: [UInt8] {
        var records: [UInt8] = []
        if !Self.isASCII(name) || splitName == nil { records += Self.record("path", name) }
        if linkTarget.count > 100 || !Self.isASCII(linkTarget) { records += Self.record("linkpath", linkTarget) }
        if size > Self.largestNumber { records += Self.record("size", Array(String(size).utf8)) }
        if owner > Self.largestOwner { records += Self.record("uid", Array(String(owner).utf8)) }
        if group > Self.largestOwner { records += Self.record("gid", Array(String(group).utf8)) }
        if !(0...Int64(Self.largestNumber)).contains(modificationTime) {
            records += Self.record("mtime", Array(String(modificationTime).utf8))
        }
        return records
    }

    /// `LENGTH KEY=VALUE`, a line whose length counts its own digits.
    private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + Array("\n".utf8)
        var length = rest.count
        while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
        return Array(String(length).utf8) + rest
    }

    private static func isASCII(_ text: [UInt8]) -> Bool { text.allSatisfy { $0 < 0x80 } }

    // MARK: ustar

    /// The name in the block's two fields, or nothing where it does not fit: the prefix ends before a slash.
    private var splitName: (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
        if name.count <= 100 { return ([], name[...]) }
        let slash = name.indices.first { index in
            name[index] == UInt8(ascii: "/") && (1...155).contains(index) && (1...100).contains(name.count - index - 1)
        }
        return slash.map { (name[..<$0], name[($0 + 1)...]) }
    }

    /// As much of a text as a field holds, in whole characters: readers that know no pax must still be able to decode it.
    private static func whole(_ text: [UInt8], width: Int) -> [UInt8] {
        guard text.count > width else { return text }
        var end = width
        // Bytes 10xxxxxx go on with a character of UTF-8.
        while end > 0, text[end] & 0xc0 == 0x80 { end -= 1 }
        return Array(text[..<end])
    }

    private var block: [UInt8] {
        let names = splitName ?? ([], Self.whole(name, width: 100)[...])
        var block: [UInt8] = []
        block.reserveCapacity(Self.blockSize)
        Self.put(names.name, width: 100, into: &block)
        Self.put(UInt64(mode), digits: 7, into: &block)
        for number in [owner, group] { Self.put(number > Self.largestOwner ? 0 : number, digits: 7, into: &block) }
        Self.put(size > Self.largestNumber ? 0 : size, digits: 11, into: &block)
        let time = UInt64(clamping: modificationTime)
        Self.put(time > Self.largestNumber ? 0 : time, digits: 11, into: &block)
        block += [UInt8](repeating: UInt8(ascii: " "), count: 8)
        block.append(kind.rawValue)
        Self.put(Self.whole(linkTarget, width: 100)[...], width: 100, into: &block)
        block += Array("ustar\u{0}00".utf8)
        // The owner's and the group's name.
        block += [UInt8](repeating: 0, count: 64)
        for _ in 0..<2 { Self.put(0, digits: 7, into: &block) }
        Self.put(names.prefix, width: 155, into: &block)
        block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
        // The checksum is the sum of all bytes with blanks in its own place.
        let sum = block.reduce(0) { $0 + UInt64($1) }
        var digits: [UInt8] = []
        Self.put(sum, digits: 6, into: &digits)
        block.replaceSubrange(148..<155, with: digits)
        return block
    }

    private static func put(_ text: ArraySlice<UInt8>, width: Int, into block: inout [UInt8]) {
        block += text + [UInt8](repeating: 0, count: width - text.count)
    }

    /// Octal digits and a NUL.
    private static func put(_ number: UInt64, digits: Int, into block: inout [UInt8]) {
        let text = String(number, radix: 8).utf8
        block += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + Array(text) + [0]
    }
}
