/// Looks at a release at GitLab and at the package that its files lie in; only ever reads.
struct GitLabObserver: Sendable {
    private let settings: GitLabSettings
    private let api: GitLabAPI
    private let effects: Effects

    /// How many files are asked for at once.
    private static let width = 8

    init(_ settings: GitLabSettings, _ api: GitLabAPI, with effects: Effects) {
        self.settings = settings
        self.api = api
        self.effects = effects
    }

    /// What is there.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func state(for request: PublicationRequest) async throws -> PublicationState {
        guard api.hasToken else { throw settings.place.missingToken }
        let tag = request.release.tag
        async let project = api.project()
        async let release = api.release(tag)
        async let commit = api.commit(ofTag: tag)
        let files = settings.notes.files(of: request)
        let package = try await package(files, for: request)
        var details = package.details
        details["commit"] = try await commit
        details["project"] = try await project.value.map { String($0.id) }
        guard let release = try await release else {
            return PublicationState(
                package.files.isEmpty ? .absent : .partial,
                assets: files.compactMap { package.files[FilePath($0.name)] },
                details: details
            )
        }
        details["commit"] = release.commit?.id ?? details["commit"]
        details["yanked"] = ForgeNotes.yankMark(of: release.description)
        return try state(of: release, package, for: request, details)
    }

    private func state(
        of release: GitLabRecords.Release,
        _ package: PackageState,
        for request: PublicationRequest,
        _ details: [String: String]
    ) throws -> PublicationState {
        let wanted = settings.notes.files(of: request)
        var details = details
        details["present"] = wanted.filter { package.files[FilePath($0.name)]?.holds($0) == true }.map(\.name)
            .joined(separator: "/")
        let assets = (release.assets?.links ?? []).compactMap { link -> RemoteAsset? in
            let file = api.file(at: link.url, project: details["project"])
            let isWanted = wanted.contains { $0.name.equalsBytewise(link.name) }
            // People add links to other pages by hand: those are none of ours.
            guard file != nil || isWanted else { return nil }
            guard isWanted, file?.equalsBytewise(PercentEncoding.segment(link.name)) == true else {
                return RemoteAsset(name: link.name, id: "link/\(link.id)", size: nil, sha256: nil)
            }
            // Sent anew, a file takes the place of the older one of its name: nothing has to be removed.
            var asset = package.files[FilePath(link.name)]
            asset?.id = nil
            return asset
        }
        let said = try remarks(on: release, request)
        let isSame = PublicationPlanner.differences(wanted, assets).isEmpty && (said.isEmpty || !request.replaces)
        return PublicationState(
            isSame ? .identical : .different,
            release: RemoteRelease(
                id: request.release.tag,
                isVisible: true,
                isOwn: true,
                address: release.links?.page
            ),
            assets: assets,
            remarks: said,
            details: details
        )
    }

    /// What is said about the release there, and should be said otherwise; only `--replace` writes it again.
    private func remarks(on release: GitLabRecords.Release, _ request: PublicationRequest) throws -> [String] {
        guard request.replaces else { return [] }
        var remarks: [String] = []
        if release.name != settings.title { remarks.append("its title is `\(release.name ?? "")`") }
        let text = try settings.text(of: request, files: effects.files)
        if !ForgeNotes.isSame(release.description ?? "", text) { remarks.append("its notes are others") }
        return remarks
    }

    // MARK: The package

    /// What is in the package of the wanted files.
    private struct PackageState: Sendable {
        var files: [FilePath: RemoteAsset]
        /// The id and status of the package, and whether it has files that are not wanted.
        var details: [String: String]
    }

    private func package(_ wanted: [PublishedFile], for request: PublicationRequest) async throws -> PackageState {
        let version = request.release.version.description
        let shown = try await api.packages(settings.package, version, status: "default")
        if let package = shown?.first { return try await listed(package, wanted, request) }
        let hidden = try await api.packages(settings.package, version, status: "hidden")
        if let hidden, hidden.isEmpty { return PackageState(files: [:], details: [:]) }
        // Its files cannot be listed while it is hidden, only asked for.
        let found = try await mapConcurrently(wanted, width: Self.width) { try await api.look(for: $0) }
        var details = ["status": "hidden"]
        details["package"] = hidden?.first.map { String($0.id) }
        return PackageState(
            files: Dictionary(found.compactMap(\.self).map { (FilePath($0.name), $0) }) { first, _ in first },
            details: details
        )
    }

    private func listed(
        _ package: GitLabRecords.Package,
        _ wanted: [PublishedFile],
        _ request: PublicationRequest
    ) async throws -> PackageState {
        let files = try await api.files(ofPackage: package.id)
        let newest = Dictionary(files.map { (FilePath($0.fileName), $0) }) { $0.id > $1.id ? $0 : $1 }
        let assets = try await mapConcurrently(wanted, width: Self.width) { file -> RemoteAsset? in
            guard let found = newest[FilePath(file.name)] else { return nil }
            var asset = found.remote(id: "file/\(package.id)/\(found.id)")
            if asset.sha256 == nil, asset.size == file.size { asset.sha256 = try await api.digest(of: file.name) }
            return asset
        }
        var details = ["package": String(package.id), "status": "default"]
        let names = Set((wanted.map(\.name) + request.plannedNames).map { FilePath($0) })
        if newest.keys.contains(where: { !names.contains($0) }) { details["foreign"] = "yes" }
        return PackageState(
            files: Dictionary(assets.compactMap(\.self).map { (FilePath($0.name), $0) }) { first, _ in first },
            details: details
        )
    }
}
