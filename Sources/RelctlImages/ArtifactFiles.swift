/// Finds the files of artifacts that images are made of, each proven by the digest that the manifest records.
struct ArtifactFiles: Sendable {
    /// The folder of the artifacts.
    let dist: FilePath
    /// The folder that holds a folder of programs for each target, by the target's triple.
    let builds: FilePath
    /// The folder that files of archives are put into, which nobody keeps.
    let scratch: FilePath
    /// The disk.
    let files: any FileSystem
    /// Whether programs where they were built are read to prove them; else they are taken by their size, for whoever
    /// proves them while they are packed.
    var provesBuilds = true

    /// A file that is wanted.
    struct Wanted: Sendable, Hashable {
        var artifact: String
        var path: RelativePath
        var size: UInt64
        var sha256: Digest
        var target: TargetTriple
    }

    /// Where the content of each digest lies.
    ///
    /// A program lies where it was built, if that has not changed since; all else is taken out of the archives, each of
    /// which is read once.
    ///
    /// - Throws: ``RelctlError`` if an artifact is missing or does not hold what the manifest records.
    @concurrent func locate(_ wanted: [Wanted], of artifacts: [Artifact], width: Int) async throws -> [Digest: FilePath]
    {
        var found: [Digest: FilePath] = [:]
        var packed: [String: [Wanted]] = [:]
        var seen: Set<Digest> = []
        for file in wanted where seen.insert(file.sha256).inserted {
            if let built = try await built(file) {
                found[file.sha256] = built
            } else {
                packed[file.artifact, default: []].append(file)
            }
        }
        guard !packed.isEmpty else { return found }
        try files.createFolders(scratch)
        let archives = artifacts.filter { packed[$0.name] != nil }
        let members = packed
        _ = try await mapConcurrently(archives, width: width) { archive in
            try extract(members[archive.name] ?? [], from: archive)
        }
        for file in packed.values.flatMap(\.self) { found[file.sha256] = place(of: file.sha256) }
        return found
    }

    private func place(of digest: Digest) -> FilePath { scratch.appending(digest.hexadecimal) }

    /// The program as it was built, if it is what was packed.
    private func built(_ file: Wanted) async throws -> FilePath? {
        let path = builds.appending(file.target.text).appending(file.path.lastComponent)
        guard let status = try files.status(of: path), status.kind == .file, status.size == file.size else {
            return nil
        }
        guard provesBuilds else { return path }
        return try await FileHasher(files: files).summary(of: path).sha256 == file.sha256 ? path : nil
    }

    /// Takes files out of one archive.
    private func extract(_ wanted: [Wanted], from archive: Artifact) throws {
        let path = dist.appending(archive.name)
        guard try files.resolvedStatus(of: path)?.kind == .file else {
            throw RelctlError("cannot find the artifact `\(path)`", hints: ["run `relctl package` first"])
        }
        let extraction = Extraction(wanted, into: place, files: files)
        defer { extraction.close() }
        let reader = ArchiveReader(files: files, limits: ArchiveLimits().allowing(archive.contents ?? []))
        let format = archive.kind == .binary ? BinaryPackager.id : archive.format ?? ""
        let findings = try reader.read(
            path,
            format: format,
            content: { member, bytes in try extraction.take(bytes, of: member) },
            { try extraction.finish($0) }
        )
        let missing = extraction.missing.map { file in
            RelctlError("there is no `\(file.path)` with the digest `\(file.sha256.hexadecimal)` in it")
        }
        guard missing.isEmpty else {
            throw RelctlError(
                "`\(archive.name)` is not what the manifest records",
                hints: ["run `relctl package` again"],
                causes: findings.filter { $0.severity == .error }.map { RelctlError($0.message) } + missing
            )
        }
    }
}

/// Writes the wanted ones of the files that come by.
private final class Extraction {
    private var wanted: [[UInt8]: ArtifactFiles.Wanted]
    private let place: (Digest) -> FilePath
    private let files: any FileSystem
    private var open: (name: [UInt8], file: any WritableFile, size: UInt64)?

    init(
        _ wanted: [ArtifactFiles.Wanted],
        into place: @escaping (Digest) -> FilePath,
        files: any FileSystem
    ) {
        self.wanted = wanted.reduce(into: [:]) { $0[Array($1.path.string.utf8)] = $1 }
        (self.place, self.files) = (place, files)
    }

    /// What has not come.
    var missing: [ArtifactFiles.Wanted] { wanted.values.sortedBytewise(by: \.path.string) }

    /// Takes part of a file's content; more of it than there should be is let go.
    func take(_ bytes: UnsafeRawBufferPointer, of member: ArchiveMember) throws {
        guard let file = wanted[member.name] else { return }
        if open == nil { try begin(file, member.name) }
        let size = (open?.size ?? 0) + UInt64(bytes.count)
        open?.size = size
        if size <= file.size { try open?.file.write(bytes) }
    }

    /// Ends a file; it is there only if it is what was recorded.
    func finish(_ member: ArchiveMember) throws {
        guard let file = wanted[member.name], member.kind == .file else { return }
        // An empty file has no content to come.
        if open == nil { try begin(file, member.name) }
        try open?.file.close()
        open = nil
        if member.sha256 == file.sha256, member.size == file.size { wanted[member.name] = nil }
    }

    private func begin(_ file: ArtifactFiles.Wanted, _ name: [UInt8]) throws {
        let path = place(file.sha256)
        if try files.status(of: path) != nil { try files.removeFile(path) }
        open = (name, try files.create(path, permissions: 0o644), 0)
    }

    /// Ends what is open.
    func close() {
        try? open?.file.close()
        open = nil
    }
}
