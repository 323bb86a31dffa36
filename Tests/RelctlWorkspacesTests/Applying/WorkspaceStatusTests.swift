import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// What `status` knows beyond the word for how far a repository has come.
@Suite struct WorkspaceStatusTests {
    private func status(_ scene: WorkspaceScene, _ machine: WorkspaceMachine) async throws -> WorkspaceStatus {
        try await WorkspaceInspector(scene.plan, state: machine.state, in: machine.surroundings).status()
    }

    private func entry(_ name: String, of status: WorkspaceStatus) throws -> RepositoryStatus {
        try #require(status.repositories.first { $0.name == name })
    }

    @Test func aRefusedPushIsToldWithItsReasonAndKeepsDependentsFromBeginning() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            try scene.hook("core", "pre-receive", "grep -q refs/heads || exit 0; echo 'the disk is full' >&2; exit 1")
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let status = try await status(scene, machine)
            let core = try entry("core", of: status)
            #expect(core.state == .failed && core.ready == .failed)
            #expect(core.reason?.contains("the disk is full") == true)
            // What no remote has is not said to be there.
            #expect(core.commit == nil && !core.isTagged)
            #expect(try core.plannedCommit == scene["core"].commit)
            for name in ["left", "right", "top"] {
                let blocked = try entry(name, of: status)
                #expect(blocked.state == .blocked && blocked.ready == .blocked)
                #expect(blocked.waitsFor == ["core"], "the cause, not what is blocked itself")
            }
            let alone = try entry("alone", of: status)
            #expect(alone.ready == .ready && alone.isTagged && alone.commit == alone.plannedCommit)
            #expect(alone.run == nil && alone.release == nil)
            #expect(!status.isMoving && !status.isFinished)
            // Without the journal, on another machine, nothing is known to have failed.
            let other = try await WorkspaceInspector(scene.plan, in: machine.surroundings).status()
            #expect(try entry("core", of: other).ready == .waiting)
            #expect(try entry("left", of: other).waitsFor == ["core"])
        }
    }

    @Test(.timeLimit(.minutes(20))) func runAndReleaseAreToldAsTheForgeHasThem() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
                try await scene.put("core", at: forge)
                try scene.change("core") { repository in
                    repository.ready = [
                        Readiness(condition: .run(workflow: "release.yml")),
                        Readiness(condition: .release(assets: ["*.zip"])),
                    ]
                }
                let (plan, machine) = (scene.plan, try WorkspaceMachine(of: scene))
                let run = Task { try await machine.release(plan) }
                while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
                run.cancel()
                _ = await run.result

                var core = try await entry("core", of: status(scene, machine))
                #expect(core.run?.state == ForgeSight.Item.State.none && core.release?.state == core.run?.state)
                #expect(core.ready == .waiting && core.isTagged && core.state == .pushed)
                #expect(try await status(scene, machine).isMoving, "the forge may go on by itself")

                var state = ForgeRunState("release.yml", tag: "v1.1.0")
                state.name = "core"
                let id = try await forge.setRun(state)
                core = try await entry("core", of: status(scene, machine))
                #expect(core.run?.state == .queued && core.run?.url?.contains("/actions/runs/\(id)") == true)
                func move(_ status: String, _ conclusion: String? = nil) async throws {
                    var state = ForgeRunState(id, status: status, conclusion: conclusion)
                    state.name = "core"
                    try await forge.setRun(state)
                }
                try await move("in_progress")
                core = try await entry("core", of: status(scene, machine))
                #expect(core.run?.state == .running && core.ready == .waiting)

                try await move("completed", "failure")
                let failed = try await status(scene, machine)
                core = try entry("core", of: failed)
                #expect(core.run?.state == .failed && core.run?.url?.contains("/actions/runs/\(id)") == true)
                #expect(core.ready == .failed && !failed.isMoving)
                #expect(try entry("top", of: failed).waitsFor == ["core"])
                #expect(try entry("top", of: failed).state == .blocked)

                try await move("completed", "success")
                var release = ForgeForeignRelease(tag: "v1.1.0")
                (release.name, release.draft, release.assets) = ("core", true, [.init(name: "a.zip", text: "a")])
                try await forge.createRelease(release)
                core = try await entry("core", of: status(scene, machine))
                #expect(core.run?.state == .succeeded && core.release?.state == .draft && core.ready == .waiting)
                #expect(core.conditions.last?.found == .pending("the release is a draft"))
                // Whoever waits is told the same.
                let awaited = try await machine.surroundings.probe
                    .check(scene["core"].ready[1], of: scene["core"], commit: scene["core"].head)
                #expect(awaited == .pending("the release is a draft"))
            }
        }
    }

    /// `core` at a forge, released, with nothing awaited of it.
    private func withReleasedCore(
        _ body: (FakeForge, WorkspaceScene, WorkspaceMachine) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("core", [])], in: world)
                try await scene.put("core", at: forge)
                let machine = try WorkspaceMachine(of: scene)
                #expect(try await machine.release(scene.plan).isFinished)
                try await body(forge, scene, machine)
            }
        }
    }

    @Test func aPublishedReleaseIsToldWithItsAddressAndAForgeThatDoesNotAnswerAsUnknown() async throws {
        try await withReleasedCore { forge, scene, machine in
            var release = ForgeForeignRelease(tag: "v1.1.0")
            release.name = "core"
            try await forge.createRelease(release)
            var core = try await entry("core", of: status(scene, machine))
            #expect(core.release?.state == .published && core.release?.url?.hasSuffix("/v1.1.0") == true)
            #expect(core.ready == .ready)
            var refusal = ForgeFault.Effect("answer")
            refusal.status = 403
            try await forge.addFault(refusal, on: .init(path: "/repos/octo/core"))
            core = try await entry("core", of: status(scene, machine))
            #expect(core.release?.state == .unknown && core.run?.state == .unknown)
            #expect(core.ready == .ready, "nothing is awaited of the forge")
        }
    }

    @Test func aForgeIsNotAskedAgainWhereNothingGoesOn() async throws {
        try await withReleasedCore { forge, scene, machine in
            let inspector = WorkspaceInspector(scene.plan, state: machine.state, in: machine.surroundings)
            #expect(try await entry("core", of: inspector.status()).run?.state == ForgeSight.Item.State.none)

            var state = ForgeRunState("release.yml", tag: "v1.1.0")
            state.name = "core"
            let id = try await forge.setRun(state)
            #expect(try await entry("core", of: inspector.status()).run?.state == .queued)
            state = ForgeRunState(id, status: "completed", conclusion: "success")
            state.name = "core"
            try await forge.setRun(state)
            let over = try await inspector.status()
            #expect(try entry("core", of: over).run?.state == .succeeded)

            var refusal = ForgeFault.Effect("answer")
            refusal.status = 403
            try await forge.addFault(refusal, on: .init(path: "/repos/octo/core"))
            #expect(try await inspector.status() == over)
            #expect(try await entry("core", of: status(scene, machine)).run?.state == .unknown)
        }
    }

    @Test func aClosedPullRequestIsToldAsClosed() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            var status = try await status(scene.scene, machine)
            #expect(try entry("core", of: status).state == .requested && status.isMoving)
            try await scene.pull(ForgePullState(closing: try #require(try await scene.pulls().first).number))
            status = try await self.status(scene.scene, machine)
            #expect(try entry("core", of: status).state == .closed)
            #expect(try entry("core", of: status).ready == .failed)
            #expect(try entry("top", of: status).state == .blocked && !status.isMoving)
        }
    }

    @Test func aPullRequestThatWasOpenedAgainIsNoFailureAnyMore() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let number = try #require(try await scene.pulls().first).number
            try await scene.pull(ForgePullState(closing: number))
            #expect(try await !machine.release(scene.plan).isFinished)
            #expect(try await entry("core", of: status(scene.scene, machine)).state == .closed)
            try await scene.pull(ForgePullState(reopening: number))
            let status = try await status(scene.scene, machine)
            #expect(try entry("core", of: status).state == .requested && entry("core", of: status).reason == nil)
            #expect(status.isMoving)
        }
    }

    @Test(.timeLimit(.minutes(20))) func whoIsAtWorkIsTold() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            try scene.change("core") { $0.ready = [Readiness(condition: .command(["false"]))] }
            let (plan, ada) = (scene.plan, try WorkspaceMachine("ada", of: scene, clock: LiveClock()))
            let run = Task { try await ada.release(plan) }
            while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
            let bob = try WorkspaceMachine("bob", of: scene)
            var seen = try await status(scene, bob)
            #expect(seen.atWork?.user == "ada" && seen.atWork?.activity == .release && seen.isMoving)
            #expect(seen.isAtWork && seen.atWork?.isLocal == false)
            #expect(try entry("top", of: seen).state == .pending)
            // Where the system has no table of processes, the lock tells that it is this machine's.
            var effects = ada.effects
            effects.processTable = NoProcessTable()
            let surroundings = WorkspaceSurroundings(mirrors: try .cached(effects), effects: effects)
            let inspector = WorkspaceInspector(plan, state: ada.state, in: surroundings)
            #expect(try await inspector.status().atWork?.isLocal == true)
            run.cancel()
            _ = await run.result
            // A program that was being started may have had the lock a moment longer.
            while try await inspector.status().atWork != nil { try await Task.sleep(for: .milliseconds(20)) }
            seen = try await status(scene, ada)
            #expect(seen.atWork == nil && seen.isMoving)
            #expect(try entry("core", of: seen).state == .pushed)
        }
    }

    @Test func aWaitThatIsOverIsToldUntilWhatWasAwaitedIsThere() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let signal = world.folder.appending("ready")
            let awaited = Readiness(condition: .command(["test", "-e", signal.string]), timeout: 1)
            try scene.change("core") { $0.ready = [awaited] }
            let ada = try WorkspaceMachine("ada", of: scene, clock: LiveClock())
            _ = try await ada.release(scene.plan)
            let seen = try await status(scene, ada)
            #expect(seen.atWork == nil)
            let core = try entry("core", of: seen)
            #expect(core.state == .failed && core.reason?.contains("cannot go on after `core`: waited ") == true)
            #expect(!seen.isMoving)
            // Once it is there, nothing of what was waited for in vain is said any more.
            try LiveFileSystem().write([], to: signal)
            #expect(try await entry("core", of: status(scene, ada)).state == .ready)
        }
    }

    @Test func whatAnotherMachineDidSinceOvertakesWhatARunHereMet() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let signal = world.folder.appending("ready")
            let awaited = Readiness(condition: .command(["test", "-e", signal.string]), timeout: 1)
            try scene.change("core") { $0.ready = [awaited] }
            try scene.hook("core", "pre-receive", "grep -q refs/heads || exit 0; exit 1")
            let ada = try WorkspaceMachine("ada", of: scene)
            _ = try await ada.release(scene.plan)
            #expect(try await entry("core", of: status(scene, ada)).state == .failed)
            // Another machine goes on; its run is at work, and nothing of it is there yet.
            let bob = try WorkspaceMachine("bob", of: scene)
            var holder = try WorkspaceOperator.current(scene.plan, .release, bob.effects)
            try await scene.claim("core", by: holder)
            var seen = try await status(scene, ada)
            #expect(seen.isAtWork && seen.isMoving)
            #expect(try entry("core", of: seen).state == .pending && entry("core", of: seen).reason == nil)
            // At another version, it changes nothing of this one.
            holder.version = "9.9.9"
            try await scene.claim("core", by: holder)
            seen = try await status(scene, ada)
            #expect(seen.atWork?.version == "9.9.9" && !seen.isAtWork && !seen.isMoving)
            #expect(try entry("core", of: seen).state == .failed)
            try await scene.git("core", "update-ref", "-d", "refs/relctl/workspaces/fleet")

            try scene.hook("core", "pre-receive", nil)
            _ = try await bob.release(scene.plan)
            seen = try await status(scene, ada)
            #expect(try entry("core", of: seen).state == .pushed && seen.isMoving, "bob's wait is bob's")
            #expect(try await entry("core", of: status(scene, bob)).state == .failed)
        }
    }

    @Test func aBranchWhosePullRequestWasNotOpenedWaitsForNobody() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            var status = try await status(scene.scene, machine)
            #expect(status.isMoving)
            let index = try #require(status.repositories.firstIndex { $0.name == "core" })
            status.repositories[index].standing = .proposed(try scene.commit)
            #expect(!status.isMoving)
        }
    }
}

/// A system that tells nothing of its processes.
private struct NoProcessTable: ProcessTable {
    var userName: String { "ada" }
    var hostName: String? { "here" }
    var current: ProcessIdentity { ProcessIdentity(number: 7, start: "", table: "") }

    func hasEnded(_ process: ProcessIdentity) -> Bool { false }
    func isRunning(_ number: Int32) -> Bool { false }
}
