import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// Releases of repositories that lie at a forge.
@Suite struct WorkspaceForgeTests {
    /// `core`, which lies at a forge, and `top`, which needs it.
    private func running(
        _ body: (inout WorkspaceScene, FakeForge) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
                try await body(&scene, forge)
            }
        }
    }

    private func core(_ forge: FakeForge) async throws -> ForgeState.Repository {
        try #require(try await forge.state().repositories.first { $0.repository == "octo/core" })
    }

    private func awaitingRequest(_ scene: inout WorkspaceScene, _ forge: FakeForge) async throws {
        try await scene.put("core", at: forge)
        try scene.request("core")
    }

    // MARK: Pull requests

    @Test func aPullRequestIsOpenedOnceAndItsMergeIsTagged() async throws {
        try await running { scene, forge in
            let commit = try scene["core"].commit
            try await awaitingRequest(&scene, forge)
            let (plan, machine) = (scene.plan, try WorkspaceMachine(of: scene))
            let first = Task { try await machine.release(plan) }
            while try await core(forge).pulls.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            first.cancel()
            await #expect(throws: CancellationError.self) { _ = try await first.value }
            #expect(try await machine.status(plan) == ["core": .requested, "top": .pending])
            #expect(try await scene.git("core", "rev-parse", "relctl/v1.1.0") == commit)

            // On another machine, which finds the request.
            let other = try WorkspaceMachine("other", of: scene)
            let second = Task { try await other.release(plan) }
            let pull = try #require(try await core(forge).pulls.first)
            #expect([pull.title, pull.branch, pull.base] == ["Release 1.1.0", "relctl/v1.1.0", "main"])
            var state = ForgePullState(merging: pull.number)
            state.name = "core"
            let merged = try #require(try await forge.setPull(state))
            #expect(words(try await second.value.failure) == "")
            #expect(try await scene.git("core", "rev-parse", "v1.1.0^{commit}", "main") == "\(merged)\n\(merged)")
            #expect(try await core(forge).pulls.count == 1)
            #expect(try await scene.isReleased("top"))
            #expect(try await Set(machine.status(plan).values) == [.ready])
        }
    }

    @Test func aClosedPullRequestStopsWhatNeedsItAndIsTakenBackWithItsBranch() async throws {
        try await running { scene, forge in
            try await awaitingRequest(&scene, forge)
            let (plan, machine) = (scene.plan, try WorkspaceMachine(of: scene))
            let run = Task { try await machine.release(plan) }
            while try await core(forge).pulls.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            var state = ForgePullState(closing: try #require(try await core(forge).pulls.first).number)
            state.name = "core"
            try await forge.setPull(state)
            let failure = try await run.value.failure
            #expect(words(failure).contains("its pull request was closed without being merged"))
            #expect(failure?.hints.contains { $0.contains("open it again: http") } == true)
            #expect(try await scene.references("top").count == 1)
            let rollback = try await WorkspaceRollback(plan, in: machine.surroundings).plan(time: 0)
            try await RollbackExecutor(rollback, of: plan, state: machine.state, in: machine.surroundings).run()
            #expect(try await scene.references("core").count == 1)
        }
    }

    // MARK: Runs

    @Test func aWorkflowThatNeverStartedIsStartedOnceOnResume() async throws {
        try await running { scene, forge in
            try await scene.put("core", at: forge) { $0.workflows = [ForgeWorkflow("release.yml")] }
            let ready = Readiness(condition: .run(workflow: "release.yml"))
            try scene.change("core") { $0.ready = [ready] }
            let plan = scene.plan
            // The first run is cut off when the tag is there.
            let machine = try WorkspaceMachine(of: scene)
            let first = Task { try await machine.release(plan) }
            while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
            first.cancel()
            _ = await first.result
            #expect(try await core(forge).runs.isEmpty)
            let clock = SteppingClock { _ in await Task.yield() }
            let other = try WorkspaceMachine("other", of: scene, clock: clock)
            #expect(words(try await other.release(plan).failure) == "")
            #expect(try await core(forge).runs.map(\.event) == ["workflow_dispatch"])
            #expect(try await scene.isReleased("top"))
            #expect(try await other.release(plan).isFinished)
            #expect(try await core(forge).runs.count == 1)
        }
    }

    @Test func aFailedRunIsToldWithItsAddressAndResumedWhenItWasRunAgain() async throws {
        try await running { scene, forge in
            try await scene.put("core", at: forge) {
                var workflow = ForgeWorkflow("release.yml")
                (workflow.tags, workflow.conclusion) = ("v*", "failure")
                $0.workflows = [workflow]
            }
            try scene.change("core") { $0.ready = [Readiness(condition: .release(assets: ["*.zip"]))] }
            let machine = try WorkspaceMachine(of: scene)
            let failure = try #require(try await machine.release(scene.plan).failure)
            #expect(failure.code.exitCode == 3)
            #expect(words(failure).contains("run of `release.yml` failed"))
            #expect(failure.hints.contains { $0.contains("/actions/runs/") })
            #expect(try await scene.references("top").count == 1)
            #expect(try await machine.status(scene.plan)["core"] == .failed)
            // Somebody mends it by hand.
            var release = ForgeForeignRelease(tag: "v1.1.0")
            (release.name, release.assets) = ("core", [.init(name: "a.zip", text: "a")])
            try await forge.createRelease(release)
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.isReleased("top"))
        }
    }

    // MARK: Taking back

    @Test func whatIsPublishedStaysWithARemedyAndOwnDraftsGo() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("base", []), ("core", ["base"]), ("top", ["core"])], in: world)
                for name in ["core", "top"] { try await scene.put(name, at: forge) }
                let machine = try WorkspaceMachine(of: scene)
                #expect(try await machine.release(scene.plan).isFinished)
                var release = ForgeForeignRelease(tag: "v1.1.0")
                release.name = "core"
                try await forge.createRelease(release)
                (release.name, release.draft) = ("top", true)
                release.body = "Notes\n\n<!-- relctl: draft of v1.1.0 -->\n"
                try await forge.createRelease(release)

                let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
                let (top, core, base) = (
                    rollback.repositories[0], rollback.repositories[1], rollback.repositories[2]
                )
                #expect(top.actions.count == 3 && core.actions.isEmpty && base.actions.isEmpty)
                #expect(core.kept.first?.subject.hasPrefix("release `v1.1.0`") == true)
                #expect(core.kept.first?.remedies.last == "release the next patch")
                #expect(base.kept.map(\.reason) == ["`core`, which is published, needs it"])
                let before = try await (scene.references("core"), scene.references("base"))
                let executor = RollbackExecutor(
                    rollback,
                    of: scene.plan,
                    state: machine.state,
                    in: machine.surroundings
                )
                try await executor.run()
                #expect(try await scene.references("top", "refs/tags") == [])
                #expect(try await forge.state().repositories.map(\.releases.count) == [1, 0])
                #expect(try await scene.references("core") == before.0)
                #expect(try await scene.references("base") == before.1)
            }
        }
    }

    @Test func aTagWhoseReleaseWasPublishedMeanwhileIsNotDeleted() async throws {
        try await running { scene, forge in
            try await scene.put("core", at: forge)
            let machine = try WorkspaceMachine(of: scene)
            #expect(try await machine.release(scene.plan).isFinished)
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
            var release = ForgeForeignRelease(tag: "v1.1.0")
            release.name = "core"
            try await forge.createRelease(release)
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let error = await #expect(throws: RelctlError.self) { try await executor.run() }
            #expect(words(error).contains("its release is published by now"))
            #expect(try await scene.references("core", "refs/tags").count == 1)
            #expect(try machine.state.isThere())
        }
    }

    @Test func whatCannotBeLookedAtStaysAndIsNotForgotten() async throws {
        try await running { scene, forge in
            try await scene.put("top", at: forge)
            let machine = try WorkspaceMachine(of: scene)
            #expect(try await machine.release(scene.plan).isFinished)
            var refusal = ForgeFault.Effect("answer")
            refusal.status = 403
            try await forge.addFault(refusal, on: .init(path: "/repos/octo/top"))
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
            #expect(rollback.isEmpty)
            #expect(rollback.repositories.flatMap(\.kept).map(\.isForNow) == [true, true])
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let error = await #expect(throws: RelctlError.self) { try await executor.run() }
            #expect(error?.code.exitCode == 3)
            #expect(try machine.state.isThere())
            #expect(try await scene.isReleased("core"))
        }
    }
}
