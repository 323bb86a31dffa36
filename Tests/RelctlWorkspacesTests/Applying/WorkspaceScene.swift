import Foundation
import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// Bare repositories with one commit each, and the plan of a release of all of them.
///
/// What the plan says of ids was made by git itself, in a repository of its own.
struct WorkspaceScene: Sendable {
    let world: World
    let folder: FilePath
    var plan: WorkspacePlan

    static let author = CommitIdentity(name: "Ada Example", email: "ada@example.org")
    static let time: Int64 = 1_790_000_000

    /// Sets up repositories with what each needs, none before one that it needs.
    init(_ graph: [(name: String, needs: [String])], named name: String = "scene", in world: World) async throws {
        self.world = world
        folder = world.folder.appending(name)
        plan = try Self.plan()
        let files = LiveFileSystem()
        try files.createFolder(folder)
        try files.write(Self.script.utf8, to: folder.appending("setup.sh"))
        let setup = ["sh", folder.appending("setup.sh").string, folder.string] + graph.map(\.name)
        let date = "\(Self.time) +0000"
        let dates = ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]
        let lines = try await world.output(of: setup, environment: dates).split(separator: "\n")
        var waves: [String: Int] = [:]
        for ((name, needs), line) in zip(graph, lines) {
            let ids = line.split(separator: " ").map(String.init)
            let wave = needs.compactMap { waves[$0] }.max().map { $0 + 1 } ?? 1
            waves[name] = wave
            var repository = try Self.repository(name)
            repository.url = folder.appending("\(name).git").string
            (repository.wave, repository.needs) = (wave, needs)
            (repository.head, repository.commit) = (ids[0], ids[3])
            (repository.changes[0].old, repository.changes[0].new) = (ids[1], ids[2])
            plan.repositories.append(repository)
        }
    }

    /// A plan as a file has it, without repositories.
    private static func plan() throws -> WorkspacePlan {
        let text = """
            {"format":\(WorkspacePlan.currentFormat),"workspace":"fleet","version":"1.1.0","configuration":"\(Digest(of: []))","time":\(time),
            "author":{"name":"\(author.name)","email":"\(author.email)"},"jobs":4,"repositories":[]}
            """
        return try JSONDecoder().decode(WorkspacePlan.self, from: Data(text.utf8))
    }

    /// A repository as a plan's file has it, with a commit `c` on top of `h`.
    static func repository(_ name: String) throws -> PlannedRepository {
        let text = """
            {"name":"\(name)","url":"\(name).git","branch":"main","wave":1,"needs":[],"version":"1.1.0","tag":"v1.1.0",
            "previous":"1.0.0","head":"h","action":"release","commitMessage":"Release 1.1.0",
            "tagMessage":"\(name) 1.1.0","isSigned":false,"via":"push","commit":"c","ready":[],"checks":"none",
            "changes":[{"file":"VERSION","old":"o","new":"n","mode":"100644","diff":"",
            "replacements":[{"offset":8,"length":5,"text":"1.1.0"}]}]}
            """
        return try JSONDecoder().decode(PlannedRepository.self, from: Data(text.utf8))
    }

    /// Makes each remote, and in `witness.git` the same commit and the one that is planned on top of it.
    private static let script = """
        set -e
        cd "$1"; shift
        git init --quiet --bare --template= -b main witness.git
        for name; do
            git init --quiet --bare --template= -b main "$name.git"
            mkdir "$name.git/hooks"
            for repository in witness.git "$name.git"; do
                export GIT_DIR="$repository"
                old=$(printf 'version 1.0.0\\nname %s\\n\\nlast\\n' "$name" | git hash-object -w --stdin)
                other=$(printf 'about %s\\n' "$name" | git hash-object -w --stdin)
                tree=$(printf '100644 blob %s\\tREADME\\n100644 blob %s\\tVERSION\\n' "$other" "$old" | git mktree)
                head=$(git commit-tree "$tree" -m "Begin")
            done
            git update-ref refs/heads/main "$head"
            export GIT_DIR=witness.git
            new=$(printf 'version 1.1.0\\nname %s\\n\\nlast\\n' "$name" | git hash-object -w --stdin)
            tree=$(printf '100644 blob %s\\tREADME\\n100644 blob %s\\tVERSION\\n' "$other" "$new" | git mktree)
            commit=$(git commit-tree "$tree" -p "$head" -m "Release 1.1.0")
            git update-ref "refs/heads/$name" "$commit"
            echo "$head $old $new $commit"
        done
        """

    /// A diamond: `core` first, then `left` and `right`, then `top`; `alone` needs nothing.
    static func diamond(in world: World) async throws -> WorkspaceScene {
        try await WorkspaceScene(
            [("alone", []), ("core", []), ("left", ["core"]), ("right", ["core"]), ("top", ["left", "right"])],
            in: world
        )
    }

    /// Lets a repository lie at a forge, which sees the branches and tags of its remote.
    mutating func put(_ name: String, at forge: FakeForge, _ body: (inout ForgeRepository) -> Void = { _ in })
        async throws
    {
        var there = ForgeRepository()
        (there.name, there.branches, there.gitDirectory) = (name, [:], remote(name).string)
        body(&there)
        try await forge.createRepository(there)
        var place = WorkspaceForge(kind: .github, repository: "octo/\(name)", host: "example.org")
        (place.api, place.tokenNames) = (forge.url, ["THE_TOKEN"])
        try change(name) { $0.forge = place }
    }

    // MARK: Remotes

    func remote(_ name: String) -> FilePath { folder.appending("\(name).git") }

    subscript(_ name: String) -> PlannedRepository {
        get throws { try #require(plan[name]) }
    }

    /// Changes what is planned of a repository.
    mutating func change(_ name: String, _ body: (inout PlannedRepository) throws -> Void) throws {
        let index = try #require(plan.repositories.firstIndex { $0.name == name })
        try body(&plan.repositories[index])
    }

    /// Runs git in a remote.
    @discardableResult
    func git(_ name: String, _ arguments: String...) async throws -> String {
        let output = try await world.output(of: ["git", "--git-dir", remote(name).string] + arguments)
        return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }

    /// The references of a remote, sorted; those of tags with the objects that they are.
    func references(_ name: String, _ below: String = "refs/heads refs/tags") async throws -> [String] {
        let patterns = below.split(separator: " ").map(String.init)
        let format = "--format=%(refname) %(objectname) %(*objectname)"
        let arguments = ["git", "--git-dir", remote(name).string, "for-each-ref", format] + patterns
        return try await world.output(of: arguments).split(separator: "\n").map(String.init)
    }

    /// The references of all remotes, by name.
    func references() async throws -> [String: [String]] {
        var all: [String: [String]] = [:]
        for repository in plan.repositories { all[repository.name] = try await references(repository.name) }
        return all
    }

    /// Whether a repository is at its planned state.
    func isReleased(_ name: String) async throws -> Bool {
        let repository = try self[name]
        let commit = try #require(repository.commit)
        let tag = MirrorTag(
            name: repository.tag,
            commit: commit,
            message: repository.tagMessage,
            author: plan.author,
            time: plan.time
        )
        return try await references(name) == [
            "refs/heads/main \(commit) ", "refs/tags/v1.1.0 \(try #require(tag.id)) \(commit)",
        ]
    }

    /// Gives a remote a hook, or takes it away.
    func hook(_ name: String, _ kind: String, _ script: String?) throws {
        let path = remote(name).appending("hooks/\(kind)")
        let files = LiveFileSystem()
        if try files.status(of: path) != nil { try files.removeFile(path) }
        guard let script else { return }
        try files.write("#!/bin/sh\n\(script)\n".utf8, to: path, permissions: 0o755)
    }

    /// Commits something to the branch of a remote: the text of a file, which is new or replaces an old one.
    func commit(_ name: String, _ file: String, _ text: String, _ subject: String) async throws {
        let clone = folder.appending("clone-\(name)")
        if try LiveFileSystem().status(of: clone) == nil {
            try await world.output(of: ["git", "clone", "--quiet", "--template=", remote(name).string, clone.string])
        }
        let git = ["git", "-C", clone.string]
        try await world.output(of: git + ["pull", "--quiet", "--ff-only"])
        try LiveFileSystem().write(text.utf8, to: clone.appending(file))
        try await world.output(of: git + ["add", "--all"])
        try await world.output(of: git + ["commit", "--quiet", "--message", subject])
        try await world.output(of: git + ["push", "--quiet", "origin", "main"])
    }

    /// Lets somebody have the claim at a remote, whatever is there.
    func claim(_ name: String, by holder: WorkspaceOperator) async throws {
        let message = String(decoding: try JSONEncoder().encode(holder), as: UTF8.self)
        try await git(name, "tag", "--force", "-a", "-m", message, "claim", try self[name].head)
        try await git(name, "update-ref", "refs/relctl/workspaces/\(plan.workspace)", "refs/tags/claim")
        try await git(name, "tag", "--delete", "claim")
    }

    /// Brings the planned commit to a remote, where nothing leads to it.
    @discardableResult
    func bringCommit(_ name: String) async throws -> String {
        let commit = try #require(try self[name].commit ?? self[name].requestCommit)
        try await git(name, "fetch", "--quiet", "--no-tags", folder.appending("witness.git").string, name)
        return commit
    }
}

