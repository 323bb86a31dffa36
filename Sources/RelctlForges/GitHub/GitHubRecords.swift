/// What GitHub's REST API answers, as far as relctl reads it.
///
/// https://docs.github.com/en/rest/releases, API version 2022-11-28.
enum GitHubRecords {
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
