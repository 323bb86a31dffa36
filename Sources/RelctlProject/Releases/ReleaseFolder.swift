/// A folder that holds a release: `dist/`, or one in the making below `dist/.work/`, of the same layout.
package struct ReleaseFolder: Sendable, Hashable {
    /// The folder.
    package let path: FilePath

    /// Takes a folder for a release's.
    package init(_ path: FilePath) { self.path = path }

    /// What is done: the ``ReleasePlan`` as JSON.
    package var plan: FilePath { path.appending(Self.planName) }
    /// What was made: the ``Manifest`` as JSON.
    package var manifest: FilePath { path.appending(Self.manifestName) }
    /// The release's body.
    package var notes: FilePath { path.appending(Self.notesName) }
    /// The folders of binaries, one for each target.
    package var builds: FilePath { path.appending("build") }
    /// The OCI image layout of all images.
    package var images: FilePath { path.appending(Self.imagesName) }
    /// What Nix takes the release by.
    package var nix: FilePath { path.appending(Self.nixName) }
    /// What others take the release by.
    package var distribution: FilePath { path.appending(Self.distributionName) }
    /// What tells users how to take the release.
    package var documentation: FilePath { path.appending(Self.documentationName) }

    /// Held by the run that writes to the folder, where it is a project's `dist/`.
    package var lock: FilePath { path.appending(".work/lock") }

    /// The folder of one target's binaries.
    package func binaries(of target: TargetTriple) -> FilePath { builds.appending(target.text) }

    /// Reads the manifest.
    ///
    /// - Throws: ``RelctlError`` if nothing is packed, or if the manifest is of another form.
    package func record(_ files: any FileSystem) throws -> Manifest {
        guard try files.status(of: manifest) != nil else {
            throw RelctlError(
                "cannot find the release in `\(path)`: there is no `\(Self.manifestName)`",
                hints: ["run `relctl package` first"]
            )
        }
        return try ManifestFile.read(manifest, files: files)
    }

    /// A file that ships.
    package func file(_ name: String) -> FilePath { path.appending(name) }

    /// The name of the plan, which does not ship.
    package static let planName = "plan.json"
    /// The name of the manifest, which ships too.
    package static let manifestName = Manifest.fileName
    /// The name of the notes.
    package static let notesName = "NOTES.md"
    /// The name of the image layout.
    package static let imagesName = "images"
    /// The name of the folder for Nix.
    package static let nixName = "nix"
    /// The name of the folder of distribution targets.
    package static let distributionName = "distribution"
    /// The name of the folder of snippets.
    package static let documentationName = "docs"
}

/// Where a project keeps what relctl makes.
package struct ReleaseLayout: Sendable, Hashable {
    /// The project's folder, absolute.
    package let project: FilePath

    /// Lays a project out.
    package init(project: FilePath) { self.project = project }

    /// The folder of finished releases, below the project's.
    package static let distName = "dist"

    /// The finished release.
    package var dist: ReleaseFolder { ReleaseFolder(project.appending(Self.distName)) }
    /// Everything that is in the making.
    package var work: FilePath { dist.path.appending(".work") }
    /// Held by the run that writes to `dist/`.
    package var lock: FilePath { dist.lock }
    /// Notes of the programs that are running, for a run that comes after one that was killed.
    package var children: FilePath { work.appending("children") }
    /// Digests of what lies in `dist/`, by what the file system says of it; a hint.
    package var digests: FilePath { work.appending("digests") }
    /// What was begun and finished; a hint for people, never the truth.
    package var journal: FilePath { dist.path.appending("journal.jsonl") }
    /// The whole output of every child process.
    package var logs: FilePath { dist.path.appending("logs") }

    /// The release in the making for the plan of this digest.
    package func work(for plan: Digest) -> ReleaseFolder {
        ReleaseFolder(work.appending(String(plan.hexadecimal.prefix(16))))
    }

    /// Runs `body` as the only run that writes to `dist/`, with what an earlier one left running ended.
    ///
    /// What it begins and finishes of `release` is written to the journal.
    ///
    /// - Throws: ``RelctlError`` if another run is at work there, and what `body` throws.
    package func exclusively<Value>(
        for release: ReleaseIdentity,
        _ effects: Effects,
        _ body: (Effects) async throws -> Value
    ) async throws -> Value {
        let files = effects.files
        if let status = try files.status(of: dist.path), status.kind != .folder { throw notFolder(status.kind) }
        try files.createFolders(work)
        guard let lock = try files.lock(lock) else {
            throw RelctlError(
                "cannot write to `\(dist.path)`: another run of relctl is at work there",
                hints: ["wait for it to end, then run this again"]
            )
        }
        defer { withExtendedLifetime(lock) {} }
        var effects = effects
        let digests = FileDigests(at: self.digests, files: files)
        effects.digests = digests
        // Also what a run that failed found out is true.
        defer { digests.save() }
        effects.processes = try await effects.processes.takingOver(from: children)
        effects.events = JournalingSink(effects, journal: journal, of: release)
        try files.createFolders(logs)
        return try await body(effects)
    }

    /// Why `dist` cannot be written to where it is no folder; a link there would lead the release to another place.
    package func notFolder(_ kind: FileStatus.Kind) -> RelctlError {
        RelctlError(
            "cannot write to `\(dist.path)`: it is a \(kind.rawValue), not a folder",
            hints: ["move it away: relctl keeps releases there"]
        )
    }
}
