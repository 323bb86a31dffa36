/// The central directory of a zip, sections 4.3.12 to 4.3.16.
struct ZipDirectory {
    /// Where it starts; entries lie before it.
    private(set) var offset: UInt64
    private(set) var lines: [Line] = []
    /// What is odd and no reason to stop.
    private(set) var findings: [ArchiveDamage] = []

    /// What it says about one entry.
    struct Line {
        var madeBy: UInt16
        var flags: UInt16
        var method: UInt16
        var checksum: UInt32
        var compressedSize: UInt64
        var size: UInt64
        var name: [UInt8]
        var attributes: UInt32
        var offset: UInt64
        var hasOtherName: Bool

        var shownName: String { String(decoding: name, as: UTF8.self) }
    }

    /// Where an end record says the directory is.
    private struct Place {
        var count: UInt64
        var size: UInt64
        var offset: UInt64
        /// Where the end records begin.
        var end: UInt64
    }

    init(_ file: any ReadableFile, _ limits: ArchiveLimits) throws {
        let place = try Self.findPlace(file, &findings)
        offset = place.offset
        guard place.offset <= place.end, place.size <= place.end - place.offset else {
            throw ArchiveDamage.damaged("the directory does not lie where the end says")
        }
        if place.offset + place.size != place.end {
            findings.append(ArchiveDamage(code: "archive.hidden", reason: "there are bytes after the directory"))
        }
        guard place.count <= limits.entries else {
            throw ArchiveDamage.limit("it has more than \(limits.entries) entries")
        }
        // The directory is kept in memory; ordinary lines have about a hundred bytes.
        guard place.size <= Self.sizeLimit else { throw ArchiveDamage.limit("its directory is larger than 256 MiB") }
        try file.seek(to: place.offset)
        var cursor = LittleEndianCursor(try PlainSource(file).bytes(Int(place.size)))
        for _ in 0..<place.count { lines.append(try Line(&cursor)) }
        guard cursor.rest.isEmpty else {
            throw ArchiveDamage.damaged("the directory has more lines than the end says")
        }
    }

    private static let sizeLimit: UInt64 = 256 << 20

    /// Section 4.3.16: the end record is 22 bytes and a comment that reaches to the end of the file.
    private static func findPlace(_ file: any ReadableFile, _ findings: inout [ArchiveDamage]) throws -> Place {
        let fileSize = try file.status().size
        let tailStart = fileSize - min(fileSize, 22 + 65_535)
        try file.seek(to: tailStart)
        let tail = try PlainSource(file).bytes(Int(fileSize - tailStart))
        let signature: [UInt8] = [0x50, 0x4b, 0x05, 0x06]
        let starts = tail.indices.dropLast(21).reversed().filter { tail[$0...].starts(with: signature) }
        let commentEnd = { (start: Int) in start + 22 + Int(tail[start + 20]) + Int(tail[start + 21]) << 8 }
        let exact = starts.first { commentEnd($0) == tail.count }
        guard let start = exact ?? starts.first(where: { commentEnd($0) < tail.count }) else {
            throw ArchiveDamage.damaged("it does not end as a zip does")
        }
        if exact == nil { findings.append(ArchiveDamage(code: "archive.trailing", reason: "bytes follow its end")) }
        // Many programs take the last thing that looks like an end for it.
        if starts.first != start {
            findings.append(ArchiveDamage(code: "archive.hidden", reason: "its comment holds what looks like its end"))
        }
        var cursor = LittleEndianCursor(tail[start...].dropFirst(4))
        let (disk, directoryDisk) = (try cursor.next(UInt16.self), try cursor.next(UInt16.self))
        _ = try cursor.next(UInt16.self)
        let count = try cursor.next(UInt16.self)
        let (size, offset) = (try cursor.next(UInt32.self), try cursor.next(UInt32.self))
        guard disk == directoryDisk, disk == 0 || disk == .max else {
            throw ArchiveDamage.damaged("it is one part of several")
        }
        let end = tailStart + UInt64(start)
        let place = Place(count: UInt64(count), size: UInt64(size), offset: UInt64(offset), end: end)
        guard count == .max || size == .max || offset == .max else { return place }
        return try findLargePlace(file, before: end) ?? place
    }

    /// Sections 4.3.14 and 4.3.15: the zip64 records before the old one.
    private static func findLargePlace(_ file: any ReadableFile, before end: UInt64) throws -> Place? {
        guard end >= 20 else { return nil }
        try file.seek(to: end - 20)
        var locator = LittleEndianCursor(try PlainSource(file).bytes(20))
        guard try locator.next(UInt32.self) == 0x0706_4b50 else { return nil }
        _ = try locator.next(UInt32.self)
        let start = try locator.next(UInt64.self)
        guard start <= end - 20, end - 20 - start >= 56 else {
            throw ArchiveDamage.damaged("the zip64 end does not lie where its locator says")
        }
        try file.seek(to: start)
        var record = LittleEndianCursor(try PlainSource(file).bytes(56))
        guard try record.next(UInt32.self) == 0x0606_4b50 else {
            throw ArchiveDamage.damaged("the zip64 end does not lie where its locator says")
        }
        // Its size, two versions, two disks, and the lines on this disk.
        _ = try record.next(count: 8 + 2 + 2 + 4 + 4 + 8)
        let count = try record.next(UInt64.self)
        let (size, offset) = (try record.next(UInt64.self), try record.next(UInt64.self))
        return Place(count: count, size: size, offset: offset, end: start)
    }
}

