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
    /// The digest of a file's content.
    package var sha256: Digest?
    /// The first bytes of a file's content, at most ``headSize``: enough for the headers of programs.
    package var head: [UInt8] = []

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
    /// Bytes that come of one compressed byte, once more than ``freeSize`` have come.
    package var ratio: UInt64 = 500
    /// Bytes that may come of anything: a small bomb does no harm.
    package var freeSize: UInt64 = 1 << 30

    /// The usual ones.
    package init() {}
}

/// Why an archive cannot be read on.
struct ArchiveDamage: Error {
    let code: String
    let reason: String

    /// It is not as its format says.
    static func damaged(_ reason: String) -> ArchiveDamage { ArchiveDamage(code: "archive.damaged", reason: reason) }

    /// It holds more than the limits allow.
    static func limit(_ reason: String) -> ArchiveDamage { ArchiveDamage(code: "archive.limit", reason: reason) }
}

/// Counts what has been read against the limits.
struct ReadingBudget {
    private let limits: ArchiveLimits
    private var entries = 0
    private var size: UInt64 = 0
    private var compressedSize: UInt64 = 0

    init(_ limits: ArchiveLimits) { self.limits = limits }

    mutating func countEntry() throws(ArchiveDamage) {
        entries += 1
        guard entries <= limits.entries else { throw .limit("it has more than \(limits.entries) entries") }
    }

    /// Counts bytes, and the compressed bytes that they came of.
    mutating func count(_ bytes: Int, ofCompressed compressed: Int) throws(ArchiveDamage) {
        size += UInt64(bytes)
        compressedSize += UInt64(compressed)
        guard size <= limits.size else { throw .limit("it unpacks to more than \(limits.size) bytes") }
        guard size > limits.freeSize, size / limits.ratio > compressedSize else { return }
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
