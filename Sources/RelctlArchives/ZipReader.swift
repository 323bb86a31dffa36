/// Reads a zip by its central directory, and compares what the local headers say (PKWARE's APPNOTE 6.3.10).
///
/// Programs differ in which of the two they believe, so an archive whose halves disagree means different things to
/// different people; so does one with bytes that only one of the halves accounts for.
struct ZipReader {
    typealias Report = (_ code: String, _ reason: String) -> Void

    private let file: any ReadableFile
    private let limits: ArchiveLimits
    private var budget: ReadingBudget
    private let inflater: Inflater

    init(_ file: any ReadableFile, _ limits: ArchiveLimits) throws {
        self.file = file
        self.limits = limits
        budget = ReadingBudget(limits, archiveSize: try file.status().size)
        inflater = try Inflater(.none)
    }

    mutating func read(
        _ report: Report,
        content: TarReader.Content = { _, _ in },
        _ body: (ArchiveMember) throws -> Void
    ) throws {
        let directory = try ZipDirectory(file, limits)
        for finding in directory.findings { report(finding.code, finding.reason) }
        var extents: [Range<UInt64>] = []
        for line in directory.lines {
            try Task.checkCancellation()
            try budget.countEntry()
            let local = try localHeader(of: line, before: directory.offset)
            for difference in local.differences(from: line) {
                report("archive.headers_differ", "\(difference) of `\(line.shownName)` in its two headers")
            }
            guard local.dataOffset + line.compressedSize <= directory.offset else {
                throw ArchiveDamage.damaged("the data of `\(line.shownName)` reaches into the directory")
            }
            let end = local.dataOffset + line.compressedSize
            extents.append(line.offset..<end + (try descriptorSize(of: line, at: end, before: directory.offset)))
            try body(try member(line, dataOffset: local.dataOffset, report, content))
        }
        checkExtents(extents, until: directory.offset, report)
    }

    /// Every byte before the directory belongs to exactly one entry.
    private func checkExtents(_ extents: [Range<UInt64>], until end: UInt64, _ report: Report) {
        var position: UInt64 = 0
        for extent in extents.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if extent.lowerBound < position { return report("archive.overlap", "entries share their bytes") }
            if extent.lowerBound > position { report("archive.hidden", "there are bytes that no entry accounts for") }
            position = extent.upperBound
        }
        if position < end { report("archive.hidden", "there are bytes that no entry accounts for") }
    }

    private func localHeader(of line: ZipDirectory.Line, before end: UInt64) throws -> ZipLocalHeader {
        guard line.offset + 30 <= end else { throw ArchiveDamage.damaged("a local header is missing") }
        return try ZipLocalHeader(file, at: line.offset)
    }

    /// Section 4.3.9: with or without signature, with sizes of 4 or 8 bytes; whichever says what the directory says.
    private func descriptorSize(of line: ZipDirectory.Line, at offset: UInt64, before end: UInt64) throws -> UInt64 {
        guard line.flags & 1 << 3 != 0 else { return 0 }
        try file.seek(to: offset)
        let bytes = try PlainSource(file).bytes(Int(min(24, end - offset)))
        for hasSignature in [true, false] {
            for isLarge in [true, false] {
                var expected: [UInt8] = []
                if hasSignature { expected.append(littleEndian: UInt32(0x0807_4b50)) }
                expected.append(littleEndian: line.checksum)
                for size in [line.compressedSize, line.size] {
                    if isLarge {
                        expected.append(littleEndian: size)
                    } else {
                        expected.append(littleEndian: UInt32(truncatingIfNeeded: size))
                    }
                }
                if bytes.starts(with: expected) { return UInt64(expected.count) }
            }
        }
        return 0
    }

    // MARK: Content

    private mutating func member(
        _ line: ZipDirectory.Line,
        dataOffset: UInt64,
        _ report: Report,
        _ show: TarReader.Content
    ) throws -> ArchiveMember {
        var member = line.member
        guard line.flags & 1 == 0 else {
            report("archive.unreadable", "`\(line.shownName)` is encrypted")
            return member
        }
        guard line.method == 0 || line.method == 8 else {
            report("archive.unreadable", "`\(line.shownName)` is compressed by method \(line.method)")
            return member
        }
        // The longest link text that any system here takes.
        if member.kind == .link, line.size > 64 << 10 {
            throw ArchiveDamage.limit("a link's text is larger than 64 KiB")
        }
        var (digester, checksum, text) = (ContentDigester(), CRC32(), [UInt8]())
        let isLink = member.kind == .link
        let shown = member
        try file.seek(to: dataOffset)
        try readData(line) { bytes in
            digester.update(bytes)
            checksum.update(bytes)
            if isLink { text.append(contentsOf: bytes) }
            if shown.kind == .file { try show(shown, bytes) }
        }
        guard checksum.value == line.checksum else {
            throw ArchiveDamage.damaged("the content of `\(line.shownName)` does not have its checksum")
        }
        if isLink { member.linkTarget = text }
        if member.kind == .file { digester.finish(&member) }
        return member
    }

    /// Hands over exactly as many bytes as the directory says there are.
    private mutating func readData(_ line: ZipDirectory.Line, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { output.deallocate() }
        inflater.reset()
        var (compressed, produced, isAtEnd) = (UInt64(0), UInt64(0), false)
        let wrongSize = ArchiveDamage.damaged("the content of `\(line.shownName)` does not have its size")
        while compressed < line.compressedSize {
            try Task.checkCancellation()
            let input = try PlainSource(file).bytes(Int(min(64 << 10, line.compressedSize - compressed)))
            guard !input.isEmpty, !isAtEnd else { throw wrongSize }
            compressed += UInt64(input.count)
            try input.withUnsafeBytes { bytes in
                guard line.method == 8 else {
                    produced += UInt64(bytes.count)
                    try budget.count(bytes.count)
                    return try body(bytes)
                }
                var rest = bytes[...]
                var isFull = false
                while !isAtEnd, !rest.isEmpty || isFull {
                    let progress = try inflater.inflate(UnsafeRawBufferPointer(rebasing: rest), into: output)
                    rest = rest.dropFirst(progress.consumed)
                    isAtEnd = progress.isAtEnd
                    isFull = progress.produced == output.count
                    produced += UInt64(progress.produced)
                    guard produced <= line.size else { throw wrongSize }
                    try budget.count(progress.produced)
                    try body(UnsafeRawBufferPointer(rebasing: output[..<progress.produced]))
                }
                guard rest.isEmpty else { throw wrongSize }
            }
        }
        guard produced == line.size, line.method == 0 || isAtEnd else { throw wrongSize }
    }
}
