/// Proves before anything is built that a release could be published at a Gitea, and says all that is missing at once.
struct GiteaPreflight: Sendable {
    private let place: ForgePlace
    private let api: GiteaAPI

    init(_ api: GiteaAPI) {
        place = api.terms.place
        self.api = api
    }

    /// All that would make publishing fail.
    func findings(_ request: PublicationRequest) async throws -> [Finding] {
        guard api.hasToken else { return [place.finding(place.missingToken, "token")] }
        do {
            async let version = versionFindings()
            let repository = try await api.find(GiteaRecords.Repository.self, "")
            let found = try await version + findings(of: repository.value)
            guard repository.value != nil else { return found }
            return try await found + tagFindings(request.release)
        } catch let error as RelctlError {
            return [place.finding(error, "access")]
        }
    }

    private func versionFindings() async throws -> [Finding] {
        guard let text = try await api.version(), let version = GiteaRecords.ServerVersion(text),
            version < .needed
        else { return [] }
        return [
            place.finding(
                "the server is of version \(HTTPResponse.line(text)), and takes files only as forms",
                "version",
                "Gitea 1.22, Forgejo 7.0 or newer is needed"
            )
        ]
    }

    private func findings(of repository: GiteaRecords.Repository?) -> [Finding] {
        guard let repository else {
            return [
                place.finding(
                    "it is not there, or the token may not see it",
                    "repository",
                    "check `repository` and `api`, and that the token has access to it"
                )
            ]
        }
        var findings: [Finding] = []
        if repository.permissions?.push == false {
            findings.append(
                place.finding("the token may not write", "push", "give the token write access to the repository")
            )
        }
        if repository.archived == true { findings.append(place.finding("the repository is archived", "archived")) }
        if repository.empty == true {
            findings.append(place.finding("the repository is empty", "empty", "push the branch and the tag"))
        }
        if repository.hasReleases == false {
            findings.append(
                place.finding("the repository has no releases", "releases", "switch them on in its settings")
            )
        }
        return findings
    }

    private func tagFindings(_ release: ReleaseIdentity) async throws -> [Finding] {
        struct Commit: Decodable, Sendable { var sha: String }
        return try await place.tagFindings(release, tagged: api.commit(ofTag: release.tag)) {
            let path = "/git/commits/\(release.commit)?stat=false&verification=false&files=false"
            let found = try await api.find(Commit.self, path, absent: [403, 404, 422])
            return found.value != nil ? true : found.status == 403 ? nil : false
        }
    }
}
