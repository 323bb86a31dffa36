/// What there is at GitLab: the release, and the package that its files lie in.
package struct GitLabObservation: PublicationObservation {
    package var state: PublicationState
    /// The commit of the tag, or else of the release; nil if there is neither.
    var commit: String?
    /// The id of the project.
    var project: String?
    /// The package; nil if nothing of it can be seen.
    var package: Package?
    /// The names of the wanted files that are in the package.
    var present: [String] = []
    /// The mark of the notice by which users are told not to take the release.
    var yankMark: String?

    /// The package that files are gathered in.
    struct Package: Sendable {
        /// The id; nil if this token does not see it.
        var id: String?
        /// Whether users do not see it.
        var isHidden: Bool
        /// Whether it has files that are not of this release.
        var hasOtherFiles = false
    }
}

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

    /// Looks at what is there.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func observe(_ request: PublicationRequest) async throws -> GitLabObservation {
        guard api.hasToken else { throw settings.place.missingToken }
        let tag = request.release.tag
        async let project = api.project()
        async let release = api.release(tag)
        async let commit = api.commit(ofTag: tag)
        let files = settings.notes.files(of: request)
        let (package, contents) = try await package(files, for: request)
        let present = files.compactMap { contents[FilePath($0.name)] }
        var found = GitLabObservation(state: PublicationState(contents.isEmpty ? .absent : .partial, assets: present))
        found.package = package
        found.commit = try await commit
        found.project = try await project.value.map { String($0.id) }
        guard let release = try await release else { return found }
        found.commit = release.commit?.id ?? found.commit
        found.yankMark = ForgeNotes.yankMark(of: release.description)
        found.present = files.filter { contents[FilePath($0.name)]?.holds($0) == true }.map(\.name)
        found.state = try state(of: release, contents, for: request, project: found.project)
        found.state.isYanked = found.yankMark != nil
        return found
    }

    private func state(
        of release: GitLabRecords.Release,
        _ contents: [FilePath: RemoteAsset],
        for request: PublicationRequest,
        project: String?
    ) throws -> PublicationState {
        let wanted = settings.notes.files(of: request)
        let assets = (release.assets?.links ?? []).compactMap { link -> RemoteAsset? in
            let file = api.file(at: link.url, project: project)
            let isWanted = wanted.contains { $0.name.equalsBytewise(link.name) }
            // People add links to other pages by hand: those are none of ours.
            guard file != nil || isWanted else { return nil }
            guard isWanted, file?.equalsBytewise(PercentEncoding.segment(link.name)) == true else {
                return RemoteAsset(name: link.name, id: "link/\(link.id)", size: nil, sha256: nil)
            }
            // Sent anew, a file takes the place of the older one of its name: nothing has to be removed.
            var asset = contents[FilePath(link.name)]
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
            remarks: said
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

    /// The package, and what is in it of the wanted files.
    private typealias FoundPackage = (package: GitLabObservation.Package?, contents: [FilePath: RemoteAsset])

    private func package(_ wanted: [PublishedFile], for request: PublicationRequest) async throws -> FoundPackage {
        let version = request.release.version.description
        let shown = try await api.packages(settings.package, version, status: "default")
        if let package = shown?.first { return try await listed(package, wanted, request) }
        let hidden = try await api.packages(settings.package, version, status: "hidden")
        if let hidden, hidden.isEmpty { return (nil, [:]) }
        // Its files cannot be listed while it is hidden, only asked for.
        let found = try await mapConcurrently(wanted, width: Self.width) { try await api.look(for: $0) }
        return (
            GitLabObservation.Package(id: hidden?.first.map { String($0.id) }, isHidden: true),
            Self.byName(found)
        )
    }

    private static func byName(_ assets: [RemoteAsset?]) -> [FilePath: RemoteAsset] {
        Dictionary(assets.compactMap(\.self).map { (FilePath($0.name), $0) }) { first, _ in first }
    }

    private func listed(
        _ package: GitLabRecords.Package,
        _ wanted: [PublishedFile],
        _ request: PublicationRequest
    ) async throws -> FoundPackage {
        let files = try await api.files(ofPackage: package.id)
        let newest = Dictionary(files.map { (FilePath($0.fileName), $0) }) { $0.id > $1.id ? $0 : $1 }
        let assets = try await mapConcurrently(wanted, width: Self.width) { file -> RemoteAsset? in
            guard let found = newest[FilePath(file.name)] else { return nil }
            var asset = found.remote(id: "file/\(package.id)/\(found.id)")
            if asset.sha256 == nil, asset.size == file.size { asset.sha256 = try await api.digest(of: file.name) }
            return asset
        }
        let names = Set((wanted.map(\.name) + request.plannedNames).map { FilePath($0) })
        let seen = GitLabObservation.Package(
            id: String(package.id),
            isHidden: false,
            hasOtherFiles: newest.keys.contains { !names.contains($0) }
        )
        return (seen, Self.byName(assets))
    }
}
