/// Looks at a release at GitHub; only ever reads.
struct GitHubObserver: Sendable {
    private let settings: GitHubSettings
    private let api: GitHubAPI
    private let effects: Effects

    /// How many files without a digest are downloaded at once, to digest them.
    private static let downloads = 4

    init(_ settings: GitHubSettings, with effects: Effects) {
        self.settings = settings
        self.effects = effects
        api = GitHubAPI(settings, with: effects)
    }

    /// What is there.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func state(for request: PublicationRequest) async throws -> PublicationState {
        guard api.hasToken else { throw Self.missingToken(settings) }
        async let releases = api.releases()
        async let commit = api.commit(ofTag: request.release.tag)
        let all = try await releases
        var details = latest(among: all, request.release)
        details["commit"] = try await commit
        let same = all.filter { $0.tagName.equalsBytewise(request.release.tag) }
        let drafts = same.filter { $0.draft && GitHubBody.isMarked($0.body, for: request.release) }
        let published = same.first { !$0.draft }
        guard let release = published ?? drafts.max(by: Self.hasFewerFiles) ?? same.first else {
            return PublicationState(.absent, details: details)
        }
        details["doubles"] = drafts.filter { $0.id != release.id }.map { String($0.id) }.joined(separator: ",")
        details["yanked"] = GitHubBody.yankMark(of: release.body?.replacing("\r\n", with: "\n"))
        return try await state(of: release, for: request, details)
    }

    private func state(
        of release: GitHubRecords.Release,
        for request: PublicationRequest,
        _ details: [String: String]
    ) async throws -> PublicationState {
        let assets = try await digested(api.assets(of: String(release.id)), wanted: GitHubBody.files(of: request))
        let isOwn = !release.draft || GitHubBody.isMarked(release.body, for: request.release)
        let files = GitHubBody.files(of: request)
        let differences = PublicationPlanner.differences(files, assets.map(\.remote))
        let said = try remarks(on: release, request)
        let verdict: PublicationState.Verdict =
            if !release.draft {
                differences.isEmpty && (said.isEmpty || !request.replaces) ? .identical : .different
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
            remarks: isOwn ? said : ["the draft was not made by relctl for this release"],
            details: details
        )
    }

    /// Files of the wanted names and sizes whose digest GitHub does not report, downloaded to learn it.
    private func digested(
        _ assets: [GitHubRecords.Asset],
        wanted: [PublishedFile]
    ) async throws -> [GitHubRecords.Asset] {
        let sizes = Dictionary(wanted.map { ($0.name, $0.size) }) { first, _ in first }
        return try await mapConcurrently(assets, width: Self.downloads) { asset in
            guard asset.sha256 == nil, asset.state == "uploaded", sizes[asset.name] == asset.size else { return asset }
            var asset = asset
            asset.digest = "sha256:" + (try await api.digest(ofAsset: String(asset.id))).hexadecimal
            return asset
        }
    }

    /// What is said about the release there, and should be said otherwise.
    ///
    /// The text that users see may have been edited by hand since: only `--replace` writes it again.
    private func remarks(on release: GitHubRecords.Release, _ request: PublicationRequest) throws -> [String] {
        guard request.replaces || (release.draft && settings.keepsDraft) else { return [] }
        let text = try GitHubBody.text(of: request, settings, files: effects.files)
        let wanted = release.draft ? GitHubBody.marked(text, request.release) : text
        var remarks: [String] = []
        if release.name != settings.title { remarks.append("its title is `\(release.name ?? "")`") }
        if !Self.isSameText(release.body ?? "", wanted) { remarks.append("its notes are others") }
        if release.prerelease != request.release.version.isPrerelease {
            remarks.append(release.prerelease ? "it is marked as a pre-release" : "it is not marked as a pre-release")
        }
        return remarks
    }

    /// GitHub may keep line ends as browsers send them.
    private static func isSameText(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> String {
            var text = text.replacing("\r\n", with: "\n")
            while text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
            return text
        }
        return plain(one).equalsBytewise(plain(other))
    }

    /// Whether the release is the highest stable one, which users get who ask for none by name; else which one is.
    private func latest(
        among all: [GitHubRecords.Release],
        _ release: ReleaseIdentity
    ) -> [String: String] {
        guard !release.version.isPrerelease else { return ["latest": "false"] }
        let newer = all.filter { !$0.draft && !$0.prerelease }.compactMap { other -> (tag: String, version: Version)? in
            guard let version = release.version(ofTag: other.tagName), !version.isPrerelease,
                Version.precedes(release.version, version)
            else { return nil }
            return (other.tagName, version)
        }.max { Version.precedes($0.version, $1.version) }
        return newer.map { ["latest": "false", "newer": $0.tag] } ?? ["latest": "true"]
    }

    /// Of several drafts that a lost answer left, the one with most files is gone on with; the older of equals.
    private static func hasFewerFiles(_ one: GitHubRecords.Release, _ other: GitHubRecords.Release) -> Bool {
        let (count, otherCount) = (one.assets?.count ?? 0, other.assets?.count ?? 0)
        return count == otherCount ? one.id > other.id : count < otherCount
    }

    /// Makes sure that the tag at the remote, if it is there, stands for what was built.
    static func requireCommit(
        _ commit: String?,
        _ request: PublicationRequest,
        _ settings: GitHubSettings
    ) throws {
        guard let commit, commit != request.release.commit else { return }
        throw RelctlError(
            "cannot publish to GitHub: the tag `\(request.release.tag)` of `\(settings.repository)` is at commit "
                + "\(commit.prefix(12)), not at \(request.release.commit.prefix(12))",
            hints: ["release the commit that the tag stands for: `git fetch --tags`, then check it out"]
        )
    }

    static func missingToken(_ settings: GitHubSettings) -> RelctlError {
        RelctlError(
            "cannot publish to `\(settings.repository)` at GitHub: there is no token",
            code: .notAuthorized,
            hints: [
                "set " + settings.tokenNames.map { "`\($0)`" }.joined(separator: " or ")
                    + " to a token that may write the repository's contents"
            ]
        )
    }
}
