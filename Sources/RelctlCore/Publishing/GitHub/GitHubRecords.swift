/// What GitHub's REST API answers, as far as relctl reads it.
///
/// https://docs.github.com/en/rest/releases, API version 2022-11-28.
enum GitHubRecords {
    /// A release.
    struct Release: Decodable, Sendable {
        var id: Int64
        var tagName: String
        var name: String?
        var body: String?
        var draft: Bool
        var prerelease: Bool
        var immutable: Bool?
        var htmlURL: String?
        var uploadURL: String
        var assets: [Asset]?

        enum CodingKeys: String, CodingKey {
            case id, name, body, draft, prerelease, immutable, assets
            case tagName = "tag_name"
            case htmlURL = "html_url"
            case uploadURL = "upload_url"
        }
    }

    /// A file of a release.
    struct Asset: Decodable, Sendable {
        var id: Int64
        var name: String
        var label: String?
        /// `uploaded` when it is whole; `starter` or `open` when it is not.
        var state: String
        var size: UInt64
        /// `sha256:HEX`, where GitHub knows it.
        var digest: String?

        /// The digest, if one is reported that can be read.
        var sha256: Digest? {
            guard let digest, digest.hasPrefix("sha256:") else { return nil }
            return Digest(hexadecimal: String(digest.dropFirst("sha256:".count)))
        }

        /// The same, as publishers know files.
        var remote: RemoteAsset {
            RemoteAsset(name: name, id: String(id), size: size, sha256: sha256, isComplete: state == "uploaded")
        }
    }

    /// A repository.
    struct Repository: Decodable, Sendable {
        var fullName: String
        var archived: Bool?
        var disabled: Bool?
        var permissions: Permissions?

        struct Permissions: Decodable, Sendable {
            var push: Bool?
        }

        enum CodingKeys: String, CodingKey {
            case archived, disabled, permissions
            case fullName = "full_name"
        }
    }

    /// A git reference, or a tag object: either leads to an object.
    struct Reference: Decodable, Sendable {
        var object: Object

        struct Object: Decodable, Sendable {
            var sha: String
            var type: String
        }
    }

    /// A set of rules for branches or tags.
    struct Ruleset: Decodable, Sendable {
        var id: Int64
        var name: String
        var target: String?
        var enforcement: String
        var currentUserCanBypass: String?
        var conditions: Conditions?
        var rules: [Rule]?

        struct Conditions: Decodable, Sendable {
            var refName: Patterns?

            enum CodingKeys: String, CodingKey { case refName = "ref_name" }
        }

        struct Patterns: Decodable, Sendable {
            var include: [String]?
            var exclude: [String]?
        }

        struct Rule: Decodable, Sendable {
            var type: String
        }

        enum CodingKeys: String, CodingKey {
            case id, name, target, enforcement, conditions, rules
            case currentUserCanBypass = "current_user_can_bypass"
        }
    }
}
