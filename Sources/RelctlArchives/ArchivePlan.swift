/// One archive, or one program that ships as it is, before it is packed: every entry, and where its content comes from.
public struct ArchivePlan: Sendable, Hashable, Codable {
    /// The file's name in `dist/`, ending included.
    public var name: String
    /// The packager's id.
    public var format: String
    /// The platform it is for.
    public var target: TargetTriple
    /// How it is compressed; nothing where the format does not compress.
    public var compression: Compression?
    /// The time of every entry, in seconds since 1970.
    public var timestamp: Int64
    /// The entries, sorted bytewise by path, all in one top folder; a folder stands before what is in it.
    ///
    /// For a file that is a single program, that alone, under its own name.
    public var entries: [PlannedEntry]

    /// Describes an archive.
    public init(
        name: String,
        format: String,
        target: TargetTriple,
        compression: Compression? = nil,
        timestamp: Int64,
        entries: [PlannedEntry]
    ) {
        self.name = name
        self.format = format
        self.target = target
        self.compression = compression
        self.timestamp = timestamp
        self.entries = entries
    }
}

/// One entry of an archive before it is packed.
public struct PlannedEntry: Sendable, Hashable, Codable {
    /// From the archive's root, top folder included.
    public var path: RelativePath
    /// What it will hold.
    public var content: Content

    /// What an entry holds.
    public enum Content: Sendable, Hashable, Codable {
        /// A folder, 0o755.
        case folder
        /// A file, 0o755 or 0o644.
        case file(source: Source, isExecutable: Bool)
        /// A symbolic link, with its relative text.
        case link(target: String)
    }

    /// Where a file's content comes from.
    public enum Source: Sendable, Hashable, Codable {
        /// The file below the project's folder.
        case project(path: RelativePath)
        /// The target's binary of this file name, `.exe` included.
        case binary(name: String)
        /// This text.
        case text(String)
    }

    /// Describes an entry.
    public init(path: RelativePath, content: Content) {
        self.path = path
        self.content = content
    }
}
