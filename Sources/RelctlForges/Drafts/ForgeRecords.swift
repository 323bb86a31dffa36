/// A release as GitHub describes it, and Gitea and Forgejo after it, as far as relctl reads it.
///
/// https://docs.github.com/en/rest/releases, API version 2022-11-28; https://docs.gitea.com/api.
package struct ForgeRelease: Decodable, Sendable {
    package var id: Int64
    package var tagName: String
    var name: String?
    package var body: String?
    package var draft: Bool
    var prerelease: Bool
    package var immutable: Bool?
    package var htmlURL: String?
    var uploadURL: String?
    package var assets: [ForgeAsset]?

    enum CodingKeys: String, CodingKey {
        case id, name, body, draft, prerelease, immutable, assets
        case tagName = "tag_name"
        case htmlURL = "html_url"
        case uploadURL = "upload_url"
    }
}

/// A file of a release.
package struct ForgeAsset: Decodable, Sendable {
    var id: Int64
    package var name: String
    /// The name it was sent under, where GitHub changed it.
    var label: String?
    /// `uploaded` when it is whole, `starter` or `open` when it is not; Gitea has only whole ones, and does not say.
    var state: String?
    var size: UInt64
    /// `sha256:HEX`, where the forge knows it.
    var digest: String?
    /// What Gitea's downloads go by.
    var uuid: String?
    /// When it was made, as text.
    var createdAt: String?
    /// When it was changed, as text; Gitea does not say.
    var updatedAt: String?

    enum CodingKeys: String, CodingKey {
        case id, name, label, state, size, digest, uuid
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    /// What its digest is known by, in the run that downloaded it; nothing if the forge does not say enough.
    func file(at root: String) -> RemoteDigests.File? {
        guard let time = updatedAt ?? createdAt else { return nil }
        return RemoteDigests.File(address: "\(root)/assets/\(id)", version: "\(time) \(uuid ?? "")", size: size)
    }

    /// The digest, if one is reported that can be read.
    var sha256: Digest? {
        guard let digest, digest.hasPrefix("sha256:") else { return nil }
        return Digest(hexadecimal: String(digest.dropFirst("sha256:".count)))
    }

    /// Whether its upload was finished.
    package var isComplete: Bool { state == nil || state == "uploaded" }

    /// The same, as publishers know files.
    var remote: RemoteAsset {
        RemoteAsset(name: name, id: String(id), size: size, sha256: sha256, isComplete: isComplete)
    }
}

/// What is said about a release when it is made or changed; what is nil stays as it is.
package struct ReleaseFields: Encodable, Sendable, Hashable {
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
