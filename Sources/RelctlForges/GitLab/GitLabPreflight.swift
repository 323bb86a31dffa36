/// Proves before anything is built that a release could be published at GitLab, and says all that is missing at once.
///
/// What a token may not ask, a job's above all, is unknown, and no failure.
struct GitLabPreflight: Sendable {
    private let place: ForgePlace
    private let settings: GitLabSettings
    private let api: GitLabAPI

    /// `Gitlab::Access::DEVELOPER`: who may send packages and make releases.
    private static let developer = 30

    init(_ api: GitLabAPI) {
        self.api = api
        settings = api.settings
        place = settings.place
    }

    /// All that would make publishing fail.
    func findings(_ request: PublicationRequest) async throws -> [Finding] {
        let findings = GitLabLimits.findings(of: request.plannedNames, settings)
        guard api.hasToken else { return findings + [place.finding(place.missingToken, "token")] }
        do {
            let project = try await api.project()
            guard let found = project.value else { return findings + unseenFindings }
            async let scopes = scopeFindings()
            async let tags = tagFindings(request.release, level: found.accessLevel)
            return try await findings + self.findings(of: found) + scopes + tags
        } catch let error as RelctlError {
            return findings + [place.finding(error, "access")]
        }
    }

    /// A job's token may publish what it may not look at.
    private var unseenFindings: [Finding] {
        guard !api.isJob else { return [] }
        return [
            place.finding(
                "it is not there, or the token may not see it",
                "project",
                "check `project` and `api`, and that the token has access to it"
            )
        ]
    }

    private func findings(of project: GitLabRecords.Project) -> [Finding] {
        var findings: [Finding] = []
        if let level = project.accessLevel, level < Self.developer {
            findings.append(
                place.finding(
                    "the token may not write",
                    "push",
                    "its owner must be a developer of the project at least"
                )
            )
        }
        if project.archived == true { findings.append(place.finding("the project is archived", "archived")) }
        if project.packagesEnabled == false || project.packageRegistryAccessLevel == "disabled" {
            findings.append(
                place.finding("the project has no packages", "packages", "switch on its package registry")
            )
        }
        if project.releasesAccessLevel == "disabled" {
            findings.append(place.finding("the project has no releases", "releases", "switch them on in its settings"))
        }
        return findings
    }

    private func scopeFindings() async throws -> [Finding] {
        guard !api.isJob, let scopes = try await api.token()?.scopes, !scopes.contains("api") else { return [] }
        return [
            place.finding("the token lacks the scope `api`", "scope", "it has: \(scopes.joined(separator: ", "))")
        ]
    }

    // MARK: The tag

    private func tagFindings(_ release: ReleaseIdentity, level: Int?) async throws -> [Finding] {
        let tagged = try await api.commit(ofTag: release.tag)
        // A job's token sees neither tags nor commits.
        guard !api.isJob || tagged != nil else { return [] }
        let findings = try await place.tagFindings(release, tagged: tagged) {
            let path = "/repository/commits/\(release.commit)?stats=false"
            let found = try await api.find(GitLabRecords.Commit.self, path, absent: [403, 404])
            return found.value != nil ? true : found.status == 403 ? nil : false
        }
        guard tagged == nil, let level, !release.isSnapshot else { return findings }
        return try await findings + protectionFindings(release.tag, level: level)
    }

    /// Whether only others may make the tag, where that may be read.
    private func protectionFindings(_ tag: String, level: Int) async throws -> [Finding] {
        let found = try await api.find(
            [GitLabRecords.ProtectedTag].self,
            "/protected_tags?per_page=100",
            absent: [401, 403, 404]
        )
        return (found.value ?? []).filter { Self.matches($0.name, tag) }.filter { protection in
            let levels = (protection.createAccessLevels ?? []).compactMap(\.accessLevel)
            // 0 stands for nobody; a list of people has no level, and is not known here.
            return !levels.isEmpty && levels.allSatisfy { $0 == 0 || $0 > level }
        }.map { protection in
            place.finding(
                "the protection `\(protection.name)` lets this token make no tag `\(tag)`",
                "tag_rule",
                "push the tag as someone who may"
            )
        }
    }

    /// `*` stands for any characters, slashes too.
    private static func matches(_ pattern: String, _ tag: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == tag }
        guard tag.hasPrefix(first) else { return false }
        var rest = tag.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
