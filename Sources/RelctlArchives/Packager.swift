/// Makes archives of one format.
public protocol Packager: Sendable {
    /// What the archive's name ends in, dot included: `.tar.gz`.
    var fileExtension: String { get }
    /// What it makes: an archive of all that a target has, or of each of a target's programs a file of its own.
    var kind: Artifact.Kind { get }
    /// What compresses it, and at which levels; nothing where it does not compress.
    var compression: CompressionScale? { get }

    /// The names of the environment variables that secrets are read from, such as for signing.
    ///
    /// No child process gets them, and their values are masked wherever they would appear.
    var secretNames: [String] { get }

    /// Says, before anything is built, why it could not pack an archive; nothing where it could. Never writes.
    func preflight(_ archive: ArchivePlan, with effects: Effects) async throws -> [Finding]

    /// Packs an archive into `output`, in the order of its entries, with nothing in it that is not in the plan.
    ///
    /// The same request and the same contents give the same bytes. The caller creates, commits or discards the file.
    ///
    /// - Throws: ``RelctlError`` that names the entry that cannot be packed.
    func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive
}

extension Packager {
    /// An archive.
    public var kind: Artifact.Kind { .archive }
    /// Not compressed.
    public var compression: CompressionScale? { nil }
    /// None.
    public var secretNames: [String] { [] }
    /// Nothing, for packagers that can pack all that can be planned.
    public func preflight(_ archive: ArchivePlan, with effects: Effects) async throws -> [Finding] { [] }
}

/// What a packager is asked to pack.
public struct PackageRequest: Sendable {
    /// The archive.
    public var archive: ArchivePlan
    /// The project's folder, which `project` sources lie below.
    public var project: FilePath
    /// The folder that holds the target's binaries.
    public var binaries: FilePath
    /// What relctl's own packagers share in one run.
    package var engine: ArchiveEngine
    /// Where a folder may be made for what is needed while packing; nothing for one among the temporary files.
    package var scratch: FilePath?

    /// Describes what to pack.
    public init(archive: ArchivePlan, project: FilePath, binaries: FilePath) {
        self.init(archive: archive, project: project, binaries: binaries, engine: ArchiveEngine(threads: 1))
    }

    /// Describes what to pack, sharing `engine` with others.
    package init(archive: ArchivePlan, project: FilePath, binaries: FilePath, engine: ArchiveEngine) {
        self.archive = archive
        self.project = project
        self.binaries = binaries
        self.engine = engine
    }
}

/// What came of packing.
public struct PackagedArchive: Sendable, Hashable {
    /// Bytes of the archive.
    public var size: UInt64
    /// The digest of its bytes, taken while they were written.
    public var sha256: Digest
    /// What is in it, with the digest of each file.
    public var contents: [ArchivedEntry]

    /// Describes what came of packing.
    public init(size: UInt64, sha256: Digest, contents: [ArchivedEntry]) {
        self.size = size
        self.sha256 = sha256
        self.contents = contents
    }
}
