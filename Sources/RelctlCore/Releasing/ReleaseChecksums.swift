/// Writes the checksum files of a release that is packed.
package struct ReleaseChecksums: Sendable {
    private let settings: ChecksumSettings
    private let folder: ReleaseFolder
    private let width: Int
    private let effects: Effects

    /// Writes to `folder`, reading `width` files at a time.
    package init(_ settings: ChecksumSettings, in folder: ReleaseFolder, width: Int, with effects: Effects) {
        self.settings = settings
        self.folder = folder
        self.width = width
        self.effects = effects
    }

    /// Writes the file that lists all checksums, and sidecars that are missing.
    ///
    /// - Parameters:
    ///   - manifest: What the folder's record says.
    ///   - proves: Whether the files are proven first, so that no list vouches for what is not there or not as it was.
    /// - Returns: The names of what was written.
    /// - Throws: ``RelctlError`` if a file is not what the record says; ``FileSystemError``; `CancellationError`.
    func write(for manifest: Manifest, proves: Bool) async throws -> [String] {
        let record = try await FileHasher(files: effects.files).summary(of: folder.manifest)
        let sidecars = manifest.artifacts.filter { $0.kind == .checksum }.map(\.name)
        let plan = try ChecksumPlanner().plan(
            ChecksumPlanner.Request(
                archives: manifest.downloads.map {
                    ChecksumPlan.File(name: $0.name, sha256: $0.sha256)
                },
                others: [ChecksumPlan.File(name: ReleaseFolder.manifestName, sha256: record.sha256)],
                existingSidecars: Set(try sidecars.filter { try effects.files.status(of: folder.file($0)) != nil }),
                settings: settings
            )
        )
        if proves { try await prove(manifest) }
        _ = try await ChecksumExecutor().execute(plan, in: folder.path, width: width, with: effects)
        return plan.sidecars.map { ChecksumPlan.sidecar(of: $0) } + (plan.combined.map { [$0] } ?? [])
    }

    /// Has the list of all checksums say what the record is now, where there is a list already.
    ///
    /// - Throws: As ``write(for:proves:)``, which proves the files.
    package func renew() async throws {
        guard let name = settings.combined, try effects.files.status(of: folder.file(name)) != nil else { return }
        let record = Digest(of: try effects.files.contents(of: folder.manifest))
        let list = ChecksumFile(parsing: try effects.files.contents(of: folder.file(name)))
        guard list.entries.first(where: { $0.name == Manifest.fileName })?.sha256 != record else { return }
        _ = try await write(for: folder.record(effects.files), proves: true)
    }

    private func prove(_ manifest: Manifest) async throws {
        let archives = manifest.downloads
        let found = try await ChecksumExecutor()
            .entries(of: archives.map(\.name), in: folder.path, width: width, believing: effects.digests, with: effects)
        let problems = zip(archives, found).filter { $0.sha256 != $1.sha256 }.map { archive, _ in
            RelctlError("`\(folder.file(archive.name))` is not what `\(ReleaseFolder.manifestName)` says")
        }
        guard problems.isEmpty else {
            throw RelctlError(
                "cannot write the checksums of archives that were changed",
                hints: ["run `relctl package` to make them again"],
                causes: problems
            )
        }
    }
}
