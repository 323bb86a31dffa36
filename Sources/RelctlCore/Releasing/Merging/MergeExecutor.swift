/// Joins shards in a work folder, proves what came of it, and puts it in the place of what `dist/` held.
package struct MergeExecutor: Sendable {
    private let steps: ReleaseSteps
    private let base: FilePath
    private let notes: @Sendable () async throws -> NotesObservation

    /// Joins folders that are named as seen from `base`, by the steps of a release in the project's work folder.
    ///
    /// `notes` looks at what the notes are made of, if notes are made.
    package init(
        _ steps: ReleaseSteps,
        from base: FilePath,
        notes: @escaping @Sendable () async throws -> NotesObservation
    ) {
        self.steps = steps
        self.base = base
        self.notes = notes
    }

    private var files: any FileSystem { steps.files }

    /// The work folder of a merge.
    package static func work(of merge: MergePlan, in layout: ReleaseLayout) throws -> ReleaseFolder {
        layout.work(for: Digest(of: try JSONText.pretty(merge)))
    }

    /// Joins; only within ``ReleaseLayout/exclusively(for:_:_:)``.
    ///
    /// - Throws: ``RelctlError`` if a shard changed since it was looked at, or if something cannot be read or written;
    ///   `dist/` is as it was then, unless it is what cannot be written.
    package func execute(_ merge: MergePlan) async throws {
        let work = steps.folder
        do {
            try files.removeTree(work.path)
            try files.createFolders(work.path)
            try await gather(merge)
            try files.write(JSONText.pretty(merge.manifest), to: work.manifest)
            if merge.missing.isEmpty { try files.write(steps.plan.text(), to: work.plan) }
            if merge.writesChecksums { try await steps.checksum() }
            if merge.writesNotes { try await steps.notes(of: try await notes()) }
            try Task.checkCancellation()
        } catch {
            // The first failure is what the user must know.
            try? files.removeTree(work.path)
            throw error
        }
        let dist = steps.layout.dist
        try ReleasePromotion(files: files, dist: dist)
            .promote(merge.parts(of: steps.plan), from: work, replacing: try leftovers(in: dist))
        try files.removeTree(work.path)
    }

    /// Lets every artifact and binary lie in the work folder.
    private func gather(_ merge: MergePlan) async throws {
        let artifacts = Dictionary(merge.manifest.artifacts.map { (FilePath($0.name), $0) }) { first, _ in first }
        var pieces = merge.origins.compactMap { origin -> Piece? in
            guard let artifact = artifacts[FilePath(origin.name)] else { return nil }
            return Piece(
                source: base.appending(origin.shard).appending(origin.name),
                place: steps.folder.file(origin.name),
                file: Shard.File(name: origin.name, size: artifact.size, sha256: artifact.sha256),
                permissions: artifact.kind == .binary ? 0o755 : 0o644
            )
        }
        for one in merge.binaries {
            let target = one.binaries.target
            let shard = ReleaseFolder(base.appending(one.shard))
            try files.createFolders(steps.folder.binaries(of: target))
            pieces += one.binaries.files.map { file in
                Piece(
                    source: shard.binaries(of: target).appending(file.name),
                    place: steps.folder.binaries(of: target).appending(file.name),
                    file: file,
                    permissions: 0o755
                )
            }
        }
        _ = try await mapConcurrently(pieces, width: steps.limits.archives) { try await take($0) }
    }

    /// A file on its way.
    private struct Piece: Sendable {
        let source: FilePath
        let place: FilePath
        let file: Shard.File
        let permissions: UInt16
    }

    /// Gives a file a second name where that is possible and its mode is right, else copies it; then proves it.
    @concurrent private func take(_ piece: Piece) async throws {
        guard let status = try files.status(of: piece.source), status.kind == .file else {
            throw RelctlError("cannot merge `\(piece.source)`: it is not a file any more")
        }
        if status.permissions == piece.permissions {
            try files.createSecondName(for: piece.source, at: piece.place)
        } else {
            try files.copyFile(piece.source, to: piece.place, permissions: piece.permissions)
        }
        let found = try await FileHasher(files: files).summary(of: piece.place)
        guard found.size == piece.file.size, found.sha256 == piece.file.sha256 else {
            throw RelctlError("cannot merge `\(piece.source)`: it changed while it was read")
        }
    }

    /// What an earlier release left in `dist/`, also what single steps wrote beside its record.
    private func leftovers(in dist: ReleaseFolder) throws -> ReleaseParts {
        let found = ReleaseParts.found(in: dist, files: files)
        guard found.files.contains(ReleaseFolder.manifestName) else { return found }
        let more =
            [ReleaseFolder.notesName, steps.plan.checksums.combined].compactMap(\.self)
            + steps.plan.signing.names
        let present = try more.filter { try files.status(of: dist.file($0))?.kind == .file }
        return ReleaseParts(files: found.files + present, targets: found.targets)
    }
}
