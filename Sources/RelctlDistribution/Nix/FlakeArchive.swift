/// A flake as a file that ships: a tarball with one folder, which is how Nix fetches flakes by an address
/// (https://nix.dev/manual/nix/latest/protocols/tarball-fetcher).
package struct FlakeArchive: Sendable, Hashable {
    /// The file's name in the release's folder.
    package let name: String
    /// What lies in its folder, sorted bytewise by name.
    let files: [NixPlan.File]
    /// The release's time, in seconds since 1970.
    let timestamp: Int64
    /// Whether a `.sha256` lies beside it.
    let hasSidecar: Bool

    /// The file of a package's release.
    package static func name(of package: String, _ version: Version) -> String {
        "\(package)-\(version)-flake\(ending)"
    }

    private static let ending = ".tar.gz"

    /// How it is compressed, whatever archives are.
    static let compression = Compression.standardDeflate

    private var paths: [RelativePath] {
        get throws {
            let top = try RelativePath(String(name.dropLast(Self.ending.count)))
            return files.map { top.appending($0.path) }
        }
    }

    // MARK: Writing

    /// Whether this is what the record lists as the release's flake, under a digest that is not looked at.
    func isListed(in manifest: Manifest) throws -> Bool {
        let contents = zip(try paths, files).map { path, file in
            let bytes = Array(file.text.utf8)
            return ArchivedEntry(
                path: path,
                kind: .file,
                mode: 0o644,
                size: UInt64(bytes.count),
                sha256: Digest(of: bytes)
            )
        }
        let sidecar = ChecksumFile.sidecar(of: name)
        let flakes = manifest.artifacts.filter { $0.kind == .flake }
        guard flakes.count == 1, let flake = flakes.first, flake.name.equalsBytewise(name) else { return false }
        return flake.contents == contents && flake.compression == Self.compression
            && manifest.artifacts.contains { $0.kind == .checksum && $0.name.equalsBytewise(sidecar) } == hasSidecar
    }

    /// Writes it, whole or not at all, and its sidecar.
    ///
    /// - Returns: The file, followed by its sidecar.
    /// - Throws: ``RelctlError``; ``FileSystemError``; `CancellationError`.
    func write(
        to folder: ReleaseFolder,
        by engine: ArchiveEngine,
        _ files: any FileSystem
    ) async throws -> [Artifact] {
        let archive = TarGzipFiles(timestamp: timestamp, compression: Self.compression, engine: engine, files: files)
        let packed = try await archive.write(paths, to: folder.file(name)) { Array(self.files[$0].text.utf8) }
        let artifact = try Artifact(
            name: name,
            kind: .flake,
            format: "tar.gz",
            compression: Self.compression,
            size: packed.size,
            sha256: packed.sha256,
            contents: packed.contents
        )
        return hasSidecar ? [artifact, try artifact.writeSidecar(in: folder.path, files: files)] : [artifact]
    }

    // MARK: Reading

    /// The digest by which Nix proves the flake in the file at `path` once it is unpacked.
    ///
    /// - Throws: ``RelctlError`` if it is no flake that relctl packed; ``FileSystemError``.
    package static func hash(of path: FilePath, _ files: any FileSystem) throws -> String {
        var (members, content): ([(name: String, bytes: [UInt8])], [UInt8]) = ([], [])
        var tops: Set<RelativePath?> = []
        var limits = ArchiveLimits()
        limits.size = 64 << 20
        let findings = try ArchiveReader(files: files, limits: limits)
            .read(path, format: "tar.gz", content: { content.append(contentsOf: $1) }) { member in
                guard member.kind == .file, member.mode & 0o111 == 0,
                    let name = try? RelativePath(member.shownName), name.components.count == 2
                else {
                    throw RelctlError("cannot take `\(path)` for a flake: `\(member.shownName)` is in it")
                }
                tops.insert(name.parent)
                members.append((name.lastComponent, content))
                content = []
            }
        if let finding = findings.first(where: { $0.severity == .error }) {
            throw RelctlError("cannot take `\(path)` for a flake", causes: [RelctlError(finding.message)])
        }
        guard tops.count == 1 else { throw RelctlError("cannot take `\(path)` for a flake: it is not in one folder") }
        return NixArchive(folderOf: members).hash
    }
}
