import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// Releases whose commit goes by a pull request, whatever others do with it.
@Suite struct WorkspaceRequestTests {
    // MARK: Before anything is changed

    @Test func withoutATokenOrAForgeNothingIsBegun() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene, variables: ["THE_TOKEN": ""])
            let found = try await scene.findings(scene.plan, machine)
            #expect(found.map(\.code) == ["request.no_token"])
            #expect(found.first?.message.contains("`core`: cannot open a pull request of `octo/core`") == true)
            #expect(found.first?.hints.first == "set `THE_TOKEN` to a token that may write pull requests")
            var plan = scene.plan
            plan.repositories[0].forge = nil
            #expect(try await scene.findings(plan, machine).map(\.code) == ["request.no_forge"])
            #expect(try await scene.findings(scene.plan, WorkspaceMachine("able", of: scene.scene)).isEmpty)
        }
    }

    @Test func theBranchOfAnotherPlanIsNamedAndTheSamePlanGoesOn() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            #expect(try await scene.findings(scene.plan, machine).isEmpty)
            let later = try await scene.replanned()
            let finding = try #require(try await scene.findings(later, machine).first)
            #expect(finding.code == "workspace.foreign_branch")
            for text in ["`relctl/v1.1.0`", "\"Release 1.1.0\" of Ada Example", "open pull request http"] {
                #expect(finding.message.contains(text), "\(finding.message)")
            }
            let hints = finding.hints.joined(separator: "\n")
            for text in ["workspace resume", "workspace rollback", "--delete relctl/v1.1.0"] {
                #expect(hints.contains(text))
            }
            // Whoever goes past that comes no further, and changes nothing.
            let before = try await scene.references()
            let error = await #expect(throws: RelctlError.self) {
                _ = try await WorkspaceMachine("other", of: scene.scene).release(later)
            }
            #expect(error?.code.exitCode == 2)
            #expect(try await scene.references() == before)
            #expect(try await scene.pulls().map(\.state) == ["open"])
        }
    }

    // MARK: Merging

    @Test(arguments: ["merge", "squash", "rebase"], [false, true])
    func theTagGoesToWhatItWasMergedAs(way: String, deletes: Bool) async throws {
        try await RequestScene.running({ ($0.merges, $0.deletesBranches) = (nil, deletes) }) { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            // The branch moves meanwhile.
            try scene.scene.hook("core", "update", nil)
            try await scene.scene.commit("core", "a", "a\n", "Mend the roof")
            #expect(try await machine.status(scene.plan)["core"] == .requested)
            let merged = try #require(try await scene.pull(ForgePullState(merging: 1, way)))
            #expect(try merged != scene.commit)
            #expect(try await machine.status(scene.plan)["core"] == .committed)
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged])
            #expect(try await scene.pulls().count == 1)
            #expect(try await machine.status(scene.plan)["core"] == .ready)
        }
    }

    @Test func aBranchThatWasBroughtUpToDateIsStillOursAndIsLeft() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let tree = try await scene.scene.git("core", "rev-parse", "relctl/v1.1.0^{tree}")
            let more = try await scene.scene.git(
                "core",
                "commit-tree",
                tree,
                "-p",
                "relctl/v1.1.0",
                "-m",
                "A reviewer's word"
            )
            try await scene.scene.git("core", "update-ref", "refs/heads/relctl/v1.1.0", more)
            #expect(try await machine.status(scene.plan)["core"] == .requested)
            let merged = try #require(try await scene.pull(ForgePullState(merging: 1, "squash")))
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged, "relctl/v1.1.0": more])
        }
    }

    @Test func whatWasClosedAndOpenedAgainGoesOn() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            try await scene.pull(ForgePullState(closing: 1))
            let failure = try await machine.release(scene.plan).failure
            #expect(words(failure).contains("closed without being merged"))
            try await scene.pull(ForgePullState(reopening: 1))
            #expect(try await machine.status(scene.plan)["core"] == .requested)
            let merged = try #require(try await scene.pull(ForgePullState(merging: 1)))
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged])
        }
    }

    @Test func oneThatSomebodyOpensByHandCounts() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            try await scene.pull(ForgePullState(closing: 1))
            try await scene.pull(ForgePullState(opening: "relctl/v1.1.0"))
            #expect(try await machine.status(scene.plan)["core"] == .requested)
            let merged = try #require(try await scene.pull(ForgePullState(merging: 2)))
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged])
            #expect(try await scene.pulls().count == 2)
        }
    }

    @Test func aBranchWithoutARequestGetsOne() async throws {
        try await RequestScene.running({ $0.merges = "merge" }) { scene in
            try await scene.scene.bringCommit("core")
            try await scene.scene.git("core", "update-ref", "refs/heads/relctl/v1.1.0", try scene.commit)
            let machine = try WorkspaceMachine(of: scene.scene)
            #expect(try await machine.status(scene.plan)["core"] == .requested)
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.pulls().count == 1)
            #expect(try await Set(scene.references().keys) == ["main", "v1.1.0"])
        }
    }

    @Test func whatWasMergedIsTaggedByALaterPlanThatFindsNothingToChange() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            let merged = try #require(try await scene.pull(ForgePullState(merging: 1)))
            var later = try await scene.replanned()
            later.repositories[0].changes = []
            (later.repositories[0].head, later.repositories[0].commit) = (merged, merged)
            later.repositories[0].requestCommit = nil
            #expect(words(try await machine.release(later).failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged])
            // What is kept still knows what to take back.
            #expect(try machine.state.plan()["core"]?.requestCommit == scene.commit)
        }
    }

    @Test func requestsOfAReleaseThatWasTakenBackDoNotCount() async throws {
        try await RequestScene.running { scene in
            let machine = try WorkspaceMachine(of: scene.scene)
            try await scene.propose(machine)
            try await scene.takeBack(scene.plan, machine)
            #expect(try await scene.references().keys.sorted() == ["main"])
            #expect(try await scene.pulls().map(\.state) == ["closed"])
            let later = try await scene.replanned()
            #expect(try await scene.findings(later, machine).isEmpty)
            let run = Task { try await machine.release(later) }
            while try await scene.pulls().count == 1 { try await Task.sleep(for: .milliseconds(20)) }
            let merged = try #require(try await scene.pull(ForgePullState(merging: 2)))
            #expect(words(try await run.value.failure) == "")
            #expect(try await scene.references() == ["main": merged, "v1.1.0": merged])
        }
    }
}
