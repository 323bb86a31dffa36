/// A forge whose releases begin as drafts that only writers see: GitHub, Gitea, Forgejo.
///
/// Each function is one question or order; whether and when they come is for ``DraftObserver`` and ``DraftExecutor``.
package protocol DraftForge: Sendable {
    /// What is said of a publication to it.
    associatedtype Settings: DraftForgeSettings

    /// Speaks to the forge that is meant.
    init(_ settings: Settings, with effects: Effects)

    /// Makes sure that it takes such files.
    ///
    /// - Throws: ``RelctlError`` if it does not.
    static func check(_ files: [PublishedFile]) throws

    /// All that would make publishing fail, before anything is built.
    func findings(_ request: PublicationRequest) async throws -> [Finding]

    /// What the publication is told.
    var terms: DraftTerms { get }
    /// Whether there is anything to prove who asks.
    var hasToken: Bool { get }

    /// What sends its requests.
    var client: ForgeClient { get }
    /// Where the repository's part of the API answers.
    var root: String { get }

    /// All releases, drafts too where the token may push; newest first.
    func releases() async throws -> [ForgeRelease]
    /// The release of a tag that users see.
    func published(_ tag: String) async throws -> ForgeRelease?
    /// Changes a release; the same change twice is one, but users are told of each that shows it.
    func change(
        _ id: String,
        _ fields: ReleaseFields,
        repeats: HTTPRequest.RepeatRule
    ) async throws -> ForgeRelease

    /// All files of a release.
    func assets(of release: String) async throws -> [ForgeAsset]
    /// Sends a file; once, as only the list tells whether an attempt without an answer worked.
    func upload(
        _ file: PublishedFile,
        from path: FilePath,
        to release: ForgeRelease,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> ForgeAsset
    /// Removes a file of a release.
    func deleteAsset(_ id: String, of release: String) async throws
    /// The digest of a file, by downloading it.
    func digest(of asset: ForgeAsset) async throws -> Digest

    /// The commit that a tag points to, through annotations; nothing where there is no such tag.
    func commit(ofTag tag: String) async throws -> String?
}

extension DraftForge {
    /// Where nothing is said, all files are taken.
    package static func check(_ files: [PublishedFile]) {}

    /// Asks for something of the repository that need not be there, or that the token may not be allowed to see.
    package func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ path: String,
        absent: Set<Int> = [404]
    ) async throws -> ForgeClient.Found<Value> {
        try await client.find(type, root + path, absent: absent)
    }

    /// One release, a draft too.
    package func release(_ id: String) async throws -> ForgeRelease? {
        try await find(ForgeRelease.self, "/releases/\(id)").value
    }

    /// Makes a release; sent once, as another attempt could make another one.
    func create(_ fields: ReleaseFields) async throws -> ForgeRelease {
        try await client.http.send(try client.json(.post, root + "/releases", fields)).decoded(
            ForgeRelease.self
        )
    }

    /// Removes a release, which must be a draft; its tag stays.
    package func deleteRelease(_ id: String) async throws {
        try await client.delete(root + "/releases/\(id)")
    }

    /// Changes what is said of a release, which may be sent again.
    func change(_ id: String, _ fields: ReleaseFields) async throws -> ForgeRelease {
        try await change(id, fields, repeats: .always)
    }
}

/// What a publication to a forge with drafts is told.
package struct DraftTerms: Sendable, Hashable {
    /// Where to.
    let place: ForgePlace
    /// Where people find the repository.
    package let page: String
    /// The release's title.
    let title: String
    /// Whether a person publishes the draft.
    let keepsDraft: Bool
    /// The category of the discussion that publishing opens, if it does.
    var discussionCategory: String?
    /// Whether publishing says if the release is the latest; other forges go by dates.
    var choosesLatest = false

    /// What texts it takes.
    var notes: ForgeNotes { ForgeNotes() }

    /// The release's text.
    func text(of request: PublicationRequest, files: any FileSystem) throws -> String {
        let tag = PercentEncoding.segments(request.release.tag)
        return try notes.text(of: request, files: files) { file in
            "\(page)/releases/download/\(tag)/\(PercentEncoding.segment(file))"
        }
    }
}
