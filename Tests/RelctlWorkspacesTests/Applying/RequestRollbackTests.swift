import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// What went by a pull request is taken back by one.
@Suite struct RequestRollbackTests {
    private func released(_ scene: RequestScene, _ machine: WorkspaceMachine) async throws -> String {
        try await scene.propose(machine)
        let merged = try #require(try await scene.pull(ForgePullState(merging: 1)))
        #expect(words(try await machine.release(scene.plan).failure) == "")
        return merged
    }

    @Test(arguments: ["merge", "squash"]) func aMergedCommitIsRevertedByARequest(way: String) async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            let merged = try await released(scene, machine)
            for _ in 0..<2 {
                // The second time nothing is done, but told again.
                let error = await #expect(throws: RelctlError.self) { try await scene.takeBack(scene.plan, machine) }
                #expect(error?.code.exitCode == 3)
                #expect(words(error).contains("the pull request that reverts it waits to be merged: http"))
                #expect(try machine.state.isThere())
                #expect(try await scene.references().keys.sorted() == ["main", "relctl/revert-v1.1.0"])
                #expect(try await scene.references()["main"] == merged)
                #expect(try await scene.pulls().map(\.state) == ["closed", "open"])
            }
            let pull = try #require(try await scene.pulls().last)
            #expect([pull.title, pull.base] == ["Revert \"Release 1.1.0\"", "main"])
            #expect(pull.body?.hasPrefix("This reverts commit \(merged).") == true)
            try await scene.pull(ForgePullState(merging: 2, way))
            try await scene.takeBack(scene.plan, machine)
            #expect(try await scene.references().keys.sorted() == ["main"])
            #expect(try await scene.scene.git("core", "show", "main:VERSION") == "version 1.0.0\nname core\n\nlast")
            #expect(try !machine.state.isThere())
            #expect(try await scene.scene.references("top", "refs/tags") == [])
        }
    }

    @Test func aRevertThatWasPushedWithoutItsRequestIsGoneOnWith() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            _ = try await released(scene, machine)
            try await scene.forge.addFault(refusal, on: .init("POST", path: "/pulls$"))
            let error = await #expect(throws: RelctlError.self) { try await scene.takeBack(scene.plan, machine) }
            #expect(error?.code.exitCode == 3)
            let half = try await scene.references()
            #expect(half["relctl/revert-v1.1.0"] != nil)
            // Whatever is committed meanwhile, it is the same revert.
            try scene.scene.hook("core", "update", nil)
            try await scene.scene.commit("core", "a", "a\n", "Mend the roof")
            try await scene.forge.removeFaults()
            await #expect(throws: RelctlError.self) { try await scene.takeBack(scene.plan, machine) }
            #expect(try await scene.references()["relctl/revert-v1.1.0"] == half["relctl/revert-v1.1.0"])
            #expect(try await scene.pulls().map(\.state) == ["closed", "open"])
        }
    }

    private var refusal: ForgeFault.Effect {
        var refusal = ForgeFault.Effect("answer")
        refusal.status = 403
        return refusal
    }

    @Test func aRevertThatWasRefusedIsNotForgotten() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            let merged = try await released(scene, machine)
            await #expect(throws: RelctlError.self) { try await scene.takeBack(scene.plan, machine) }
            try await scene.pull(ForgePullState(closing: 2))
            let error = await #expect(throws: RelctlError.self) { try await scene.takeBack(scene.plan, machine) }
            #expect(words(error).contains("closed without being merged"))
            #expect(try await scene.pulls().count == 2)
            // Somebody reverts by hand: nothing else is needed then.
            try scene.scene.hook("core", "update", nil)
            try await scene.scene.commit("core", "VERSION", "version 1.0.0\nname core\n\nlast\n", "Back, by hand")
            try await scene.takeBack(scene.plan, machine)
            #expect(try await scene.references().keys.sorted() == ["main"])
            #expect(try await scene.references()["main"] != merged)
        }
    }

    @Test func whatOthersAddedToABranchIsNotDeleted() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let tree = try await scene.scene.git("core", "rev-parse", "main^{tree}")
            let more = try await scene.scene.git("core", "commit-tree", tree, "-p", "relctl/v1.1.0", "-m", "More")
            try await scene.scene.git("core", "update-ref", "refs/heads/relctl/v1.1.0", more)
            let rollback = try await scene.takeBack(scene.plan, machine)
            let core = try #require(rollback.repositories.first { $0.name == "core" })
            #expect(core.kept.map(\.subject) == ["branch `relctl/v1.1.0`"])
            #expect(try await scene.references()["relctl/v1.1.0"] == more)
            #expect(try await scene.pulls().map(\.state) == ["closed"])
        }
    }

    @Test func aBranchThatMovesAfterThePlanIsNotDeleted() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
            let head = try scene.scene["core"].head
            try await scene.scene.git("core", "update-ref", "refs/heads/relctl/v1.1.0", head)
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let error = await #expect(throws: RelctlError.self) { try await executor.run() }
            #expect(words(error).contains("cannot delete `relctl/v1.1.0` of `core`"))
            #expect(try await scene.references()["relctl/v1.1.0"] == head)
        }
    }

    @Test func aRequestThatIsMergedAfterThePlanIsTold() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
            try await scene.pull(ForgePullState(merging: 1))
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let error = await #expect(throws: RelctlError.self) { try await executor.run() }
            #expect(error?.code.exitCode == 3)
            #expect(words(error).contains("it is merged by now"))
            #expect(try machine.state.isThere())
        }
    }
}
