/// One entry of an archive as it stands there, hostile or not; nothing about it has been checked.
package struct ArchiveMember: Sendable, Hashable {
    /// The name's bytes, whatever they are; those of a folder may end in a slash.
    package var name: [UInt8]
    /// What it is.
    package var kind: Kind
    /// The lower twelve mode bits.
    package var mode: UInt16 = 0
    /// Bytes of content.
    package var size: UInt64 = 0
    /// The text of a link, or the name that a hard link stands for.
    package var linkTarget: [UInt8]?
    /// The owner's number, where the format has one.
    package var owner: UInt64 = 0
    /// The group's number, where the format has one.
    package var group: UInt64 = 0
    /// When the content was last changed, in seconds since 1970, where the format is tar.
    package var modificationTime: Int64 = 0
    /// The digest of a file's content.
    package var sha256: Digest?
    /// The first bytes of a file's content, at most ``headSize``: enough for the headers of programs.
    package var head: [UInt8] = []

    /// Describes an entry.
    package init(name: [UInt8], kind: Kind, mode: UInt16 = 0, size: UInt64 = 0) {
        (self.name, self.kind, self.mode, self.size) = (name, kind, mode, size)
    }

    /// How much of a file's content is kept.
    package static let headSize = 16 << 10

    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        case file, folder, link, hardLink
        /// Anything else, by what it is called: `character device`.
        case special(String)
    }

    /// The name for messages, with what is not UTF-8 replaced.
    package var shownName: String { String(decoding: name, as: UTF8.self) }
}

/// How much an archive may hold before reading stops: what somebody else packed must not keep us busy for ever.
package struct ArchiveLimits: Sendable, Hashable {
    /// Entries.
    package var entries = 1_000_000
    /// Bytes of all contents.
    package var size: UInt64 = 64 << 30
    /// Bytes that may come of each byte of the archive, once more than ``freeSize`` have come.
    package var ratio: UInt64 = 100
    /// Bytes that may come of an archive however small it is: so small a bomb does no harm.
    package var freeSize: UInt64 = 64 << 20

    /// The usual ones.
    package init() {}

    /// These, for an archive that a manifest lists the contents of: so much may come of it, whatever its size.
    package func allowing(_ contents: [ArchivedEntry]) -> ArchiveLimits {
        // A tar has a header and padding for each entry, and a pax header where the name is long.
        let overhead = UInt64(contents.count) * (16 << 10) + 1 << 20
        let listed = contents.reduce(overhead) { sum, entry in
            let (next, isTooLarge) = sum.addingReportingOverflow(entry.size ?? 0)
            return isTooLarge ? .max : next
        }
        var limits = self
        limits.freeSize = max(freeSize, listed)
        limits.size = max(size, listed)
        return limits
    }
}

/// Why an archive cannot be read on.
package struct ArchiveDamage: Error {
    let code: String
    package let reason: String

    /// It is not as its format says.
    package static func damaged(_ reason: String) -> ArchiveDamage {
        ArchiveDamage(code: "archive.damaged", reason: reason)
    }

    /// It holds more than the limits allow.
    package static func limit(_ reason: String) -> ArchiveDamage {
        ArchiveDamage(code: "archive.limit", reason: reason)
    }
}

/// Counts what has been read against the limits.
struct ReadingBudget {
    private let limits: ArchiveLimits
    private let archiveSize: UInt64
    private var entries = 0
    private var size: UInt64 = 0

    /// Counts for an archive of so many bytes.
    ///
    /// The whole archive's size bounds what comes of it, not what has been read of it so far: the order of the entries
    /// says nothing, nor do bytes that several entries share.
    init(_ limits: ArchiveLimits, archiveSize: UInt64) {
        self.limits = limits
        self.archiveSize = archiveSize
    }

    mutating func countEntry() throws(ArchiveDamage) {
        entries += 1
        guard entries <= limits.entries else { throw .limit("it has more than \(limits.entries) entries") }
    }

    /// Counts bytes that were decompressed.
    mutating func count(_ bytes: Int) throws(ArchiveDamage) {
        size += UInt64(bytes)
        guard size <= limits.size else { throw .limit("it unpacks to more than \(limits.size) bytes") }
        guard size > limits.freeSize, size / limits.ratio > archiveSize else { return }
        throw .limit("it unpacks to more than \(limits.ratio) times its size")
    }
}

/// Takes a file's content piece by piece and keeps its digest and its first bytes.
struct ContentDigester {
    private var hasher = SHA256Hasher()
    private var head: [UInt8] = []

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hasher.update(bytes)
        head.append(contentsOf: bytes.prefix(ArchiveMember.headSize - head.count))
    }

    /// Puts what is known into `member`.
    mutating func finish(_ member: inout ArchiveMember) {
        member.sha256 = hasher.finalize()
        member.head = head
    }
}
