/// Gitea's REST API, which Forgejo shares, as typed questions and orders, each one request.
///
/// https://docs.gitea.com/api, v1. Its releases look like GitHub's; it has no digests, takes a name more than once, and
/// takes an attachment as a plain body since 1.22 (https://github.com/go-gitea/gitea/pull/29507).
package struct GiteaAPI: DraftForge {
    package let settings: GiteaSettings
    package let hasToken: Bool
    package let client: ForgeClient

    package init(_ settings: GiteaSettings, with effects: Effects) {
        self.settings = settings
        let token = Credentials.secret(from: settings.tokenNames, in: effects.environment)
        hasToken = token != nil
        var headers = [HTTPHeader("Accept", "application/json")]
        if let token { headers.append(HTTPHeader("Authorization", token, prefix: "token ")) }
        client = ForgeClient(
            api: settings.api,
            repository: settings.repository.description,
            headers: headers,
            http: HTTPClient(effects)
        )
    }

    package func findings(_ request: PublicationRequest) async throws -> [Finding] {
        try await GiteaPreflight(self).findings(request)
    }

    package var terms: DraftTerms { settings.terms }
    package var root: String { settings.root }

    /// What the server says that it is, where it tells that.
    func version() async throws -> String? {
        struct Answer: Decodable, Sendable { var version: String }
        return try await client.find(Answer.self, settings.api + "/version", absent: [401, 403, 404]).value?.version
    }

    // MARK: Releases

    /// Gitea gives 50 items a page at most, and fewer where its administrator says so.
    package func releases() async throws -> [ForgeRelease] {
        try await client.pages(ForgeRelease.self, settings.root + "/releases?limit=50")
    }

    package func published(_ tag: String) async throws -> ForgeRelease? {
        let found = try await find(ForgeRelease.self, "/releases/tags/\(PercentEncoding.segments(tag))").value
        // A writer is shown drafts too.
        return found?.draft == false ? found : nil
    }

    package func change(
        _ id: String,
        _ fields: ReleaseFields,
        repeats: HTTPRequest.RepeatRule
    ) async throws -> ForgeRelease {
        var fields = fields
        // An empty text is taken for none, and the draft's own would stay.
        if fields.body?.isEmpty == true { fields.body = "\n" }
        var request = try client.json(.patch, settings.root + "/releases/\(id)", fields)
        request.repeats = repeats
        return try await client.http.send(request).decoded(ForgeRelease.self)
    }

    // MARK: Attachments

    /// All of them at once: this list has no pages.
    package func assets(of release: String) async throws -> [ForgeAsset] {
        let found = try await find([ForgeAsset].self, "/releases/\(release)/assets", absent: [])
        return found.value ?? []
    }

    package func upload(
        _ file: PublishedFile,
        from path: FilePath,
        to release: ForgeRelease,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> ForgeAsset {
        let request = client.request(
            .post,
            "\(settings.root)/releases/\(release.id)/assets?name=\(PercentEncoding.segment(file.name))",
            [HTTPHeader("Content-Type", "application/octet-stream")],
            body: .file(path, 0..<file.size)
        )
        return try await client.upload(ForgeAsset.self, request, sent: sent)
    }

    package func deleteAsset(_ id: String, of release: String) async throws {
        try await client.delete("\(settings.root)/releases/\(release)/assets/\(id)")
    }

    /// By its UUID: its name may be there twice, and links by name do not lead to drafts everywhere.
    package func digest(of asset: ForgeAsset) async throws -> Digest {
        guard let uuid = asset.uuid else {
            throw RelctlError("cannot download `\(asset.name)`: the server does not say where it is")
        }
        let url = "\(settings.site)/attachments/\(PercentEncoding.segment(uuid))"
        return try await client.http.digest(client.request(.get, url, [HTTPHeader("Accept", "*/*")]))
    }

    // MARK: Tags

    package func commit(ofTag tag: String) async throws -> String? {
        try await find(GiteaRecords.Tag.self, "/tags/\(PercentEncoding.segments(tag))").value?.commit.sha
    }
}
