import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Repositories with bare remotes on disk, and a workspace of them.
struct WorkspaceWorld {
    let world: World
    var effects: Effects

    /// The time that commits of plans have.
    static let time: Int64 = 1_800_000_000

    static func with<Value>(_ body: (WorkspaceWorld) async throws -> Value) async throws -> Value {
        try await World.scratch { world in
            var environment = world.environment
            environment["SOURCE_DATE_EPOCH"] = "\(time)"
            let effects = Effects(
                files: LiveFileSystem(),
                processes: LiveProcessRunner(),
                events: RecordedEvents(),
                clock: LiveClock(),
                environment: environment
            )
            return try await body(WorkspaceWorld(world: world, effects: effects))
        }
    }

    /// What was told so far.
    var told: [String] {
        ((effects.events as? RecordedEvents)?.events ?? []).compactMap { event in
            guard case .message(_, let text) = event else { return nil }
            return text
        }
    }

    /// The folder that a workspace's file would lie in.
    var folder: FilePath { world.folder }
    var cache: FilePath { world.home.appending(".cache/relctl/workspaces/mirrors") }

    func remote(_ name: String) -> FilePath { folder.appending(name + ".git") }

    /// A repository with these files on `main`, pushed to its remote.
    @discardableResult
    func repository(_ name: String, _ files: [String: String], tag: String? = nil) async throws -> TestRepository {
        let repository = try await TestRepository(name, in: world)
        for (file, text) in files { try repository.write(file, text) }
        try await repository.commit("first")
        if let tag { try await repository.tag(tag) }
        try await repository.git("push", "--quiet", "--follow-tags", "origin", "main")
        return repository
    }

    /// Runs git in a remote.
    @discardableResult
    func git(at name: String, _ arguments: String...) async throws -> String {
        let output = try await world.output(of: ["git", "--git-dir=\(remote(name))"] + arguments)
        return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }

    /// Everything that a remote's references lead to.
    func references(at name: String) async throws -> String {
        try await git(at: name, "for-each-ref", "--format=%(refname) %(objectname)")
    }

    /// Lets a remote run a script at a push.
    func hook(_ hook: String, at name: String, _ script: String) async throws {
        let (draft, file) = (folder.appending("hook"), remote(name).appending("hooks/" + hook))
        try LiveFileSystem().createFolders(file.parent)
        try LiveFileSystem().write(Array("#!/bin/sh\n\(script)\n".utf8), to: draft)
        // Written by another process, so that no child of this one has it open while it is run.
        try await world.output(of: ["install", "-m", "755", draft.string, file.string])
    }

    func mirror(of name: String) async throws -> GitMirror {
        try await MirrorStore.cached(effects).mirror(of: remote(name).string)
    }

    // MARK: Workspaces

    /// A workspace with these members of `repositories`.
    func configuration(_ repositories: String, more: String = "") throws -> WorkspaceConfiguration {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let text = "{ name: \"flovyn\", \(more) repositories: { \(repositories) } }"
        return try WorkspaceLoader(extensions: extensions).workspace(
            fromBytes: Array(text.utf8),
            file: "relctl-workspace.json",
            in: folder
        )
    }

    typealias Planned = (plan: WorkspacePlan, findings: [Finding])

    func plan(
        _ version: String,
        _ configuration: WorkspaceConfiguration,
        overrides: [String: String] = [:],
        mirrors: MirrorStore? = nil
    ) async throws -> Planned {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let request = WorkspaceRequest(
            version: try Version(version),
            overrides: try overrides.mapValues { try Version($0) }
        )
        let observer = WorkspaceObserver(
            configuration,
            in: folder,
            extensions: extensions,
            mirrors: try mirrors ?? .cached(effects),
            effects: effects
        )
        let observation = try await observer.observe(request)
        return WorkspacePlanner(configuration, extensions: extensions).plan(request, observation)
    }

    /// Does what a plan says, without any waits.
    func apply(_ plan: WorkspacePlan) async throws {
        for repository in plan.repositories where repository.action == .release {
            let mirror = try await MirrorStore.cached(effects).mirror(of: repository.url)
            var commit = repository.head
            if !repository.changes.isEmpty { commit = try await mirror.make(repository.mirrorCommit(plan)) }
            let tag = try await mirror.make(repository.mirrorTag(at: commit, plan))
            try await mirror.push([
                MirrorUpdate(object: commit, reference: "refs/heads/" + repository.branch),
                MirrorUpdate(object: tag, reference: "refs/tags/" + repository.tag),
            ])
        }
    }
}

extension [Finding] {
    /// What is wrong, a line each.
    var lines: [String] { map { "\($0.severity.rawValue) \($0.code) \($0.message)" } }
    var errors: [Finding] { filter { $0.severity == .error } }
}
