/// A repository that a ``FakeForge`` has.
package struct ForgeRepository: Sendable, Encodable {
    /// Its owner.
    package var owner = "octo"
    /// Its name.
    package var name = "tool"
    /// Who may do what.
    package var tokens: [ForgeToken] = []
    /// Commits of branches.
    package var branches: [String: String] = [:]
    /// Commits of tags, which are light.
    package var tags: [String: String?] = [:]
    /// Dates of other commits.
    package var commits: [String: String] = [:]
    /// Whether only tokens see it.
    package var `private`: Bool?
    /// Whether it is read-only.
    package var archived: Bool?
    /// Whether what is published cannot be changed.
    package var immutable: Bool?
    /// Categories of discussions.
    package var categories: [String]?
    /// What an upload leaves that breaks off: `starter` or `nothing`.
    package var interruptedUploads: String?
    /// Rules for tags.
    package var rulesets: [ForgeRuleset]?
    /// What it runs.
    package var workflows: [ForgeWorkflow]?
    /// A bare repository that its branches and tags are taken from.
    package var gitDirectory: String?
    /// How open requests are merged whenever something is asked: `merge`, `squash` or `rebase`; nothing for not at all.
    package var merges: String?
    /// Whether the branches of merged requests are deleted.
    package var deletesBranches: Bool?
    /// In whose words Gitea's API tells of runs: `gitea`, `forgejo` or `tasks`.
    package var runsAs: String?

    /// A repository `octo/tool` with one commit on `main`.
    package init(main: String = String(repeating: "a", count: 40), token: String = "the-token") {
        branches = ["main": main]
        tokens = [ForgeToken(token: token)]
    }
}

/// A rule that keeps tags from being created.
package struct ForgeRuleset: Sendable, Encodable {
    struct Conditions: Encodable {
        struct Names: Encodable {
            let include: [String]
            let exclude: [String]
        }
        let ref_name: Names
    }
    struct Rule: Encodable { let type: String }

    let conditions: Conditions
    let rules: [Rule]

    /// Restricts the creation of tags that match, such as `refs/tags/v*`.
    package init(restricting pattern: String) {
        conditions = Conditions(ref_name: Conditions.Names(include: [pattern], exclude: []))
        rules = [Rule(type: "creation")]
    }
}

/// A credential for a ``ForgeRepository``.
package struct ForgeToken: Sendable, Encodable {
    /// The secret.
    package var token: String
    /// Whether it may read.
    package var pull = true
    /// Whether it may write.
    package var push = true
    /// Whether it may change settings.
    package var admin = false
    /// `classic`, `fine-grained`, `app`, `actions` or `job`.
    package var kind = "classic"
    /// What it is made for.
    package var scopes: [String]?
    /// Requests in an hour.
    package var limit: Int?
    /// Requests that are left.
    package var remaining: Int?
    /// Whether it is not known any more.
    package var revoked: Bool?

    /// A token that may write.
    package init(token: String) { self.token = token }
}

/// A release that someone else has made.
package struct ForgeForeignRelease: Sendable, Encodable {
    /// A file of it.
    package struct Asset: Sendable, Encodable {
        /// Its name.
        package var name: String
        /// What is in it.
        package var text: String
        /// `uploaded` or `starter`.
        package var state = "uploaded"

        /// A file that is whole.
        package init(name: String, text: String) { (self.name, self.text) = (name, text) }
    }

    /// The repository's owner.
    package var owner = "octo"
    /// The repository's name.
    package var name = "tool"
    /// Its tag.
    package var tag: String
    /// Its title.
    package var title: String?
    /// Its notes.
    package var body: String?
    /// Whether it is a draft.
    package var draft = false
    /// Whether it is a prerelease.
    package var prerelease = false
    /// Who made it.
    package var author = "somebody"
    /// Its files.
    package var assets: [Asset] = []

    /// A release of a tag without files.
    package init(tag: String) { self.tag = tag }
}

/// A fault of a ``FakeForge``.
package struct ForgeFault: Sendable, Encodable {
    /// Which requests meet it.
    package struct Match: Sendable, Encodable {
        /// Their method.
        package var method: String?
        /// A regular expression that is found in path and query.
        package var path: String?
        /// `api`, `uploads`, `web` or `storage`.
        package var origin: String?
        /// The n-th of those alone, from 1.
        package var nth: Int?
        /// Every n-th of those.
        package var every: Int?
        /// Those from the n-th on.
        package var from: Int?
        /// The request with this number.
        package var number: Int?

        /// Requests of a method, a path, an origin.
        package init(_ method: String? = nil, path: String? = nil, origin: String? = nil, nth: Int? = nil) {
            (self.method, self.path, self.origin, self.nth) = (method, path, origin, nth)
        }
    }

    /// What happens; the members mean what `Tests/Fakes/forge/README.md` says of each kind.
    package struct Effect: Sendable, Encodable {
        /// The kind.
        package var kind: String
        /// A status code.
        package var status: Int?
        /// The body of an answer.
        package var body: String?
        /// Header fields of an answer.
        package var headers: [String: String]?
        /// A number of bytes.
        package var bytes: Int?
        /// `close` instead of a reset.
        package var how: String?
        /// Bytes for each second.
        package var rate: Double?
        /// `request` or `response`.
        package var direction: String?
        /// A time.
        package var seconds: Double?
        /// Seconds that a client is told to wait.
        package var retry_after: Int?
        /// Seconds until the limit is reset.
        package var reset_in: Int?
        /// A number of lists.
        package var lists: Int?
        /// A digest.
        package var value: String?
        /// A name.
        package var name: String?
        /// What a rival sends.
        package var text: String?
        /// What a rival creates.
        package var what: String?

        /// An effect of this kind.
        package init(_ kind: String) { self.kind = kind }
    }

    let match: Match
    let times: Int?
    let effect: Effect
}