/// A machine on which somebody releases: with a state and a cache of its own.
struct WorkspaceMachine: Sendable {
    let effects: Effects
    let events = RecordedEvents()
    let state: WorkspaceStateFolder
    var surroundings: WorkspaceSurroundings

    init(
        _ name: String = "laptop",
        of scene: WorkspaceScene,
        clock: any WallClock = QuickClock(),
        processes: any ProcessRunner = LiveProcessRunner(),
        variables: [String: String] = [:]
    ) throws {
        let folder = scene.folder.appending("machine-\(name)")
        let own = [
            "XDG_STATE_HOME": folder.appending("state").string, "XDG_CACHE_HOME": folder.appending("cache").string,
            "USER": name,
        ]
        effects = Effects(
            files: LiveFileSystem(),
            processes: processes,
            events: events,
            clock: clock,
            environment: scene.world.environment.merging(own) { $1 }.merging(["THE_TOKEN": "the-token"]) { $1 }
                .merging(variables) { $1 },
            http: LiveHTTPTransport()
        )
        let root = try WorkspaceStateFolder.root(environment: effects.environment)
        state = WorkspaceStateFolder(of: scene.plan.workspace, scene.plan.version, in: root, files: effects.files)
        surroundings = WorkspaceSurroundings(mirrors: try .cached(effects), effects: effects)
    }

    /// Releases, from wherever the remotes are.
    func release(_ plan: WorkspacePlan, takesOver: Bool = false) async throws -> WorkspaceResult {
        try await WorkspaceExecutor(plan, state: state, in: surroundings).run(.init(takesOver: takesOver))
    }

    /// How far it is.
    func status(_ plan: WorkspacePlan) async throws -> [String: RepositoryStatus.State] {
        let status = try await WorkspaceInspector(plan, in: surroundings).status()
        return Dictionary(uniqueKeysWithValues: status.repositories.map { ($0.name, $0.state) })
    }

    /// What was told so far.
    var told: [String] {
        events.events.compactMap { event in
            guard case .message(_, let text) = event else { return nil }
            return text
        }
    }
}

/// What an error says, with its causes.
func words(_ error: (any Error)?) -> String { error.map { "\($0)" } ?? "" }
