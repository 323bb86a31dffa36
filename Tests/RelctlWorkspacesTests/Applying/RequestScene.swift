import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// `core`, whose protected branch changes by pull requests at a forge alone, and `top`, which needs it.
struct RequestScene: Sendable {
    var scene: WorkspaceScene
    let forge: FakeForge

    static func running(
        _ change: (inout ForgeRepository) -> Void = { _ in },
        _ body: (RequestScene) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
                try await scene.put("core", at: forge, change)
                try scene.request("core")
                try scene.hook("core", "update", "[ \"$1\" != refs/heads/main ] || { echo protected >&2; exit 1; }")
                try await body(RequestScene(scene: scene, forge: forge))
            }
        }
    }

    var plan: WorkspacePlan { scene.plan }

    /// The commit that is proposed.
    var commit: String { get throws { try #require(try scene["core"].requestCommit) } }

    /// What the forge has.
    func pulls() async throws -> [ForgeState.Pull] {
        try #require(try await forge.state().repositories.first { $0.repository == "octo/core" }).pulls
    }

    /// Does something to a request.
    @discardableResult
    func pull(_ state: ForgePullState) async throws -> String? {
        var state = state
        state.name = "core"
        return try await forge.setPull(state)
    }

    /// The branches and tags of `core`, and what they lead to.
    func references() async throws -> [String: String] {
        var found: [String: String] = [:]
        for line in try await scene.references("core") {
            let parts = line.split(separator: " ").map(String.init)
            found[parts[0].shortReference] = parts.last
        }
        return found
    }

    /// Releases until the request is open, and stops then.
    func propose(_ machine: WorkspaceMachine) async throws {
        let plan = plan
        let count = try await pulls().count
        let run = Task { try await machine.release(plan) }
        while try await pulls().count == count { try await Task.sleep(for: .milliseconds(20)) }
        run.cancel()
        _ = await run.result
    }

    /// The same, planned a minute later: with another commit.
    func replanned() async throws -> WorkspacePlan {
        var plan = plan
        plan.time += 60
        let date = "\(plan.time) +0000"
        let made = try await scene.world.output(
            of: [
                "git", "--git-dir", scene.folder.appending("witness.git").string, "commit-tree",
                "\(try commit)^{tree}", "-p", try scene["core"].head, "-m", "Release 1.1.0",
            ],
            environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]
        )
        let index = try #require(plan.repositories.firstIndex { $0.name == "core" })
        plan.repositories[index].requestCommit = String(made.dropLast())
        // The other one is as it was.
        plan.repositories.removeAll { $0.name == "top" }
        return plan
    }

    /// What stands in the way of a plan.
    func findings(_ plan: WorkspacePlan, _ machine: WorkspaceMachine) async throws -> [Finding] {
        let preflight = WorkspacePreflight(
            WorkspaceConfiguration(of: plan),
            in: scene.folder,
            mirrors: machine.surroundings.mirrors,
            effects: machine.effects,
            forgeFindings: { _ in [] }
        )
        return try await preflight.findings(plan)
    }

    /// Takes a release back as far as it goes; what is left is thrown.
    @discardableResult
    func takeBack(_ plan: WorkspacePlan, _ machine: WorkspaceMachine) async throws -> RollbackPlan {
        let rollback = try await WorkspaceRollback(plan, in: machine.surroundings).plan(time: plan.time + 1000)
        try await RollbackExecutor(rollback, of: plan, state: machine.state, in: machine.surroundings).run()
        return rollback
    }
}

extension WorkspaceScene {
    /// Lets a repository's commit go by a pull request.
    mutating func request(_ name: String) throws {
        try change(name) { ($0.via, $0.requestCommit, $0.commit) = (.pullRequest, $0.commit, nil) }
    }
}
