/// GitHub's REST API as typed questions and orders, each one request.
///
/// https://docs.github.com/en/rest, API version 2022-11-28. Uploads go to where the release itself says.
package struct GitHubAPI: DraftForge {
    package let settings: GitHubSettings
    package let hasToken: Bool
    package let client: ForgeClient

    package init(_ settings: GitHubSettings, with effects: Effects) {
        self.settings = settings
        let token = Credentials.secret(from: settings.tokenNames, in: effects.environment)
        hasToken = token != nil
        var headers = [
            HTTPHeader("Accept", "application/vnd.github+json"),
            HTTPHeader("X-GitHub-Api-Version", "2022-11-28"),
        ]
        if let token { headers.append(.bearer(token)) }
        client = ForgeClient(
            api: settings.api,
            repository: settings.repository.description,
            headers: headers,
            http: HTTPClient(effects)
        )
    }

    package static func check(_ files: [PublishedFile]) throws { try GitHubLimits.check(files) }

    package func findings(_ request: PublicationRequest) async throws -> [Finding] {
        try await GitHubPreflight(self).findings(request)
    }

    package var terms: DraftTerms { settings.terms }
    package var root: String { settings.root }

    /// GitHub gives a hundred items a page, and no more.
    private func list<Item: Decodable>(_ type: Item.Type, _ path: String) async throws -> [Item] {
        try await client.list(type, settings.root + path + "?per_page=100")
    }

    // MARK: Releases

    package func releases() async throws -> [ForgeRelease] { try await list(ForgeRelease.self, "/releases") }

    package func published(_ tag: String) async throws -> ForgeRelease? {
        try await find(ForgeRelease.self, "/releases/tags/\(PercentEncoding.segments(tag))").value
    }

    package func change(
        _ id: String,
        _ fields: ReleaseFields,
        repeats: HTTPRequest.RepeatRule
    ) async throws -> ForgeRelease {
        var request = try client.json(.patch, settings.root + "/releases/\(id)", fields)
        request.repeats = repeats
        return try await client.http.send(request).decoded(ForgeRelease.self)
    }

    // MARK: Assets

    package func assets(of release: String) async throws -> [ForgeAsset] {
        try await list(ForgeAsset.self, "/releases/\(release)/assets")
    }

    package func upload(
        _ file: PublishedFile,
        from path: FilePath,
        to release: ForgeRelease,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> ForgeAsset {
        guard let uploadURL = release.uploadURL else {
            throw RelctlError("cannot upload `\(file.name)`: GitHub does not say where to")
        }
        // RFC 6570 template: `…/assets{?name,label}`.
        let base = uploadURL.prefix { $0 != "{" }
        let request = client.request(
            .post,
            "\(base)?name=\(PercentEncoding.segment(file.name))",
            [HTTPHeader("Content-Type", ContentType.of(file.name))],
            body: .file(path, 0..<file.size)
        )
        return try await client.upload(ForgeAsset.self, request, sent: sent)
    }

    package func deleteAsset(_ id: String, of release: String) async throws {
        try await client.delete(settings.root + "/releases/assets/\(id)")
    }

    package func digest(of asset: ForgeAsset) async throws -> Digest {
        let url = settings.root + "/releases/assets/\(asset.id)"
        return try await client.http.digest(
            client.request(.get, url, [HTTPHeader("Accept", "application/octet-stream")])
        )
    }

    // MARK: Tags

    package func commit(ofTag tag: String) async throws -> String? {
        let path = "/git/ref/tags/\(PercentEncoding.segments(tag))"
        var object = try await find(GitHubRecords.Reference.self, path).value?.object
        // A tag may annotate a tag; nobody means more than a few.
        for _ in 0..<5 {
            guard let found = object, found.type == "tag" else { break }
            object = try await find(GitHubRecords.Reference.self, "/git/tags/\(found.sha)").value?.object
        }
        return object?.sha
    }
}
