/// What `relctl-workspace.json` says, validated, with the defaults filled in: the repositories of a product that are
/// released together.
package struct WorkspaceConfiguration: Sendable, Equatable {
    /// The file as the user knows it, such as `relctl-workspace.json`.
    package var file: String
    /// The workspace's name; in messages, templates and the names of state files.
    package var name: String
    /// Who commits and tags; nothing for whom git knows.
    package var author: CommitIdentity?
    /// How many repositories are worked on at the same time.
    package var jobs: Int
    /// The repositories, in the file's order.
    package var repositories: [WorkspaceRepository]
    /// What tells the text it was read from from any other.
    package var digest: Digest
    /// How it is released by continuous integration; nothing where that is no matter.
    package var integration: IntegrationSettings?

    /// The repository of this name.
    package subscript(_ name: String) -> WorkspaceRepository? { repositories.first { $0.name == name } }
}

extension WorkspaceConfiguration {
    /// What a plan tells of its workspace to one who has its file alone: no repository, and so no working copy.
    package init(of plan: WorkspacePlan) {
        self.init(
            file: "",
            name: plan.workspace,
            author: plan.author,
            jobs: plan.jobs,
            repositories: [],
            digest: plan.configuration
        )
    }
}

/// A repository of a workspace.
package struct WorkspaceRepository: Sendable, Equatable {
    /// What the workspace calls it.
    package var name: String
    /// Where it is pushed to: an address or a path that git takes.
    package var url: String
    /// A working copy, which must be clean and is never changed; relative to the workspace's file.
    package var path: String?
    /// The branch that is released; nothing for the one that the remote's HEAD names.
    package var branch: String?
    /// The repositories that must be ready before this one is released, in the file's order.
    package var needs: [String]
    /// Which version it gets.
    package var line: VersionLine
    /// Files that say its version; nothing for those found at its top.
    package var manifests: [ManifestReference]?
    /// What else is changed, such as pins of repositories that it needs.
    package var edits: [PinEdit]
    /// The form of its tags.
    package var tag: TagTemplate
    /// What its commit says.
    package var commitMessage: Template
    /// What its tag says.
    package var tagMessage: Template
    /// Whether commit and tag are signed with the key that git is configured to use.
    package var isSigned: Bool
    /// How the commit gets onto the branch.
    package var via: ChangePath
    /// What must hold before those that need it begin; nothing where the push is enough.
    package var ready: [Readiness]
    /// What is asked of the branch's head before anything is changed.
    package var checks: HeadCheck
    /// The forge that it lies at; nothing where none is known by its address or named.
    package var forge: WorkspaceForge?
    /// Whether it is left out where nothing was committed since its last tag.
    package var skipsUnchanged: Bool
    /// Where the configuration names it.
    package var place: SourcePlace
}

/// Which version a repository gets.
package enum VersionLine: Sendable, Hashable, Codable {
    /// That of the workspace.
    case shared
    /// That of another repository.
    case follows(String)
    /// Its own: its last release's, raised so, unless the user names another.
    case own(ReleaseLevel)
}

/// How a commit gets onto the branch.
package enum ChangePath: String, Sendable, Hashable, Codable, CaseIterable {
    /// By a push, together with the tag.
    case push
    /// By a pull request at the forge, whose merge commit is tagged.
    case pullRequest
}

/// A text that is changed in a file beside the manifests.
package struct PinEdit: Sendable, Equatable {
    /// The file and where in it the text stands.
    package var reference: ManifestReference
    /// The repository whose version it is; nothing for the repository's own.
    package var of: String?
    /// What shall stand there.
    package var value: Template
}

/// What is asked of the head of a branch before a release.
package enum HeadCheck: Sendable, Hashable {
    /// Nothing.
    case none
    /// That the forge knows no check of it that failed or still runs.
    case forge
    /// That a command, run as ``CommandProbe`` does, ends with code 0.
    case command([String])
}

/// As in the workspace's file: `"none"`, `"forge"`, or the words of a command.
extension HeadCheck: Codable {
    /// Reads what ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let words = try? container.decode([String].self) {
            self = .command(words)
            return
        }
        switch try container.decode(String.self) {
        case "none": self = .none
        case "forge": self = .forge
        default:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither `none` nor `forge`")
        }
    }

    /// Writes a text or a list of texts.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encode("none")
        case .forge: try container.encode("forge")
        case .command(let words): try container.encode(words)
        }
    }
}

/// A forge's API, for a repository of a workspace.
package struct WorkspaceForge: Sendable, Hashable, Codable {
    /// Which API it speaks.
    package var kind: ForgeAddress.Kind
    /// The repository there, such as `owner/name`.
    package var repository: String
    /// Where the API answers, without a slash at its end.
    package var api: String
    /// The environment variables that a token is read from, the first that is set.
    package var tokenNames: [String]

    /// The forge that a repository's address names, if its host is one whose API is known.
    package init?(url: String) {
        guard let address = Self.address(of: url) else { return nil }
        let parts = address.page.dropFirst("https://".count).split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, address.kind != .github || parts[0] == "github.com" else { return nil }
        self.init(kind: address.kind, repository: parts[1], host: parts[0])
    }

    /// A repository's page, by the address that git pushes to; nothing for a path, which `OWNER/NAME` is to git.
    package static func address(of url: String, kind: ForgeAddress.Kind? = nil) -> ForgeAddress? {
        guard url.contains("://") || url.contains("@") else { return nil }
        return ForgeAddress(repository: url, kind: kind)
    }

    /// The variables that users keep tokens of forges in.
    package static let standardTokenNames =
        GitHubSettings.standardTokenNames + GitLabSettings.standardTokenNames + GiteaSettings.standardTokenNames

    /// A forge's own API at a host.
    package init(kind: ForgeAddress.Kind, repository: String, host: String) {
        self.kind = kind
        self.repository = repository
        switch kind {
        case .github:
            api = host == "github.com" ? GitHubSettings.standardAPI : "https://\(host)/api/v3"
            tokenNames = GitHubSettings.standardTokenNames
        case .gitlab:
            api = "https://\(host)/api/v4"
            tokenNames = GitLabSettings.standardTokenNames
        case .gitea:
            api = "https://\(host)/api/v1"
            tokenNames = GiteaSettings.standardTokenNames
        }
    }
}