extension ZipDirectory.Line {
    /// Takes one line off the directory.
    fileprivate init(_ cursor: inout LittleEndianCursor) throws(ArchiveDamage) {
        guard try cursor.next(UInt32.self) == 0x0201_4b50 else { throw .damaged("a line of the directory is missing") }
        madeBy = try cursor.next(UInt16.self)
        _ = try cursor.next(UInt16.self)
        (flags, method) = (try cursor.next(UInt16.self), try cursor.next(UInt16.self))
        _ = try cursor.next(UInt32.self)
        checksum = try cursor.next(UInt32.self)
        compressedSize = UInt64(try cursor.next(UInt32.self))
        size = UInt64(try cursor.next(UInt32.self))
        let lengths = (try cursor.next(UInt16.self), try cursor.next(UInt16.self), try cursor.next(UInt16.self))
        // The disk and the internal attributes.
        _ = try cursor.next(UInt32.self)
        attributes = try cursor.next(UInt32.self)
        offset = UInt64(try cursor.next(UInt32.self))
        name = Array(try cursor.next(count: Int(lengths.0)))
        let extra = try ZipExtra(try cursor.next(count: Int(lengths.1)))
        _ = try cursor.next(count: Int(lengths.2))
        hasOtherName = extra.hasOtherName
        var numbers = LittleEndianCursor(extra.large)
        if size == UInt32.max { size = try numbers.next(UInt64.self) }
        if compressedSize == UInt32.max { compressedSize = try numbers.next(UInt64.self) }
        if offset == UInt32.max { offset = try numbers.next(UInt64.self) }
        // Sums of these must not overflow.
        guard [size, compressedSize, offset].allSatisfy({ $0 < 1 << 62 }) else {
            throw .damaged("a number in the directory is out of range")
        }
    }

    /// The entry, without its content.
    var member: ArchiveMember {
        // 3 is Unix and 19 is macOS, whose external attributes hold the mode.
        let isUnix = [3, 19].contains(madeBy >> 8)
        let mode = isUnix ? UInt16(attributes >> 16) : 0
        let isFolder = name.last == UInt8(ascii: "/")
        let kind: ArchiveMember.Kind =
            switch mode & 0o170000 {
            case 0: isFolder ? .folder : .file
            case 0o040000: .folder
            case 0o100000: isFolder ? .folder : .file
            case 0o120000: .link
            case 0o060000: .special("block device")
            case 0o020000: .special("character device")
            case 0o010000: .special("pipe")
            default: .special("special file")
            }
        return ArchiveMember(name: name, kind: kind, mode: mode & 0o7777, size: size)
    }
}

/// The extra fields that matter for reading, section 4.5.
struct ZipExtra {
    /// The numbers of the zip64 field.
    private(set) var large: [UInt8] = []
    /// Whether a field gives the entry another name (Info-ZIP's Unicode path, 0x7075).
    private(set) var hasOtherName = false

    init(_ bytes: some Collection<UInt8>) throws(ArchiveDamage) {
        var cursor = LittleEndianCursor(bytes)
        // Some writers pad with fewer than four bytes, which is no field.
        while cursor.rest.count >= 4 {
            let (id, size) = (try cursor.next(UInt16.self), try cursor.next(UInt16.self))
            let content = try cursor.next(count: Int(size))
            if id == 0x0001 { large = Array(content) }
            if id == 0x7075 { hasOtherName = true }
        }
    }
}

/// What stands before an entry's data, section 4.3.7.
struct ZipLocalHeader {
    let dataOffset: UInt64
    private let flags: UInt16
    private let method: UInt16
    private let checksum: UInt32
    private var compressedSize: UInt64
    private var size: UInt64
    private let name: [UInt8]
    private let hasOtherName: Bool

    init(_ file: any ReadableFile, at offset: UInt64) throws {
        try file.seek(to: offset)
        let source = PlainSource(file)
        var cursor = LittleEndianCursor(try source.bytes(30))
        guard try cursor.next(UInt32.self) == 0x0403_4b50 else {
            throw ArchiveDamage.damaged("a local header is missing")
        }
        _ = try cursor.next(UInt16.self)
        (flags, method) = (try cursor.next(UInt16.self), try cursor.next(UInt16.self))
        _ = try cursor.next(UInt32.self)
        checksum = try cursor.next(UInt32.self)
        compressedSize = UInt64(try cursor.next(UInt32.self))
        size = UInt64(try cursor.next(UInt32.self))
        let (nameLength, extraLength) = (Int(try cursor.next(UInt16.self)), Int(try cursor.next(UInt16.self)))
        name = try source.bytes(nameLength)
        let extra = try ZipExtra(try source.bytes(extraLength))
        hasOtherName = extra.hasOtherName
        var numbers = LittleEndianCursor(extra.large)
        if size == UInt32.max { size = try numbers.next(UInt64.self) }
        if compressedSize == UInt32.max { compressedSize = try numbers.next(UInt64.self) }
        dataOffset = offset + UInt64(30 + nameLength + extraLength)
    }

    /// What this header says otherwise than the directory, in words.
    func differences(from line: ZipDirectory.Line) -> [String] {
        var differences: [String] = []
        if name != line.name { differences.append("different names (`\(String(decoding: name, as: UTF8.self))`)") }
        if hasOtherName || line.hasOtherName { differences.append("a second name") }
        if method != line.method { differences.append("different methods") }
        if flags != line.flags { differences.append("different flags") }
        // With bit 3 the numbers stand behind the data and are zero here.
        let isLater = flags & 1 << 3 != 0
        let numbers = [
            (UInt64(checksum), UInt64(line.checksum)), (compressedSize, line.compressedSize), (size, line.size),
        ]
        if numbers.contains(where: { $0 != $1 && !(isLater && $0 == 0) }) {
            differences.append("different checksums or sizes")
        }
        return differences
    }
}
