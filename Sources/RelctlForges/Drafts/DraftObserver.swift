/// What there is at a forge with drafts.
package struct DraftObservation: PublicationObservation {
    package var state: PublicationState
    /// The commit of the release's tag there; nil if there is no such tag.
    var commit: String?
    /// Whether the release becomes the latest, which users get who ask for none by name.
    var isLatest = false
    /// The tag of a newer release, which stays the latest.
    var newer: String?
    /// The ids of more drafts of this very release, which a lost answer once left.
    var doubles: [String] = []
    /// The mark of the notice by which users are told not to take the release.
    var yankMark: String?
}

/// Looks at a release at a forge with drafts; only ever reads.
struct DraftObserver: Sendable {
    private let api: any DraftForge
    private let effects: Effects

    /// How many files without a digest are downloaded at once, to digest them.
    private static let downloads = 4

    init(_ api: any DraftForge, with effects: Effects) {
        self.api = api
        self.effects = effects
    }

    private var terms: DraftTerms { api.terms }

    /// Looks at what is there.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func observe(_ request: PublicationRequest) async throws -> DraftObservation {
        guard api.hasToken else { throw terms.place.missingToken }
        async let releases = api.releases()
        async let commit = api.commit(ofTag: request.release.tag)
        // A list may be some seconds behind, and a second release of the tag would be refused at the very end.
        async let published = api.published(request.release.tag)
        var all = try await releases
        if let published = try await published, !all.contains(where: { $0.id == published.id }) {
            all.append(published)
        }
        var found = DraftObservation(state: .absent)
        if terms.choosesLatest { (found.isLatest, found.newer) = latest(among: all, request.release) }
        found.commit = try await commit
        let same = all.filter { $0.tagName.equalsBytewise(request.release.tag) }
        let drafts = same.filter { $0.draft && ForgeNotes.isMarked($0.body, for: request.release) }
        let shown = same.first { !$0.draft }
        guard let release = shown ?? drafts.max(by: Self.hasFewerFiles) ?? same.first else { return found }
        found.doubles = drafts.filter { $0.id != release.id }.map { String($0.id) }
        found.yankMark = ForgeNotes.yankMark(of: release.body)
        found.state = try await state(of: release, for: request)
        found.state.isYanked = found.yankMark != nil
        return found
    }

    private func state(
        of release: ForgeRelease,
        for request: PublicationRequest
    ) async throws -> PublicationState {
        let assets = try await digested(api.assets(of: String(release.id)), wanted: terms.notes.files(of: request))
        let isOwn = !release.draft || ForgeNotes.isMarked(release.body, for: request.release)
        let files = terms.notes.files(of: request)
        let differences = PublicationPlanner.differences(files, assets.map(\.remote))
        let said = try remarks(on: release, request)
        let verdict: PublicationState.Verdict =
            if !release.draft {
                if differences.isEmpty, said.isEmpty || !request.replaces {
                    .identical
                } else {
                    PublicationPlanner.areDoubled(files, assets.map(\.remote)) ? .partial : .different
                }
            } else {
                isOwn ? .partial : .different
            }
        return PublicationState(
            verdict,
            release: RemoteRelease(
                id: String(release.id),
                isVisible: !release.draft,
                isOwn: isOwn,
                isImmutable: release.immutable ?? false,
                address: release.htmlURL
            ),
            assets: assets.map(\.remote),
            remarks: isOwn ? said : ["the draft was not made by relctl for this release"]
        )
    }

    /// Files of the wanted names and sizes whose digest the forge does not report, downloaded to learn it.
    private func digested(
        _ assets: [ForgeAsset],
        wanted: [PublishedFile]
    ) async throws -> [ForgeAsset] {
        let sizes = Dictionary(wanted.map { ($0.name, $0.size) }) { first, _ in first }
        return try await mapConcurrently(assets, width: Self.downloads) { asset in
            guard asset.sha256 == nil, asset.isComplete, sizes[asset.name] == asset.size else { return asset }
            var asset = asset
            let digest = try await effects.remoteDigests.digest(of: asset.file(at: api.root)) {
                try await api.digest(of: asset)
            }
            asset.digest = "sha256:" + digest.hexadecimal
            return asset
        }
    }

    /// What is said about the release there, and should be said otherwise.
    ///
    /// The text that users see may have been edited by hand since: only `--replace` writes it again.
    private func remarks(on release: ForgeRelease, _ request: PublicationRequest) throws -> [String] {
        guard request.replaces || (release.draft && terms.keepsDraft) else { return [] }
        let text = try terms.text(of: request, files: effects.files)
        let wanted = release.draft ? ForgeNotes.marked(text, request.release) : text
        var remarks: [String] = []
        if release.name != terms.title { remarks.append("its title is `\(release.name ?? "")`") }
        if !ForgeNotes.isSame(release.body ?? "", wanted) { remarks.append("its notes are others") }
        if release.prerelease != request.release.version.isPrerelease {
            remarks.append(release.prerelease ? "it is marked as a pre-release" : "it is not marked as a pre-release")
        }
        return remarks
    }

    /// Whether the release is the highest stable one, which users get who ask for none by name; else which one is.
    private func latest(
        among all: [ForgeRelease],
        _ release: ReleaseIdentity
    ) -> (isLatest: Bool, newer: String?) {
        guard !release.version.isPrerelease else { return (false, nil) }
        let newer = all.filter { !$0.draft && !$0.prerelease }.compactMap { other -> (tag: String, version: Version)? in
            guard let version = release.version(ofTag: other.tagName), !version.isPrerelease,
                Version.precedes(release.version, version)
            else { return nil }
            return (other.tagName, version)
        }.max { Version.precedes($0.version, $1.version) }
        return (newer == nil, newer?.tag)
    }

    /// Of several drafts that a lost answer left, the one with most files is gone on with; the older of equals.
    private static func hasFewerFiles(_ one: ForgeRelease, _ other: ForgeRelease) -> Bool {
        let (count, otherCount) = (one.assets?.count ?? 0, other.assets?.count ?? 0)
        return count == otherCount ? one.id > other.id : count < otherCount
    }
}
