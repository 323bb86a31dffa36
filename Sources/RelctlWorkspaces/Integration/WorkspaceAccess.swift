/// How a workflow gets at the repositories of a workspace: by which secrets, and what those must allow.
struct WorkspaceAccess: Sendable {
    /// The tokens, sorted by the names of their secrets.
    let tokens: [Token]
    /// The addresses at which git needs a token, in the workspace's order.
    let remotes: [Remote]
    /// What addresses begin with that git shall reach over HTTPS instead, where a token lets it in.
    let rewrites: [Rewrite]
    /// The repositories that git needs a key for.
    let byKey: [String]
    /// The repositories at which git may be asked for a password that no token is known for.
    let byPassword: [String]

    /// A secret, and what its token must allow.
    struct Token: Sendable, Hashable {
        /// The name of the secret, and of the variable that relctl reads it from.
        let secret: String
        /// The repositories that it is for.
        let repositories: [String]
        /// What it must allow there, each with what for.
        let permissions: [Permission]
    }

    /// Something that a token must allow, as its forge calls it.
    struct Permission: Sendable, Hashable {
        let name: String
        let reason: String
    }

    /// A remote over HTTPS.
    struct Remote: Sendable, Hashable {
        let url: String
        let secret: String

        /// Whether the address says by which name git introduces itself.
        var namesUser: Bool { url.dropFirst("https://".count).prefix { $0 != "/" }.contains("@") }
    }

    /// What the addresses of a host begin with, for SSH and for HTTPS.
    struct Rewrite: Sendable, Hashable {
        let old: String
        let new: String
    }

    /// The servers at which git needs a token, as its settings name them, each once.
    var servers: [String] {
        let servers = remotes.map { remote in
            let rest = remote.url.dropFirst("https://".count).prefix { $0 != "/" }
            return "https://" + (rest.split(separator: "@").last ?? rest)
        }
        return servers.enumerated().filter { servers.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// Looks at the repositories of a workspace.
    init(_ workspace: WorkspaceConfiguration) {
        var (remotes, rewrites): ([Remote], [Rewrite]) = ([], [])
        var (byKey, byPassword): ([String], [String]) = ([], [])
        for repository in workspace.repositories {
            let (url, secret) = (repository.url, repository.forge.flatMap(Self.secret))
            let protocolName = url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() }
            if protocolName == "https", let secret {
                remotes.append(Remote(url: url, secret: secret))
            } else if let rewrite = Rewrite(url), let secret {
                if !rewrites.contains(rewrite) { rewrites.append(rewrite) }
                remotes.append(Remote(url: rewrite.new + url.dropFirst(rewrite.old.count), secret: secret))
            } else if protocolName?.hasPrefix("http") ?? false {
                byPassword.append(repository.name)
            } else if protocolName?.contains("ssh") ?? (GitRemote.host(ofShort: url) != nil) {
                byKey.append(repository.name)
            }
        }
        (self.remotes, self.rewrites) = (remotes, rewrites)
        (self.byKey, self.byPassword) = (byKey, byPassword)
        let users = Dictionary(grouping: workspace.repositories) { $0.forge.flatMap(Self.secret) }
        tokens = users.compactMap { secret, repositories in
            secret.map { Token($0, for: repositories) }
        }.sortedBytewise(by: \.secret)
    }

    /// The secret that holds a forge's token: the first of its variables whose name GitHub takes for one; nothing where
    /// it takes none.
    static func secret(of forge: WorkspaceForge) -> String? {
        // The job's own token reaches no other repository.
        forge.tokenNames.first { WorkflowTextForm.secret.problem(with: $0) == nil }
    }
}

extension WorkspaceAccess.Rewrite {
    /// The beginning of an address by SSH at a forge whose pages lie at the same host; nothing for others.
    fileprivate init?(_ url: String) {
        guard let forge = WorkspaceForge(url: url), let page = WorkspaceForge.address(of: url)?.page,
            let path = url.ranges(of: forge.repository).last
        else { return nil }
        self.init(old: String(url[..<path.lowerBound]), new: String(page.dropLast(forge.repository.count)))
    }
}

extension WorkspaceAccess.Token {
    fileprivate init(_ secret: String, for repositories: [WorkspaceRepository]) {
        let kinds = Set(repositories.compactMap(\.forge?.kind))
        self.secret = secret
        self.repositories = repositories.map(\.name)
        permissions = ForgeAddress.Kind.allCases.filter(kinds.contains).flatMap { kind in
            Self.permissions(at: kind, repositories.filter { $0.forge?.kind == kind })
        }
    }

    private static func permissions(
        at kind: ForgeAddress.Kind,
        _ repositories: [WorkspaceRepository]
    ) -> [WorkspaceAccess.Permission] {
        let requests = repositories.contains { $0.via == .pullRequest }
        switch kind {
        case .gitlab:
            return [
                .init(name: "api", reason: "pipelines, releases" + (requests ? ", merge requests" : "")),
                .init(name: "write_repository", reason: "commits and tags; as a maintainer, where these are protected"),
            ]
        case .gitea:
            return [
                .init(
                    name: "write:repository",
                    reason: "commits, tags, runs, releases" + (requests ? ", pull requests" : "")
                )
            ]
        case .github:
            var permissions = [WorkspaceAccess.Permission(name: "Contents: write", reason: "commits, tags, releases")]
            if repositories.contains(where: \.changesWorkflows) {
                permissions.append(.init(name: "Workflows: write", reason: "changes below .github/workflows"))
            }
            let awaits = repositories.contains { !$0.ready.isEmpty }
            permissions.append(
                awaits
                    ? .init(name: "Actions: write", reason: "runs of tags, and to start those that do not begin")
                    : .init(name: "Actions: read", reason: "runs of tags")
            )
            if requests { permissions.append(.init(name: "Pull requests: write", reason: "via: \"pullRequest\"")) }
            if repositories.contains(where: { $0.checks == .forge }) {
                permissions += [
                    .init(name: "Commit statuses: read", reason: "checks of the heads"),
                    .init(name: "Checks: read", reason: "the same, of an app; other tokens have no such permission"),
                ]
            }
            return permissions
        }
    }
}

extension WorkspaceRepository {
    /// Whether a release changes workflows of GitHub's, which wants a permission of its own.
    fileprivate var changesWorkflows: Bool {
        (edits.map(\.reference) + (manifests ?? [])).contains { $0.file.string.hasPrefix(".github/workflows/") }
    }
}
