/// Writes the files by which others take a release.
package struct DistributionExecutor: Sendable {
    private let effects: Effects

    private var files: any FileSystem { effects.files }

    /// Works in the world of `effects`.
    package init(_ effects: Effects) { self.effects = effects }

    /// Proves the artifacts that the files are about, whose digests others rely on.
    ///
    /// - Throws: ``RelctlError`` if an artifact in `folder` is not what the manifest says.
    package func prove(_ manifest: Manifest, in folder: ReleaseFolder) async throws {
        let proof = ArtifactProof(effects, purpose: "distribute the release")
        let (artifacts, width) = (manifest.artifactsWithoutFlake, effects.processes.availableCores)
        _ = try await mapConcurrently(artifacts, width: width) { artifact in
            try Task.checkCancellation()
            try await proof.prove(artifact, in: folder)
        }
    }

    /// The files below ``ReleaseFolder/distribution`` that are not there as planned, and those that should not be there.
    ///
    /// - Throws: ``RelctlError`` if the folder is none, or holds a checkout; ``FileSystemError``.
    package func outdated(_ plan: DistributionPlan, in folder: ReleaseFolder) throws -> [RelativePath] {
        let present = try present(in: folder.distribution, below: nil)
        let planned = Set(plan.files.map(\.path))
        let changed = try plan.files.filter { file in
            guard present.contains(file.path) else { return true }
            let path = folder.distribution.appending(file.path.string)
            guard try files.status(of: path)?.kind == .file else { return true }
            return !(try files.contents(of: path).elementsEqual(file.text.utf8))
        }
        return changed.map(\.path) + present.filter { !planned.contains($0) }
    }

    /// Writes the plan's files, each whole or not at all, and removes all others from their folder.
    ///
    /// - Returns: The files that were written or removed.
    /// - Throws: ``RelctlError`` if the folder is none, or holds a checkout; ``FileSystemError``.
    @discardableResult
    package func execute(_ plan: DistributionPlan, in folder: ReleaseFolder) throws -> [RelativePath] {
        let outdated = try outdated(plan, in: folder)
        let texts = Dictionary(plan.files.map { ($0.path, $0.text) }) { first, _ in first }
        // A file may stand where a folder must be.
        for path in outdated where texts[path] == nil {
            try files.removeTree(folder.distribution.appending(path.string))
        }
        for path in outdated {
            guard let text = texts[path] else { continue }
            let place = folder.distribution.appending(path.string)
            if let status = try files.status(of: place), status.kind != .file { try files.removeTree(place) }
            try files.createFolders(place.parent)
            try files.write(text.utf8, to: place)
        }
        try files.createFolders(folder.distribution)
        return outdated
    }

    /// Proves that nobody's checkout is lost where the folder is replaced.
    ///
    /// - Throws: ``RelctlError`` if there is one; ``FileSystemError``.
    package func requireNoCheckout(in folder: ReleaseFolder) throws {
        guard try files.status(of: folder.distribution)?.kind == .folder else { return }
        _ = try present(in: folder.distribution, below: nil)
    }

    /// All that is no folder below a folder, sorted bytewise; links are not followed.
    private func present(in folder: FilePath, below path: RelativePath?) throws -> [RelativePath] {
        guard let status = try files.status(of: folder) else { return [] }
        guard status.kind == .folder else {
            throw RelctlError(
                "cannot write to `\(folder)`: it is a \(status.kind.rawValue), not a folder",
                hints: ["move it away: relctl keeps what distributes the release there"]
            )
        }
        let names = try files.names(in: folder)
        // A tap or a bucket that somebody cloned here has commits that are nowhere else.
        guard !names.contains(where: { $0.equalsBytewise(".git") }) else {
            throw RelctlError(
                "cannot write to `\(folder)`: it is a checkout of git's",
                hints: ["move it away: relctl removes what it did not write there; copy its files into the checkout"]
            )
        }
        let found = try names.flatMap { name in
            let own = try RelativePath(name)
            let inner = path?.appending(own) ?? own
            let isFolder = try files.status(of: folder.appending(name))?.kind == .folder
            return isFolder ? try present(in: folder.appending(name), below: inner) : [inner]
        }
        return found.sorted()
    }
}
