/// Proves before anything is built that a release could be published at GitHub, and says all that is missing at once.
///
/// Where GitHub answers 403 or 404 to a question that not every token may ask, the answer is unknown, and no failure.
struct GitHubPreflight: Sendable {
    private let place: ForgePlace
    private let api: GitHubAPI

    init(_ api: GitHubAPI) {
        place = api.terms.place
        self.api = api
    }

    /// All that would make publishing fail.
    func findings(_ request: PublicationRequest) async throws -> [Finding] {
        let findings = GitHubLimits.findings(of: request.plannedNames)
        guard api.hasToken else { return findings + [place.finding(place.missingToken, "token")] }
        do {
            let repository = try await api.find(GitHubRecords.Repository.self, "")
            let found = findings + self.findings(of: repository, request)
            guard repository.value != nil else { return found }
            async let tag = tagFindings(request)
            async let rules = ruleFindings(request)
            async let shown = shownFindings(request)
            return try await found + tag + rules + shown
        } catch let error as RelctlError {
            return findings + [place.finding(error, "access")]
        }
    }

    // MARK: The repository and the token

    private func findings(
        of found: ForgeClient.Found<GitHubRecords.Repository>,
        _ request: PublicationRequest
    ) -> [Finding] {
        guard let repository = found.value else {
            return [
                place.finding(
                    "it is not there, or the token may not see it",
                    "repository",
                    "check `repository`, and that the token has access to it"
                )
            ]
        }
        var findings: [Finding] = []
        if repository.permissions?.push == false {
            findings.append(
                place.finding(
                    "the token may not write",
                    "push",
                    "give the token write access to the repository's contents"
                )
            )
        }
        if repository.archived == true { findings.append(place.finding("the repository is archived", "archived")) }
        if repository.disabled == true { findings.append(place.finding("the repository is disabled", "disabled")) }
        // Only classic tokens tell their scopes.
        if let scopes = found.headers["X-OAuth-Scopes"], !scopes.isEmpty {
            let names = scopes.split(separator: ",").map { $0.filter { $0 != " " } }
            if !names.contains("repo"), !names.contains("public_repo") {
                findings.append(place.finding("the token lacks the scope `repo`", "scope", "it has: \(scopes)"))
            }
        }
        return findings + quotaFindings(found.headers, request)
    }

    /// Whether the token may still ask as often as this release takes.
    private func quotaFindings(_ headers: HTTPFields, _ request: PublicationRequest) -> [Finding] {
        guard let remaining = headers["X-RateLimit-Remaining"].flatMap({ Int($0) }) else { return [] }
        let needed = 20 + 3 * request.plannedNames.count
        guard remaining < needed else { return [] }
        let reset = headers["X-RateLimit-Reset"].flatMap { Int64($0) }.map { " until \(HTTPDate.text($0))" } ?? ""
        return [
            place.finding(
                "the token may ask \(remaining) more times\(reset), and this release may take \(needed)",
                "quota",
                "relctl waits for the limit where it is reached",
                severity: .warning
            )
        ]
    }

    // MARK: The tag

    /// Whether the tag, or else the commit, is there.
    private func tagFindings(_ request: PublicationRequest) async throws -> [Finding] {
        let release = request.release
        return try await place.tagFindings(release, tagged: api.commit(ofTag: release.tag)) {
            let commit = try await api.find(Commit.self, "/commits/\(release.commit)", absent: [403, 404, 409, 422])
            return commit.value != nil ? true : commit.status == 403 ? nil : false
        }
    }

    private struct Commit: Decodable, Sendable {
        var sha: String
    }

    /// Whether users see a release of the tag that nobody can change any more.
    ///
    /// Only the very same files can be published then, which a run that is repeated has.
    private func shownFindings(_ request: PublicationRequest) async throws -> [Finding] {
        let tag = request.release.tag
        guard try await api.published(tag)?.immutable == true else { return [] }
        return [
            place.finding(
                "the release `\(tag)` is there and immutable, so that only the same files can be published again",
                "immutable",
                "make a release of another version if anything differs",
                severity: request.replaces ? .error : .warning
            )
        ]
    }

    /// Whether a rule forbids making the tag, where rules may be read.
    private func ruleFindings(_ request: PublicationRequest) async throws -> [Finding] {
        let unreadable: Set = [403, 404]
        let sets = try await api.find([GitHubRecords.Ruleset].self, "/rulesets?targets=tag", absent: unreadable)
        var findings: [Finding] = []
        for set in sets.value ?? [] where set.target == "tag" && set.enforcement == "active" {
            let found = try await api.find(GitHubRecords.Ruleset.self, "/rulesets/\(set.id)", absent: unreadable)
            guard let set = found.value, set.currentUserCanBypass == "never",
                Self.applies(set, to: request.release.tag),
                set.rules?.contains(where: { $0.type == "creation" }) == true,
                try await api.commit(ofTag: request.release.tag) == nil
            else { continue }
            findings.append(
                place.finding(
                    "the rules `\(set.name)` let this token make no tag `\(request.release.tag)`",
                    "tag_rule",
                    "push the tag as someone who may"
                )
            )
        }
        return findings
    }

    private static func applies(_ set: GitHubRecords.Ruleset, to tag: String) -> Bool {
        func matches(_ pattern: String) -> Bool {
            if pattern == "~ALL" { return true }
            let name = "refs/tags/\(tag)"
            return (try? Glob(pattern))?.matches(name.splitAtSlashes(), isFolder: false) ?? false
        }
        let names = set.conditions?.refName
        return names?.include?.contains(where: matches) == true && names?.exclude?.contains(where: matches) != true
    }
}
