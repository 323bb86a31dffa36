/// GitHub's REST API as typed questions and orders, each one request.
///
/// https://docs.github.com/en/rest, API version 2022-11-28. Uploads go to where the release itself says.
struct GitHubAPI: Sendable {
    let settings: GitHubSettings
    private let client: HTTPClient
    private let token: Secret?

    /// How many items a page of a list has; GitHub gives no more.
    private static let pageSize = 100
    /// More pages than any repository has, against a server whose lists never end.
    private static let pageLimit = 200

    init(_ settings: GitHubSettings, with effects: Effects) {
        self.settings = settings
        token = Credentials.secret(from: settings.tokenNames, in: effects.environment)
        client = HTTPClient(effects)
    }

    /// Whether there is anything to prove who asks.
    var hasToken: Bool { token != nil }

    // MARK: Requests

    private func request(
        _ method: HTTPMethod,
        _ url: String,
        accept: String = "application/vnd.github+json",
        _ extra: [HTTPHeader] = [],
        body: HTTPBody = .empty
    ) -> HTTPRequest {
        var headers = [
            HTTPHeader("Accept", accept),
            HTTPHeader("X-GitHub-Api-Version", "2022-11-28"),
        ]
        if let token { headers.append(.bearer(token)) }
        return HTTPRequest(method, url, headers: headers + extra, body: body)
    }

    private func json(_ method: HTTPMethod, _ url: String, _ body: some Encodable) throws -> HTTPRequest {
        request(
            method,
            url,
            [HTTPHeader("Content-Type", "application/json; charset=utf-8")],
            body: .bytes(try JSONText.line(body))
        )
    }

    /// Asks for something that need not be there, or that the token may not be allowed to see.
    func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ path: String,
        absent: Set<Int> = [404]
    ) async throws -> Found<Value> {
        let response = try await client.send(request(.get, settings.root + path), accepting: absent)
        guard response.isSuccess else { return Found(status: response.status, headers: response.headers) }
        return Found(
            status: response.status,
            headers: response.headers,
            value: try response.decoded(type)
        )
    }

    /// An answer that may hold nothing.
    struct Found<Value: Sendable>: Sendable {
        let status: Int
        let headers: HTTPFields
        var value: Value?
    }

    /// All items of a list, page after page, as the server links them.
    private func list<Item: Decodable>(_ type: Item.Type, _ path: String) async throws -> [Item] {
        var items: [Item] = []
        var next: String? = settings.root + path + "?per_page=\(Self.pageSize)"
        for _ in 0..<Self.pageLimit {
            guard let url = next else { return items }
            let response = try await client.send(request(.get, url))
            items += try response.decoded([Item].self)
            next = LinkHeader.next(in: response.headers)
            // The token is for the server that was meant, wherever its lists lead.
            if let next { try requireSameOrigin(next) }
        }
        throw RelctlError(
            "cannot list what is at \(settings.repository): the list does not end",
            code: .remoteUnavailable
        )
    }

    private func requireSameOrigin(_ url: String) throws {
        let next = try? HTTPAddress(url, allowsPlainHTTP: true).origin
        guard let next, next == (try? HTTPAddress(settings.api, allowsPlainHTTP: true).origin) else {
            throw RelctlError(
                "cannot list what is at \(settings.repository): the list leads to another server",
                code: .remoteUnavailable
            )
        }
    }

    // MARK: Releases

    /// All releases, drafts too where the token may push; newest first.
    func releases() async throws -> [GitHubRecords.Release] { try await list(GitHubRecords.Release.self, "/releases") }

    /// One release, a draft too.
    func release(_ id: String) async throws -> GitHubRecords.Release? {
        try await find(GitHubRecords.Release.self, "/releases/\(id)").value
    }

    /// Makes a release; sent once, as another attempt could make another one.
    func create(_ fields: ReleaseFields) async throws -> GitHubRecords.Release {
        try await client.send(try json(.post, settings.root + "/releases", fields)).decoded(GitHubRecords.Release.self)
    }

    /// Changes a release; the same change twice is one.
    func change(_ id: String, _ fields: ReleaseFields) async throws -> GitHubRecords.Release {
        var request = try json(.patch, settings.root + "/releases/\(id)", fields)
        request.repeats = .always
        return try await client.send(request).decoded(GitHubRecords.Release.self)
    }

    /// Removes a release, which must be a draft; its tag stays.
    func deleteRelease(_ id: String) async throws {
        _ = try await client.send(request(.delete, settings.root + "/releases/\(id)"), accepting: [404])
    }

    // MARK: Assets

    /// All files of a release.
    func assets(of release: String) async throws -> [GitHubRecords.Asset] {
        try await list(GitHubRecords.Asset.self, "/releases/\(release)/assets")
    }

    /// Sends a file; once, as only the list tells whether an attempt without an answer worked.
    func upload(
        _ file: PublishedFile,
        from path: FilePath,
        to uploadURL: String,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> GitHubRecords.Asset {
        // RFC 6570 template: `…/assets{?name,label}`.
        let base = uploadURL.prefix { $0 != "{" }
        var request = request(
            .post,
            "\(base)?name=\(PercentEncoding.segment(file.name))",
            [HTTPHeader("Content-Type", MediaType.of(file.name))],
            body: .file(path, 0..<file.size)
        )
        request.repeats = .ifUnsent
        let response = try await client.send(
            request,
            accepting: UploadFailure.uncertain,
            receiving: HTTPSink(sent: sent)
        )
        guard response.isSuccess else {
            throw UploadFailure(status: response.status, error: client.failure(of: request, response))
        }
        return try response.decoded(GitHubRecords.Asset.self)
    }

    /// An upload whose answer does not say what is there now: the list does.
    struct UploadFailure: Error {
        let status: Int
        let error: RelctlError

        /// GitHub may keep half a file when it answers 502, and answers 422 where another was quicker.
        static let uncertain: Set<Int> = [422, 500, 502, 503, 504]
    }

    /// Removes a file.
    func deleteAsset(_ id: String) async throws {
        _ = try await client.send(request(.delete, settings.root + "/releases/assets/\(id)"), accepting: [404])
    }

    /// The digest of a file, by downloading it.
    func digest(ofAsset id: String) async throws -> Digest {
        try await client.digest(
            request(.get, settings.root + "/releases/assets/\(id)", accept: "application/octet-stream")
        )
    }

    // MARK: Tags

    /// The commit that a tag points to, through annotations; nothing where there is no such tag.
    func commit(ofTag tag: String) async throws -> String? {
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

/// What is said about a release when it is made or changed; what is nil stays as it is.
struct ReleaseFields: Encodable, Sendable, Hashable {
    var tagName: String?
    /// A branch or a full commit; used only where the tag is not there.
    var targetCommitish: String?
    var name: String?
    var body: String?
    var draft: Bool?
    var prerelease: Bool?
    /// `true` or `false`, as texts: so GitHub wants them.
    var makeLatest: String?
    var discussionCategoryName: String?

    enum CodingKeys: String, CodingKey {
        case name, body, draft, prerelease
        case tagName = "tag_name"
        case targetCommitish = "target_commitish"
        case makeLatest = "make_latest"
        case discussionCategoryName = "discussion_category_name"
    }
}
