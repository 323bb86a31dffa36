/// Looks into a release's artifacts, and writes its files for users of Nix.
package struct NixExecutor: Sendable {
    private let effects: Effects

    private var files: any FileSystem { effects.files }

    /// Works in the world of `effects`.
    package init(_ effects: Effects) { self.effects = effects }

    /// Looks into the artifacts in `folder` that are wanted, and plans.
    ///
    /// What locks the flake is taken from beside it, else from beside the project's own.
    ///
    /// - Throws: ``RelctlError`` if an artifact is not what the manifest says, and what ``NixPlanner/plan(_:_:)`` throws.
    package func plan(
        _ request: NixRequest,
        in folder: ReleaseFolder,
        project: FilePath
    ) async throws -> NixPlan {
        var observation = try await observe(request, in: folder)
        let beside = request.settings.flake.map { project.appending($0.string).parent.appending(NixPlan.lockName) }
        let locks = [folder.nix.appending(NixPlan.lockName), beside].compactMap(\.self)
        if let lock = try locks.first(where: { try files.status(of: $0) != nil }) {
            observation.lock = try text(ofLock: lock, in: project)
        }
        return try NixPlanner().plan(request, observation)
    }

    /// What locks the flake, which everybody gets: never a file that a link leads to, and nothing that Nix cannot read.
    private func text(ofLock lock: FilePath, in project: FilePath) throws -> String {
        let message = "cannot ship `\(lock)` with the flake"
        let (place, top) = try (files.canonicalPath(of: lock.parent), files.canonicalPath(of: project))
        let isInside = place == top || place.path(below: top) != nil
        guard try files.status(of: lock)?.kind == .file, isInside else {
            throw RelctlError(
                "\(message): it is not a file of the project",
                code: .configurationInvalid,
                hints: ["`nix flake lock` writes one"]
            )
        }
        let text = try files.text(of: lock, limit: 16 << 20)
        do {
            _ = try JSONParser.parse(Array(text.utf8), file: lock.lastComponent, dialect: .json)
        } catch {
            let hints = ["write it anew with `nix flake lock`"]
            throw RelctlError("\(message): it is no JSON", code: .configurationInvalid, hints: hints, causes: [error])
        }
        return text
    }

    private func observe(_ request: NixRequest, in folder: ReleaseFolder) async throws -> NixObservation {
        let artifacts = try NixSources.candidates(in: request.manifest, kind: request.settings.kind)
        let width = effects.processes.availableCores
        let found = try await mapConcurrently(artifacts, width: width) { artifact in
            try Task.checkCancellation()
            try await ArtifactProof(effects, purpose: "make a Nix package").prove(artifact, in: folder)
            return try programs(of: artifact, in: folder)
        }
        var observation = NixObservation()
        for (artifact, programs) in zip(artifacts, found) { observation.add(artifact, programs) }
        return observation
    }

    private func programs(of artifact: Artifact, in folder: ReleaseFolder) throws -> NixObservation.Programs {
        var programs = NixObservation.Programs()
        let format = artifact.kind == .binary ? BinaryPackager.id : artifact.format ?? ""
        let reader = ArchiveReader(files: files, limits: ArchiveLimits().allowing(artifact.contents ?? []))
        let findings = try reader.read(folder.file(artifact.name), format: format) { member in
            if member.kind == .file { programs.add(head: member.head, size: member.size) }
        }
        guard let finding = findings.first(where: { $0.severity == .error }) else { return programs }
        throw RelctlError(
            "cannot make a Nix package: `\(artifact.name)` cannot be read",
            causes: [RelctlError(finding.message)]
        )
    }

    // MARK: Files

    /// The plan's files that are not there as they should be, and those that should not be, in the plan's order.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - folder: The release's folder.
    ///   - project: The project's folder; nothing where only the release's counts.
    /// - Returns: The files.
    /// - Throws: ``RelctlError`` if one of the project's is somebody else's; ``FileSystemError``.
    package func outdated(
        _ plan: NixPlan,
        in folder: ReleaseFolder,
        project: FilePath?
    ) async throws -> [FilePath] {
        let archive = try await isCurrent(plan.archive, in: folder) ? [] : [folder.file(plan.archive.name)]
        return try outdatedTexts(plan, in: folder, project: project) + archive + leftovers(plan, in: folder)
    }

    private func outdatedTexts(_ plan: NixPlan, in folder: ReleaseFolder, project: FilePath?) throws -> [FilePath] {
        if let project { try refuseOthers(plan, in: project) }
        return try Self.places(plan, folder, project).filter { try !isCurrent($0.path, $0.text) }.map(\.path)
    }

    /// Writes the plan's files, each whole or not at all, and removes what an earlier plan had and this one has not.
    ///
    /// The flake's archive is written after what it holds, and the record, which lists it then, last. A lock file beside the flake stays. A release that is made does not write to its project, which would then differ
    /// from the tag.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - folder: The release's folder.
    ///   - project: The project's folder; nothing to leave it alone.
    ///   - engine: What compresses the flake's archive.
    /// - Returns: The files that were written or removed, in the plan's order.
    /// - Throws: ``RelctlError`` if one of the project's is somebody else's; ``FileSystemError``.
    @discardableResult
    package func execute(
        _ plan: NixPlan,
        in folder: ReleaseFolder,
        project: FilePath?,
        by engine: ArchiveEngine = ArchiveEngine(threads: 1)
    ) async throws -> [FilePath] {
        let changed = try await outdated(plan, in: folder, project: project)
        for place in Self.places(plan, folder, project) where changed.contains(place.path) {
            try files.createFolders(place.path.parent)
            try files.write(place.text.utf8, to: place.path)
        }
        for path in try leftovers(plan, in: folder) { try files.removeFile(path) }
        if changed.contains(folder.file(plan.archive.name)) { try await ship(plan.archive, in: folder, by: engine) }
        return changed
    }

    /// Has the record list the flake's archive, in the place of any that it listed.
    private func ship(_ archive: FlakeArchive, in folder: ReleaseFolder, by engine: ArchiveEngine) async throws {
        var manifest = try folder.record(files)
        let kept = manifest.artifactsWithoutFlake
        let made = try await archive.write(to: folder, by: engine, files)
        let names = Set((kept + made).map { FilePath($0.name) })
        let old = manifest.artifacts.map(\.name).filter { !names.contains(FilePath($0)) }
        manifest.artifacts = (kept + made).sortedBytewise(by: \.name)
        try files.write(JSONText.pretty(manifest), to: folder.manifest)
        for name in old where try files.status(of: folder.file(name)) != nil { try files.removeFile(folder.file(name)) }
    }

    private func isCurrent(_ archive: FlakeArchive, in folder: ReleaseFolder) async throws -> Bool {
        let (manifest, path) = (try folder.record(files), folder.file(archive.name))
        guard try archive.isListed(in: manifest), let flake = manifest.flake,
            try files.resolvedStatus(of: path)?.kind == .file
        else { return false }
        let found = try await ObservedHashing(effects).summary(of: path, name: archive.name).get()
        return found.size == flake.size && found.sha256 == flake.sha256
    }

    /// Where the plan's texts are, with those of the project where its folder is given.
    package static func places(
        _ plan: NixPlan,
        _ folder: ReleaseFolder,
        _ project: FilePath?
    ) -> [(path: FilePath, text: String)] {
        let inProject = project.map { project in
            plan.projectFiles.map { (path: project.appending($0.path.string), text: $0.text) }
        }
        return plan.files.map { (folder.nix.appending($0.path.string), $0.text) } + (inProject ?? [])
    }

    /// Files of the project are replaced where the flake among them is one that relctl wrote, and written where none is.
    private func refuseOthers(_ plan: NixPlan, in project: FilePath) throws {
        let places = plan.projectFiles.map { project.appending($0.path.string) }
        let present = try places.filter { try files.status(of: $0) != nil }
        let flake = present.first { $0.lastComponent == GeneratedFlake.name }
        if let flake, try files.text(of: flake).utf8.starts(with: GeneratedFlake.mark.utf8) { return }
        guard let other = flake ?? present.first else { return }
        throw RelctlError(
            "cannot write `\(other)`: it is there, and relctl did not write it",
            hints: ["move it away, or let `nix.flake` name another folder"]
        )
    }

    private func isCurrent(_ path: FilePath, _ text: String) throws -> Bool {
        guard try files.resolvedStatus(of: path)?.kind == .file else { return false }
        return try files.contents(of: path).elementsEqual(text.utf8)
    }

    private func leftovers(_ plan: NixPlan, in folder: ReleaseFolder) throws -> [FilePath] {
        try NixPlan.optionalNames.filter { name in !plan.files.contains { $0.path.string == name } }
            .map { folder.nix.appending($0) }
            .filter { try files.status(of: $0)?.kind == .file }
    }
}
