import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Two runs that planned the same version apart from one another: what one finds that the other has released.
@Suite struct RivalReleaseTests {
    /// Makes the commit of another plan of the same release, a minute later, and lets a remote have it, led to by nothing.
    private func rival(of name: String, in scene: WorkspaceScene) async throws -> String {
        let repository = try scene[name]
        let witness = scene.folder.appending("witness.git").string
        let date = "\(scene.plan.time + 60) +0000"
        let made = try await scene.world.output(
            of: [
                "git", "--git-dir", witness, "commit-tree", "\(try #require(repository.commit))^{tree}", "-p",
                repository.head, "-m", repository.commitMessage,
            ],
            environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]
        )
        let commit = String(made.dropLast())
        let remote = scene.remote(name).string
        try await scene.world.output(
            of: ["git", "--git-dir", witness, "push", "--quiet", remote, "\(commit):refs/heads/rival"]
        )
        try await scene.git(name, "update-ref", "-d", "refs/heads/rival")
        return commit
    }

    private func land(_ commit: String, _ name: String, in scene: WorkspaceScene) async throws {
        try await scene.git(name, "update-ref", "refs/heads/main", commit)
        try await scene.git(name, "update-ref", "refs/tags/v1.1.0", commit)
    }

    @Test func whatAnotherRunReleasedBeforeAnythingWasDoneIsToldAsThat() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let commit = try await rival(of: "core", in: scene)
            try await land(commit, "core", in: scene)
            let machine = try WorkspaceMachine(of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(words(error).contains("another run has released it, as \(commit.prefix(12)): "))
            #expect(
                error?.hints == ["`relctl workspace release 1.1.0` plans again, and goes on from what is there"]
            )
            let status = try await WorkspaceInspector(scene.plan, in: machine.surroundings).status()
            guard case .foreignTag(commit, let rival?) = status.repositories[0].standing else {
                Issue.record("\(status.repositories[0].standing)")
                return
            }
            #expect(rival.contains(" <"))
        }
    }

    @Test func ofACommitThatSaysSomethingElseNothingIsThought() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            try await scene.commit("core", "a", "a\n", "Mend the roof")
            try await scene.git("core", "tag", "v1.1.0", "main")
            let machine = try WorkspaceMachine(of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(words(error).contains("its tag `v1.1.0` is there, at"))
            #expect(error?.hints.contains { $0.contains("delete the tag if nobody has used it") } == true)
        }
    }

    /// Lets the rival's push land in the moment in which this run's own does.
    private func hook(_ scene: WorkspaceScene, _ name: String, _ commit: String, then more: String = ":") throws {
        try scene.hook(
            name,
            "pre-receive",
            """
            grep -q refs/tags || exit 0
            unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
            git update-ref refs/heads/main \(commit) && git update-ref refs/tags/v1.1.0 \(commit)
            \(more)
            """
        )
    }

    @Test func aPushThatLandsMeanwhileIsToldAsAnotherRunsWithAWayOn() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("alone", []), ("core", []), ("top", ["core"])], in: world)
            try hook(scene, "core", try await rival(of: "core", in: scene))
            let machine = try WorkspaceMachine(of: scene)
            let failure = try #require(try await machine.release(scene.plan).failure)
            #expect(failure.code.exitCode == 3)
            #expect(words(failure).contains("another run has released it, as"))
            #expect(failure.hints.first { $0.contains("workspace release 1.1.0") } != nil)
            // Neither is there damage, nor would the same plan ever go on.
            #expect(!failure.hints.contains { $0.contains("resume") || $0.contains("delete the tag") })
        }
    }

    @Test func aRunWhoseClaimWasTakenOverMeanwhileSaysThatAndNotThatATagIsForeign() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("alone", []), ("core", []), ("top", ["core"])], in: world)
            let head = try scene["alone"].head
            let claim = "git --git-dir='\(scene.remote("alone"))' update-ref refs/relctl/workspaces/fleet \(head)"
            try hook(scene, "core", try await rival(of: "core", in: scene), then: claim)
            let machine = try WorkspaceMachine(of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(error?.code == .workspaceTakenOver)
        }
    }

    @Test func thePlannedCommitAndTagThatAnotherRunPushedAreGoneOnFrom() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("alone", []), ("core", []), ("top", ["core"])], in: world)
            let commit = try await scene.bringCommit("core")
            try hook(scene, "core", commit)
            let machine = try WorkspaceMachine(of: scene)
            #expect(try await machine.release(scene.plan).isFinished)
            #expect(try await scene.isReleased("top"))
        }
    }
}
