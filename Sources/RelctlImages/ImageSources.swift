/// What a target's artifacts have for images.
struct ImageSources {
    /// The files of the target's archive, without its top folder.
    let tree: SourceTree
    private let archive: Artifact?
    private let recorded: [RelativePath: ArchivedEntry]
    private let programs: [Artifact]

    /// Archives are read in this order, where a target has several: the fastest first.
    private static let formats = ["tar", "tar.gz", "tar.zst", "zip", "tar.xz"]

    init(_ artifacts: [Artifact], for target: TargetTriple) {
        let own = artifacts.filter { $0.target == target && $0.contents != nil }
        archive = own.filter { $0.kind == .archive && Self.canRead($0) }.min { Self.rank($0) < Self.rank($1) }
        programs = own.filter { $0.kind == .binary }
        var recorded: [RelativePath: ArchivedEntry] = [:]
        for entry in archive?.contents ?? [] {
            let below = entry.path.components.dropFirst().joined(separator: "/")
            guard let path = try? RelativePath(below) else { continue }
            recorded[path] = entry
        }
        self.recorded = recorded
        tree = SourceTree(recorded.sorted { $0.key < $1.key }.map(Self.sourceEntry))
    }

    /// Nothing can be taken out of what only the program that packed it understands.
    private static func canRead(_ archive: Artifact) -> Bool { archive.format.map { ArchiveReader.reads($0) } ?? true }

    private static func rank(_ artifact: Artifact) -> Int {
        formats.firstIndex { $0 == artifact.format } ?? formats.count
    }

    private static func sourceEntry(_ path: RelativePath, _ entry: ArchivedEntry) -> SourceEntry {
        let kind: FileStatus.Kind =
            switch entry.kind {
            case .file: .file
            case .folder: .folder
            case .link: .link
            }
        return SourceEntry(
            path: path,
            kind: kind,
            isExecutable: entry.mode & 0o111 != 0,
            size: entry.size ?? 0,
            linkTarget: entry.target
        )
    }

    /// Whether there is anything for images at all.
    var isEmpty: Bool { archive == nil && programs.isEmpty }

    /// The file that stands at a path below the archive's top folder.
    func source(at path: RelativePath) -> ImagePlan.Source? {
        guard let archive, let entry = recorded[path] else { return nil }
        return Self.source(entry, in: archive)
    }

    /// The program of this name: an artifact of its own, or the executable file of the archive that is nearest to its
    /// top.
    ///
    /// - Throws: ``RelctlError`` if there is none, or several that differ.
    func program(_ name: String) throws -> ImagePlan.Source {
        let candidates =
            recorded.filter { path, entry in
                entry.kind == .file && entry.mode & 0o111 != 0 && path.lastComponent.equalsBytewise(name)
            }
            .sorted { ($0.key.components.count, $0.key) < ($1.key.components.count, $1.key) }
        if let archive, let (path, entry) = candidates.first {
            let rivals = candidates.dropFirst().filter {
                $0.key.components.count == path.components.count && $0.value.sha256 != entry.sha256
            }
            guard rivals.isEmpty else {
                throw RelctlError("cannot tell which `\(name)` is meant: `\(archive.name)` has several that differ")
            }
            if let source = Self.source(entry, in: archive) { return source }
        }
        for artifact in programs {
            guard let entry = artifact.contents?.first, entry.path.lastComponent.equalsBytewise(name),
                let source = Self.source(entry, in: artifact)
            else { continue }
            return source
        }
        throw RelctlError(
            "cannot find the program `\(name)` in the release's artifacts",
            hints: ["`binaries: []` makes an image without programs"]
        )
    }

    private static func source(_ entry: ArchivedEntry, in artifact: Artifact) -> ImagePlan.Source? {
        guard entry.kind == .file, let size = entry.size, let sha256 = entry.sha256 else { return nil }
        return .artifact(artifact.name, path: entry.path, size: size, sha256: sha256)
    }
}
