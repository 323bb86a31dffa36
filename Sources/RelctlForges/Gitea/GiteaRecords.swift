/// What Gitea's REST API answers beside releases, as far as relctl reads it.
enum GiteaRecords {
    /// A repository.
    struct Repository: Decodable, Sendable {
        var archived: Bool?
        var empty: Bool?
        var permissions: Permissions?
        /// Whether releases are switched on; unknown to older servers.
        var hasReleases: Bool?

        struct Permissions: Decodable, Sendable {
            var push: Bool?
        }

        enum CodingKeys: String, CodingKey {
            case archived, empty, permissions
            case hasReleases = "has_releases"
        }
    }

    /// A tag and the commit that it leads to.
    struct Tag: Decodable, Sendable {
        var commit: Commit

        struct Commit: Decodable, Sendable {
            var sha: String
        }
    }

    /// The release of Gitea that a server's version stands for, such as 1.22.
    struct ServerVersion: Sendable, Comparable {
        let major: Int
        let minor: Int

        /// The first that takes a file as the body of a request.
        static let needed = ServerVersion(major: 1, minor: 22)

        init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }

        /// Reads `1.22.3+dev`, and Forgejo's `7.0.1+gitea-1.22.0`; nothing for other texts.
        init?(_ text: String) {
            let compatible = text.ranges(of: "+gitea-").last.map { text[$0.upperBound...] } ?? text[...]
            guard let match = compatible.prefixMatch(of: /([0-9]{1,6})\.([0-9]{1,6})/),
                let major = Int(match.output.1), let minor = Int(match.output.2)
            else { return nil }
            self.init(major: major, minor: minor)
        }

        static func < (left: ServerVersion, right: ServerVersion) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }
}