/// A point at which a ``FakeForge`` holds a request.
package struct ForgeHold: Sendable, Encodable {
    /// When a request is held.
    package enum Moment: String, Sendable, Encodable {
        /// Its head was read, nothing was done.
        case before
        /// Some of its body was read.
        case during
        /// All was done, nothing was answered.
        case after
    }

    let at: Int?
    let match: ForgeFault.Match?
    let when: Moment
    let bytes: Int?

    /// Holds the request with a number.
    package init(number: Int, _ when: Moment, bytes: Int? = nil) {
        (at, match, self.when, self.bytes) = (number, nil, when, bytes)
    }

    /// Holds requests that match.
    package init(_ match: ForgeFault.Match, _ when: Moment, bytes: Int? = nil) {
        (at, self.match, self.when, self.bytes) = (nil, match, when, bytes)
    }
}

/// A request that a ``FakeForge`` holds.
package struct ForgeHeld: Sendable, Decodable {
    /// What becomes of it.
    package enum Verdict: String, Sendable {
        /// Dropped if its client is gone, handled otherwise.
        case auto
        /// Handled.
        case handle
        /// Dropped.
        case drop
    }

    /// Its number.
    package let number: Int
    /// Where it is.
    package let when: String
    /// Its method.
    package let method: String
    /// Its path and query.
    package let path: String
}

/// A request that a ``FakeServer`` has seen.
package struct LoggedRequest: Sendable, Decodable {
    /// A credential as it came.
    package struct Authorization: Sendable, Hashable, Decodable {
        /// How it came, such as `Bearer`, `token` or `PRIVATE-TOKEN`.
        package let scheme: String
        /// The secret.
        package let token: String
    }

    /// From 1.
    package let number: Int
    /// The method.
    package let method: String
    /// `api`, `uploads`, `web` or `storage`.
    package let origin: String
    /// Path and query as they came.
    package let path: String
    /// The credential.
    package let authorization: Authorization?
    /// The field User-Agent.
    package let userAgent: String?
    /// The field Content-Length.
    package let contentLength: Int?
    /// How many bytes of the body came.
    package let received: Int
    /// The status of the answer; nothing if there was none.
    package let status: Int?
    /// Whether an answer was sent as a whole.
    package let answered: Bool
    /// The faults that it met.
    package let faults: [String]
}

/// What a ``FakeForge`` has, and what people without a token saw when.
package struct ForgeState: Sendable, Hashable, Decodable {
    /// A file.
    package struct Asset: Sendable, Hashable, Decodable {
        /// Its name.
        package let name: String
        /// Its length in bytes; nothing for a link that leads nowhere.
        package let size: Int?
        /// Its digest in hexadecimal digits.
        package let sha256: String?
        /// `uploaded`, `starter` or `missing`.
        package let state: String
    }

    /// A link of a GitLab release.
    package struct Link: Sendable, Hashable, Decodable {
        /// Its name.
        package let name: String
        /// Where it leads.
        package let url: String
    }

    /// A release or a draft.
    package struct Release: Sendable, Hashable, Decodable {
        /// Its id.
        package var id: Int
        /// Its tag.
        package let tag: String
        /// Its title.
        package let name: String?
        /// Its notes.
        package let body: String?
        /// Whether only those see it who may write.
        package let draft: Bool
        /// Whether it is a prerelease.
        package let prerelease: Bool
        /// Whether it cannot be changed any more.
        package let immutable: Bool
        /// Whether it is marked as the latest one.
        package let latest: Bool
        /// The discussion that publishing opened.
        package let discussion: String?
        /// Its files by name.
        package let assets: [Asset]
        /// Its links in GitLab.
        package let links: [Link]
    }

    /// A tag.
    package struct Tag: Sendable, Hashable, Decodable {
        /// Its name.
        package let name: String
        /// Its commit.
        package let commit: String
    }

    /// A generic package of GitLab.
    package struct Package: Sendable, Hashable, Decodable {
        /// Its name.
        package let name: String
        /// Its version.
        package let version: String
        /// `default` or `hidden`.
        package let status: String
        /// Every file that was sent, in that order.
        package let files: [Asset]
    }

    /// A repository.
    package struct Repository: Sendable, Hashable, Decodable {
        /// Owner and name.
        package let repository: String
        /// Its tags by name.
        package let tags: [Tag]
        /// Its releases by tag.
        package var releases: [Release]
        /// Its packages by name.
        package let packages: [Package]
        /// Its runs, the oldest first.
        package var runs: [Run]
        /// Its pull requests, the oldest first.
        package let pulls: [Pull]
    }

    /// A moment at which people without a token saw something new.
    package struct Moment: Sendable, Hashable, Decodable {
        /// Owner and name of the repository.
        package let repository: String
        /// The number of the request that caused it.
        package let request: Int
        /// `tag`, `release`, `asset`, `changed`, `withdrawn`, `removed` or `package`.
        package let event: String
        /// The tag.
        package let tag: String
        /// The files that were there then.
        package let assets: [Asset]?
    }

    /// Repositories by name.
    package var repositories: [Repository]
    /// What was seen, in order.
    package let history: [Moment]

    /// The repositories without what differs between two runs that came to the same: ids.
    package var outcome: [Repository] {
        repositories.map { repository in
            var repository = repository
            for index in repository.releases.indices { repository.releases[index].id = 0 }
            for index in repository.runs.indices { repository.runs[index].id = 0 }
            return repository
        }
    }
}
