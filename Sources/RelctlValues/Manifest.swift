/// The record of a release, `dist/manifest.json`: each artifact with its digest and contents.
///
/// It is all that distribution needs beside the artifacts themselves, and what `verify` proves them against.
public struct Manifest: Sendable, Hashable, Codable {
    /// The form of this record.
    public static let currentFormat = 1
    /// The name of the file that holds it, which ships too.
    public static let fileName = "manifest.json"

    /// The form of this record, ``currentFormat``.
    public var format: Int
    /// What was released.
    public var release: ReleaseIdentity
    /// The name of the file that lists all checksums, if the release has one; the list itself names this record.
    public var checksums: String?
    /// The digest of the configuration that it was made by, line endings aside; nothing in older records.
    public var configuration: Digest?
    /// What was made, sorted bytewise by name.
    public var artifacts: [Artifact]
    /// The images that were made of the artifacts, in the configuration's order; nothing where there are none.
    public var images: [ReleasedImage]?

    /// Creates a record of the current form.
    public init(
        release: ReleaseIdentity,
        checksums: String? = nil,
        configuration: Digest? = nil,
        artifacts: [Artifact]
    ) {
        format = Self.currentFormat
        self.release = release
        self.checksums = checksums
        self.configuration = configuration
        self.artifacts = artifacts.sortedBytewise(by: \.name)
    }

    /// What people download: all but the checksums.
    package var downloads: [Artifact] { artifacts.filter { $0.kind != .checksum } }

    /// The flake; nothing where there is none, or none yet.
    package var flake: Artifact? { artifacts.first { $0.kind == .flake } }

    /// All artifacts but the flake and its checksum: what it is made of, and what one is made anew beside.
    package var artifactsWithoutFlake: [Artifact] {
        let names = Set(
            artifacts.filter { $0.kind == .flake }.flatMap { [$0.name, ChecksumFile.sidecar(of: $0.name)] }
                .map(FilePath.init)
        )
        return artifacts.filter { !names.contains(FilePath($0.name)) }
    }
}

/// What is released: project, version and source.
public struct ReleaseIdentity: Sendable, Hashable, Codable {
    /// The project's name.
    public var name: String
    /// Its description.
    public var description: String?
    /// Its page.
    public var homepage: String?
    /// Its licence, an SPDX expression.
    public var license: String?
    /// Its repository.
    public var repository: String?
    /// The version.
    public var version: Version
    /// The tag that stands for it.
    public var tag: String
    /// The full hexadecimal id of the commit it is made from.
    public var commit: String
    /// The time of the release in seconds since 1970: `SOURCE_DATE_EPOCH`, else the commit's.
    public var timestamp: Int64
    /// Whether this is a trial that no tag stands for.
    public var isSnapshot: Bool

    /// Describes a release.
    public init(
        name: String,
        description: String? = nil,
        homepage: String? = nil,
        license: String? = nil,
        repository: String? = nil,
        version: Version,
        tag: String,
        commit: String,
        timestamp: Int64,
        isSnapshot: Bool = false
    ) {
        self.name = name
        self.description = description
        self.homepage = homepage
        self.license = license
        self.repository = repository
        self.version = version
        self.tag = tag
        self.commit = commit
        self.timestamp = timestamp
        self.isSnapshot = isSnapshot
    }
}

/// A file that ships.
public struct Artifact: Sendable, Hashable, Codable {
    /// The name of the file in `dist/`: one path component, not starting with a dot.
    public let name: String
    /// What it is.
    public let kind: Kind
    /// The platform it is for, if it is for one.
    public let target: TargetTriple?
    /// The packager that made it, such as `tar.gz`.
    public let format: String?
    /// How it is compressed, if it is.
    public let compression: Compression?
    /// Bytes.
    public let size: UInt64
    /// The digest of its bytes.
    public let sha256: Digest
    /// What is in it, sorted bytewise by path, for an archive; for a binary the program itself, under its own name.
    public let contents: [ArchivedEntry]?

    /// What an artifact is.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Programs and files for one platform.
        case archive
        /// One program for one platform, as it is.
        case binary
        /// The `.sha256` beside an archive or a binary.
        case checksum
        /// A Helm chart.
        case chart
        /// A signature of another artifact, such as a chart's `.prov`.
        case signature
        /// A flake that serves the release to users of Nix, as a tarball.
        case flake
    }

    /// Describes an artifact.
    ///
    /// - Throws: ``RelctlError`` if the name is not that of a file in a folder.
    public init(
        name: String,
        kind: Kind,
        target: TargetTriple? = nil,
        format: String? = nil,
        compression: Compression? = nil,
        size: UInt64,
        sha256: Digest,
        contents: [ArchivedEntry]? = nil
    ) throws {
        self.name = try Self.validated(name)
        self.kind = kind
        self.target = target
        self.format = format
        self.compression = compression
        self.size = size
        self.sha256 = sha256
        self.contents = contents?.sorted { $0.path < $1.path }
    }

    /// Returns `name` if a file in `dist/` may have it.
    ///
    /// - Throws: ``RelctlError`` for a name with a slash, a control character or a backslash, or a leading dot or dash.
    public static func validated(_ name: String) throws -> String {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7f}" && $0 != "/" && $0 != "\\" }
        guard isPlain, let first = name.utf8.first, !".-".utf8.contains(first) else {
            throw RelctlError(
                "cannot name an artifact `\(name)`",
                hints: ["a name is one path component without control characters that starts with no dot or dash"]
            )
        }
        return name
    }

    /// Reads an artifact, refusing a name that could leave the folder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            name: container.decode(String.self, forKey: .name),
            kind: container.decode(Kind.self, forKey: .kind),
            target: container.decodeIfPresent(TargetTriple.self, forKey: .target),
            format: container.decodeIfPresent(String.self, forKey: .format),
            compression: container.decodeIfPresent(Compression.self, forKey: .compression),
            size: container.decode(UInt64.self, forKey: .size),
            sha256: container.decode(Digest.self, forKey: .sha256),
            contents: container.decodeIfPresent([ArchivedEntry].self, forKey: .contents)
        )
    }
}

/// What an archive holds under one path.
public struct ArchivedEntry: Sendable, Hashable, Codable {
    /// From the archive's root, top folder included.
    public var path: RelativePath
    /// What it is.
    public var kind: Kind
    /// Permission bits, 0o644 or 0o755; 0o777 for a link.
    public var mode: UInt16
    /// Bytes of content, for a file.
    public var size: UInt64?
    /// The digest of the content, for a file.
    public var sha256: Digest?
    /// The text of the link, for a link.
    public var target: String?

    /// What an entry is.
    public enum Kind: String, Sendable, Hashable, Codable {
        case file, folder, link
    }

    /// Describes an entry.
    public init(
        path: RelativePath,
        kind: Kind,
        mode: UInt16,
        size: UInt64? = nil,
        sha256: Digest? = nil,
        target: String? = nil
    ) {
        self.path = path
        self.kind = kind
        self.mode = mode
        self.size = size
        self.sha256 = sha256
        self.target = target
    }
}
