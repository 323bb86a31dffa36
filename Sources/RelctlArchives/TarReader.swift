/// Reads a tar: ustar, pax, and GNU's long names and large numbers (POSIX.1-2017, `pax`; GNU tar manual, "Basic Tar
/// Format").
package struct TarReader {
    package typealias Report = (_ code: String, _ reason: String) -> Void
    /// Is shown each part of each file's content on its way, with the entry as far as it is known.
    package typealias Content = (ArchiveMember, UnsafeRawBufferPointer) throws -> Void

    private let source: any ByteSource
    private var budget: ReadingBudget
    /// What a pax or GNU header said about the next entry.
    private var overrides = TarOverrides()
    /// What a global pax header said about all entries from there on.
    private var globals = TarOverrides()

    /// The longest that a header's own content may be: names longer than this serve no honest purpose.
    private static let headerLimit: UInt64 = 1 << 20

    /// What is wrong with a tar that lacks the zeros at its end, and nothing else.
    ///
    /// Some that make layers of images make them so.
    package static let unended = [
        "it ends without the mark of a tar's end", "the tar is cut off in the zeros after a content",
    ]

    /// Whether the tar ends in the zeros after the last content, which is whole.
    private var isCutInPadding = false

    package init(_ source: any ByteSource, _ limits: ArchiveLimits) {
        self.source = source
        // Only entries are counted here: the bytes are, where they are decompressed.
        budget = ReadingBudget(limits, archiveSize: .max)
    }

    package mutating func read(
        _ report: Report,
        content: Content = { _, _ in },
        _ body: (ArchiveMember) throws -> Void
    ) throws {
        while let block = try nextBlock() {
            try Task.checkCancellation()
            guard block.contains(where: { $0 != 0 }) else { return try readEnd(report) }
            try budget.countEntry()
            let header = try TarBlock(block)
            if try readOverrides(header) { continue }
            try body(try readMember(header, report, content))
            guard !isCutInPadding else { return report("archive.damaged", Self.unended[1]) }
        }
        report("archive.damaged", Self.unended[0])
        if let remainder = source.remainder { report("archive.trailing", remainder) }
    }

    /// After a block of zeros there is nothing but zeros.
    private mutating func readEnd(_ report: Report) throws {
        var hasContent = false
        while let block = try nextBlock(allowsPart: true) {
            try Task.checkCancellation()
            if block.contains(where: { $0 != 0 }) { hasContent = true }
        }
        if hasContent { report("archive.trailing", "bytes follow the mark of the tar's end") }
        if let remainder = source.remainder { report("archive.trailing", remainder) }
    }

    private mutating func nextBlock(allowsPart: Bool = false) throws -> [UInt8]? {
        let block = try source.bytes(TarHeader.blockSize)
        if block.isEmpty { return nil }
        guard allowsPart || block.count == TarHeader.blockSize else {
            throw ArchiveDamage.damaged("the tar is cut off")
        }
        return block
    }

    /// Takes in a header that is only about other entries.
    private mutating func readOverrides(_ header: TarBlock) throws -> Bool {
        switch header.typeFlag {
        case UInt8(ascii: "x"): try overrides.take(pax: try headerContent(header))
        case UInt8(ascii: "g"): try globals.take(pax: try headerContent(header))
        case UInt8(ascii: "L"): overrides.name = Array(try headerContent(header).prefix { $0 != 0 })
        case UInt8(ascii: "K"): overrides.linkTarget = Array(try headerContent(header).prefix { $0 != 0 })
        default: return false
        }
        return true
    }

    private mutating func headerContent(_ header: TarBlock) throws -> [UInt8] {
        guard header.size <= Self.headerLimit else { throw ArchiveDamage.limit("a header is larger than 1 MiB") }
        var content: [UInt8] = []
        try readContent(header.size) { content.append(contentsOf: $0) }
        guard !isCutInPadding else { throw ArchiveDamage.damaged(Self.unended[1]) }
        return content
    }

    private mutating func readMember(_ header: TarBlock, _ report: Report, _ show: Content) throws -> ArchiveMember {
        let said = overrides.merged(over: globals)
        overrides = TarOverrides()
        var member = header.member
        if let name = said.name { member.name = name }
        if let target = said.linkTarget, member.linkTarget != nil { member.linkTarget = target }
        member.size = said.size ?? header.size
        member.owner = said.owner ?? member.owner
        member.group = said.group ?? member.group
        if said.isSparse { member.kind = .special("sparse file") }
        if member.kind == .file, member.name.last == UInt8(ascii: "/") { member.kind = .folder }
        if member.kind == .link, member.size > 0 {
            report("archive.damaged", "the link `\(member.shownName)` claims to have content, where programs differ")
        }
        // Links have no content, whatever size they claim (pax, "size"); a hard link's may be that of its file.
        if member.kind == .link || member.kind == .hardLink { member.size = 0 }
        var content = ContentDigester()
        let isFile = member.kind == .file
        try readContent(member.size) { bytes in
            content.update(bytes)
            if isFile { try show(member, bytes) }
        }
        if member.kind == .file { content.finish(&member) }
        return member
    }

    /// Reads so many bytes and what pads them to a block.
    private mutating func readContent(_ size: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var rest = size
        while rest > 0 {
            try Task.checkCancellation()
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(rest, UInt64(buffer.count)))])
            )
            guard count > 0 else { throw ArchiveDamage.damaged("the tar is cut off") }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            rest -= UInt64(count)
        }
        let padding = TarHeader.padding(after: size).count
        isCutInPadding = try source.bytes(padding).count < padding
    }
}
