import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceExecutorTests {
    @Test func everyRepositoryGetsItsPlannedCommitAndTag() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            let machine = try WorkspaceMachine(of: scene)
            let result = try await machine.release(scene.plan)
            #expect(words(result.failure) == "")
            #expect(result.finished.map(\.name) == ["alone", "core", "left", "right", "top"])
            for repository in scene.plan.repositories { #expect(try await scene.isReleased(repository.name)) }
            let tag = try await scene.git("left", "cat-file", "tag", "v1.1.0")
            #expect(tag.hasSuffix("tag v1.1.0\ntagger Ada Example <ada@example.org> 1790000000 +0000\n\nleft 1.1.0"))
            #expect(try await scene.git("left", "show", "main:VERSION") == "version 1.1.0\nname left\n\nlast")
            // Nobody is kept out any more.
            #expect(try await scene.references("alone", "refs/relctl") == [])
            #expect(try await Set(machine.status(scene.plan).values) == [.ready])
            #expect(try machine.state.journal().isFinished)
        }
    }

    @Test func whatIsDoneIsNotDoneAgain() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            _ = try await WorkspaceMachine(of: scene).release(scene.plan)
            let references = try await scene.references()
            for repository in scene.plan.repositories { try scene.hook(repository.name, "pre-receive", "exit 1") }
            // From the plan alone, on a machine that knows nothing.
            let again = try await WorkspaceMachine("other", of: scene).release(scene.plan)
            #expect(again.isFinished)
            for (_, success) in again.finished {
                guard case .ready(_, isNew: false, _) = success else {
                    Issue.record("something was pushed again: \(success)")
                    continue
                }
            }
            #expect(try await scene.references() == references)
        }
    }

    /// A push that is half there, as the remote has it.
    enum Half: CaseIterable, Sendable { case branchAlone, tagAlone, commitAlone, mirrorAlone, movedOn }

    @Test(arguments: Half.allCases)
    func halfOfAPushIsFinished(_ half: Half) async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            let machine = try WorkspaceMachine(of: scene)
            let commit = try await scene.bringCommit("core")
            switch half {
            case .branchAlone: try await scene.git("core", "update-ref", "refs/heads/main", commit)
            case .tagAlone:
                let environment = ["GIT_COMMITTER_DATE": "\(WorkspaceScene.time) +0000"]
                let tag = ["tag", "--annotate", "--message", "core 1.1.0", "v1.1.0", commit]
                let git = ["git", "--git-dir", scene.remote("core").string]
                try await world.output(of: git + tag, environment: environment)
            case .commitAlone: break
            case .mirrorAlone:
                let mirror = try await machine.surroundings.mirrors.mirror(of: try scene["core"].url)
                try await mirror.fetch([try scene["core"].head], depth: 1)
                let made = MirrorCommit(
                    parent: try scene["core"].head,
                    message: "Release 1.1.0",
                    author: scene.plan.author,
                    time: scene.plan.time,
                    changes: try scene["core"].changes
                )
                #expect(try await mirror.make(made) == commit)
            case .movedOn:
                try await scene.git("core", "update-ref", "refs/heads/main", commit)
                try await scene.commit("core", "later", "later\n", "Go on")
            }
            let result = try await machine.release(scene.plan)
            #expect(words(result.failure) == "")
            if half == .movedOn {
                #expect(try await scene.git("core", "rev-parse", "v1.1.0^{commit}", "main^") == "\(commit)\n\(commit)")
            } else {
                #expect(try await scene.isReleased("core"))
            }
            #expect(try await scene.isReleased("top"))
        }
    }

    @Test func aMovedHeadIsRefusedBeforeAnythingIsDoneAndItsCommitsAreNamed() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            try await scene.commit("top", "a", "a\n", "Mend the roof")
            try await scene.git("left", "tag", "v1.1.0", try scene["left"].head)
            let before = try await scene.references()
            let machine = try WorkspaceMachine(of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            let text = words(error)
            #expect(error?.code == .problemsFound)
            #expect(text.contains("cannot release `top`: its branch `main` was at"))
            #expect(text.contains("Mend the roof"))
            #expect(text.contains("cannot release `left`: its tag `v1.1.0` is there"))
            #expect(try await scene.references() == before)
            #expect(try await scene.references("alone", "refs/relctl") == [])
            #expect(try !machine.state.isThere())
        }
    }

    @Test func whatIsBlockedIsToldWithTheCauseAlone() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            try scene.hook("core", "pre-receive", "exit 1")
            let result = try await WorkspaceMachine(of: scene).release(scene.plan)
            for name in ["left", "right", "top"] {
                let told = "`\(name)` was not begun: it has to wait for `core`"
                #expect(result.failure?.causes.contains { "\($0)" == told } == true)
                #expect(result.repositories.first { $0.name == name }?.lacks == ["core"])
            }
        }
    }

    @Test func aFailureStopsOnlyWhatNeedsItAndResumingFinishes() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            try scene.hook("left", "pre-receive", "echo 'the freeze is on' >&2; exit 1")
            let machine = try WorkspaceMachine(of: scene)
            let before = try await scene.references("top")
            let failure = try #require(try await machine.release(scene.plan).failure)
            #expect(failure.code.exitCode == 3)
            #expect(words(failure).contains("the freeze is on"))
            #expect(words(failure).contains("`top` was not begun: it has to wait for `left`"))
            #expect(failure.hints.contains { $0.contains("relctl workspace resume 1.1.0") })
            #expect(try await scene.references("top") == before)
            for name in ["alone", "core", "right"] { #expect(try await scene.isReleased(name)) }
            let states = try await machine.status(scene.plan)
            #expect(states["left"] == .pending && states["top"] == .pending && states["right"] == .ready)

            try scene.hook("left", "pre-receive", nil)
            #expect(try await machine.release(try machine.state.plan()).isFinished)
            for repository in scene.plan.repositories { #expect(try await scene.isReleased(repository.name)) }
        }
    }

    /// Hooks of remotes that do not let the tag be.
    @Test(arguments: [
        ("update", "case $1 in refs/tags/*) exit 1;; esac"),
        ("post-receive", "while read old new name; do case $name in refs/tags/*) git update-ref -d $name;; esac; done"),
        ("pre-receive", "if grep -q refs/tags/; then sleep 60; fi"),
    ])
    func aRemoteThatTakesHalfIsNotBelieved(_ kind: String, _ script: String) async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            try scene.hook("core", kind, script)
            var machine = try WorkspaceMachine(of: scene)
            machine.surroundings.pushTimeout = .seconds(3)
            let first = try await machine.release(scene.plan)
            #expect(first.failure?.code.exitCode == 3)
            #expect(try await scene.references("top").count == 1)
            try scene.hook("core", kind, nil)
            let last = try await machine.release(scene.plan)
            #expect(words(last.failure) == "")
            #expect(try await scene.isReleased("core"))
            #expect(try await scene.isReleased("top"))
        }
    }

    @Test func unrelatedWavesDoNotWaitForOneAnother() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("a", []), ("b", []), ("c", ["b"]), ("d", ["a"])], in: world)
            // `a` is ready when `c`, of the second wave, was pushed; one job is enough for it.
            let signal = world.folder.appending("c-is-pushed")
            try scene.hook("c", "post-receive", "touch '\(signal)'")
            try scene.change("a") { $0.ready = [Readiness(condition: .command(["test", "-e", signal.string]))] }
            scene.plan.jobs = 1
            let result = try await WorkspaceMachine(of: scene).release(scene.plan)
            #expect(words(result.failure) == "")
            #expect(try await scene.isReleased("d"))
        }
    }

    @Test func hintsNameTheRepositoriesThatTheyAreFor() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            for name in ["left", "right"] { try scene.hook(name, "pre-receive", "exit 1") }
            let failure = try #require(try await WorkspaceMachine(of: scene).release(scene.plan).failure)
            #expect(failure.hints.first?.hasPrefix("`left`, `right`: nothing was pushed; a rule or a hook") == true)
            // They are not there once more, with nobody's name.
            #expect(Set(failure.allHints).count == failure.hints.count)
        }
    }

    @Test func aReleaseThatIsNotReadyStopsWhatNeedsItAndIsWaitedForAgain() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let signal = world.folder.appending("ready")
            try scene.change("core") {
                $0.ready = [Readiness(condition: .command(["test", "-e", signal.string]), timeout: 60)]
            }
            let machine = try WorkspaceMachine(of: scene, clock: SteppingClock { _ in await Task.yield() })
            let first = try await machine.release(scene.plan)
            #expect(words(first.failure).contains("cannot go on after `core`"))
            #expect(try await scene.isReleased("core"))
            #expect(try await scene.references("top").count == 1)
            #expect(try await machine.status(scene.plan) == ["core": .pushed, "top": .pending])
            try LiveFileSystem().write([], to: signal)
            #expect(try await machine.release(scene.plan).isFinished)
            #expect(try await scene.isReleased("top"))
        }
    }

    @Test func aRunThatIsStoppedCanBeResumed() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let signal = world.folder.appending("ready")
            try scene.change("core") { $0.ready = [Readiness(condition: .command(["test", "-e", signal.string]))] }
            let (plan, machine) = (scene.plan, try WorkspaceMachine(of: scene))
            let run = Task { try await machine.release(plan) }
            while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
            run.cancel()
            await #expect(throws: CancellationError.self) { _ = try await run.value }
            #expect(machine.told.contains { $0.contains("relctl workspace resume 1.1.0") })
            #expect(try await scene.references("core", "refs/relctl") == [])
            #expect(try await scene.references("top").count == 1)
            try LiveFileSystem().write([], to: signal)
            #expect(try await machine.release(try machine.state.plan()).isFinished)
            #expect(try await scene.isReleased("top"))
        }
    }
}
