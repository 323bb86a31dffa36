/// What a run that was cut off had finished in its work folder, proven by digest before any of it is used again.
///
/// Beside each finished part lies a record of it, written when the part was complete. A part whose record is missing,
/// or that is not what its record says, is made again.
package struct FinishedWork: Sendable {
    private let files: any FileSystem
    private let folder: ReleaseFolder
    private let hasher: FileHasher

    /// Looks into a work folder.
    package init(files: any FileSystem, folder: ReleaseFolder) {
        self.files = files
        self.folder = folder
        hasher = FileHasher(files: files)
    }

    /// The record of one target's binaries.
    private struct Build: Codable {
        var binaries: [Binary]

        struct Binary: Codable {
            var name: String
            var size: UInt64
            var sha256: Digest
        }
    }

    private var records: FilePath { folder.path.appending(".records") }

    private func record(of target: TargetTriple) -> FilePath { records.appending("build-\(target.text).json") }

    private func record(of archive: ArchivePlan) -> FilePath { records.appending("archive-\(archive.name).json") }

    /// Records that a target's binaries are complete.
    package func finish(_ target: TargetTriple) async throws {
        var binaries: [Build.Binary] = []
        for name in try files.names(in: folder.binaries(of: target)) {
            let summary = try await hasher.summary(of: folder.binaries(of: target).appending(name))
            binaries.append(Build.Binary(name: name, size: summary.size, sha256: summary.sha256))
        }
        try files.createFolders(records)
        try files.write(JSONText.pretty(Build(binaries: binaries)), to: record(of: target))
    }

    /// Whether a target's binaries are there, all of them and as they were recorded.
    package func hasBinaries(of target: TargetTriple, named names: [String]) async throws -> Bool {
        guard let record = read(Build.self, record(of: target)),
            Set(record.binaries.map(\.name)) == Set(names)
        else { return false }
        for binary in record.binaries {
            let path = folder.binaries(of: target).appending(binary.name)
            guard try await isFile(path, ofSize: binary.size, binary.sha256) else { return false }
        }
        return true
    }

    /// Records that an archive is complete.
    package func finish(_ archive: ArchivePlan, as artifact: Artifact) throws {
        try files.createFolders(records)
        try files.write(JSONText.pretty(artifact), to: record(of: archive))
    }

    /// The finished archive of a plan, if it is as it was recorded and each file in it still has the content packed.
    package func artifact(of archive: ArchivePlan, project: FilePath) async throws -> Artifact? {
        guard let artifact = read(Artifact.self, record(of: archive)),
            try await isFile(folder.file(archive.name), ofSize: artifact.size, artifact.sha256),
            try await holds(artifact, what: archive, project: project)
        else { return nil }
        return artifact
    }

    /// Whether an artifact is of the plan's entries, and of their files' content as it is now.
    package func holds(_ artifact: Artifact, what archive: ArchivePlan, project: FilePath) async throws -> Bool {
        guard artifact.name == archive.name, artifact.compression == archive.compression,
            let contents = artifact.contents,
            contents.count == archive.entries.count
        else { return false }
        let packed = Dictionary(contents.map { ($0.path, $0) }) { first, _ in first }
        for entry in archive.entries {
            guard let packed = packed[entry.path] else { return false }
            switch entry.content {
            case .folder: guard packed.kind == .folder else { return false }
            case .link(let target): guard packed.kind == .link, packed.target == target else { return false }
            case .file(let source, let isExecutable):
                guard packed.kind == .file, packed.mode == (isExecutable ? 0o755 : 0o644),
                    packed.sha256 == (try await digest(of: source, in: archive, project: project))
                else { return false }
            }
        }
        return true
    }

    /// The names of the archives whose files from the project still have the content that was packed.
    ///
    /// Each file is read once, `width` of them at a time. Binaries are not looked at: they lie in the work folder, where
    /// nobody else writes.
    package func current(
        _ packed: [(plan: ArchivePlan, artifact: Artifact)],
        project: FilePath,
        width: Int
    ) async throws -> Set<String> {
        let sources = packed.map { Self.projectFiles(of: $0.plan) }
        let paths = Set(sources.flatMap { $0.map(\.source) }).sorted()
        let digests = try await mapConcurrently(paths, width: width) { path in
            try await summary(of: project.appending(path))?.sha256
        }
        let found = Dictionary(zip(paths, digests)) { first, _ in first }
        let current = zip(packed, sources).filter { one, sources in
            let packed = Dictionary((one.artifact.contents ?? []).map { ($0.path, $0.sha256) }) { first, _ in first }
            return sources.allSatisfy { entry, source in
                guard let now = found[source] ?? nil else { return false }
                return packed[entry] == now
            }
        }
        return Set(current.map(\.0.plan.name))
    }

    /// The entries of an archive that are files of the project, and which.
    private static func projectFiles(of archive: ArchivePlan) -> [(entry: RelativePath, source: RelativePath)] {
        archive.entries.compactMap { entry in
            guard case .file(.project(let path), _) = entry.content else { return nil }
            return (entry.path, path)
        }
    }

    private func digest(
        of source: PlannedEntry.Source,
        in archive: ArchivePlan,
        project: FilePath
    ) async throws -> Digest? {
        switch source {
        case .text(let text): return Digest(of: Array(text.utf8))
        case .project(let path): return try await summary(of: project.appending(path))?.sha256
        case .binary(let name):
            return try await summary(of: folder.binaries(of: archive.target).appending(name))?.sha256
        }
    }

    private func isFile(_ path: FilePath, ofSize size: UInt64, _ sha256: Digest) async throws -> Bool {
        let summary = try await summary(of: path)
        return summary?.size == size && summary?.sha256 == sha256
    }

    /// What a file holds; nothing if it cannot be read, which whoever makes the part again will tell the user about.
    private func summary(of path: FilePath) async throws -> FileHasher.Summary? {
        do {
            return try await hasher.summary(of: path)
        } catch is FileSystemError {
            return nil
        }
    }

    private func read<Record: Decodable>(_ type: Record.Type, _ path: FilePath) -> Record? {
        guard let bytes = try? files.contents(of: path) else { return nil }
        return try? JSONText.decode(type, from: bytes, file: path)
    }
}
