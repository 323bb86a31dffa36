import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceRollbackTests {
    private static let time = WorkspaceScene.time + 1000

    /// Plans the way back of a release, and goes it.
    @discardableResult
    private func takeBack(_ scene: WorkspaceScene, _ machine: WorkspaceMachine) async throws -> RollbackPlan {
        let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
        try await RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings).run()
        return rollback
    }

    private func step(_ name: String, of rollback: RollbackPlan) throws -> RepositoryRollback {
        try #require(rollback.repositories.first { $0.name == name })
    }

    @Test func whatWasReleasedOnTopOfAVersionIsKnown() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            #expect(try machine.state.successors(of: scene.plan) == [])
            _ = try await machine.release(scene.plan)
            var later = scene.plan
            later.version = try Version("1.2.0")
            later.repositories[0].version = later.version
            later.repositories[0].previous = scene.plan.version
            let root = try WorkspaceStateFolder.root(environment: machine.effects.environment)
            let state = WorkspaceStateFolder(of: later.workspace, later.version, in: root, files: LiveFileSystem())
            try state.save(later)
            #expect(try machine.state.successors(of: scene.plan) == [])
            try WorkspaceJournal(state, state.journal(), machine.effects).note(.began, .push, of: "core")
            #expect(try machine.state.successors(of: scene.plan) == [later.version])
            #expect(try state.successors(of: later) == [])
            // Of what cannot be read, the number alone tells.
            for file in [state.planFile, machine.state.planFile] { try LiveFileSystem().write("{".utf8, to: file) }
            #expect(try machine.state.successors(of: scene.plan) == [later.version])
            #expect(try state.successors(of: later) == [])
        }
    }

    @Test func whatWasNeverPushedIsOnlyForgotten() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            try scene.hook("core", "update", "case $1 in refs/relctl/*) ;; *) exit 1;; esac")
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let before = try await scene.references()
            let rollback = try await takeBack(scene, machine)
            #expect(rollback.isEmpty && !rollback.isVisible)
            #expect(try !machine.state.isThere())
            #expect(try await scene.references() == before)
        }
    }

    @Test func tagsAreDeletedAndCommitsRevertedByNewOnesDependentsFirst() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            let machine = try WorkspaceMachine(of: scene)
            try scene.hook("top", "pre-receive", "exit 1")
            _ = try await machine.release(scene.plan)
            try scene.hook("top", "pre-receive", nil)
            let log = world.folder.appending("order")
            for name in ["core", "left", "right"] { try scene.hook(name, "post-update", "echo \(name) >>'\(log)'") }
            let rollback = try await takeBack(scene, machine)
            #expect(rollback.repositories.map(\.name) == ["top", "right", "left", "core", "alone"])
            #expect(rollback.isVisible)
            #expect(try step("top", of: rollback).actions.isEmpty)
            for name in ["alone", "core", "left", "right"] {
                #expect(try await scene.references(name, "refs/tags refs/relctl") == [])
                #expect(try await scene.git(name, "show", "main:VERSION") == "version 1.0.0\nname \(name)\n\nlast")
                let commit = try #require(try scene[name].commit)
                let text = try await scene.git(name, "log", "-1", "--format=%P %an %ct %B", "main")
                #expect(
                    text.hasPrefix(
                        "\(commit) Ada Example \(Self.time) Revert \"Release 1.1.0\"\n\nThis reverts commit \(commit)."
                    )
                )
                guard case .revert(let revert)? = try step(name, of: rollback).actions.last else {
                    Issue.record("nothing is reverted in \(name)")
                    continue
                }
                // The id was known before anything was made.
                #expect(try await scene.git(name, "rev-parse", "main") == revert.commit)
            }
            let order = try LiveFileSystem().text(of: log).split(separator: "\n")
            #expect(order.last == "core")
            #expect(try !machine.state.isThere())
            // The way is free again.
            #expect(try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0).isEmpty)
        }
    }

    @Test func laterCommitsStayAndConflictsAreLeftToPeople() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            try await scene.commit("core", "VERSION", "version 1.1.0\nname core\n\nlast and more\n", "Go on")
            try await scene.commit("top", "VERSION", "version 2.0.0\nname top\n\nlast\n", "Go on")
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
            let kept = try step("top", of: rollback).kept
            #expect(kept.map(\.reason) == ["changed since, in the same places: `VERSION`"])
            #expect(kept.first?.remedies.first?.hasPrefix("`git revert ") == true)
            let error = await #expect(throws: RelctlError.self) { try await takeBack(scene, machine) }
            #expect(error?.code.exitCode == 3)
            #expect(words(error).contains("changed since, in the same places: `VERSION`"))
            #expect(try await scene.git("core", "show", "main:VERSION") == "version 1.0.0\nname core\n\nlast and more")
            #expect(try await scene.git("top", "show", "main:VERSION") == "version 2.0.0\nname top\n\nlast")
            #expect(try await scene.references("top", "refs/tags") == [])
            // Once somebody has solved it, nothing is left.
            try await scene.commit("top", "VERSION", "version 1.0.0\nname top\n\nlast\n", "Back, by hand")
            try await takeBack(scene, machine)
            #expect(try !machine.state.isThere())
        }
    }

    @Test func aRollbackThatFailsGoesOnLaterAndEndsTheSame() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            try scene.hook("left", "pre-receive", "echo 'not now' >&2; exit 1")
            let error = await #expect(throws: RelctlError.self) { try await takeBack(scene, machine) }
            #expect(error?.code.exitCode == 3)
            #expect(words(error).contains("not now"))
            #expect(words(error).contains("`core` was not begun: it has to wait for `left`"))
            // What others need stays until they are taken back.
            #expect(try await scene.isReleased("core"))
            #expect(try await scene.references("top", "refs/tags") == [])
            let kept = try #require(try machine.state.rollback())
            #expect(kept.time == Self.time)
            try scene.hook("left", "pre-receive", nil)
            try await takeBack(scene, machine)
            for name in ["alone", "core", "left", "right", "top"] {
                #expect(try await scene.references(name, "refs/tags") == [])
                #expect(try await scene.git(name, "rev-list", "--count", "main") == "3")
            }
            #expect(try !machine.state.isThere())
        }
    }

    @Test func aTagBesideABranchThatMovedOnIsDeleted() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            try await scene.git("core", "update-ref", "refs/heads/main", try scene["core"].head)
            try await scene.commit("core", "a", "a\n", "Mend the roof")
            #expect(try await machine.status(scene.plan) == ["core": .moved])
            try await takeBack(scene, machine)
            #expect(try await scene.references("core", "refs/tags") == [])
            #expect(try await scene.git("core", "rev-list", "--count", "main") == "2")
        }
    }

    @Test func aReleaseOfWhichNothingCouldBeTakenBackIsNotForgotten() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            var objects: [String: String] = [:]
            for name in ["core", "top"] {
                objects[name] = try await scene.git(name, "rev-parse", "v1.1.0")
                try await scene.git(name, "tag", "--force", "v1.1.0", "main~1")
            }
            let rollback = try await takeBack(scene, machine)
            #expect(rollback.isEmpty && rollback.repositories.allSatisfy { $0.kept.count == 1 })
            #expect(try machine.state.isThere())
            #expect(try machine.state.rollback() == nil)
            #expect(machine.told.contains { $0.hasPrefix("nothing of 1.1.0 could be taken back") })
            // Once somebody has put them right, it is taken back as any other, and then forgotten.
            for (name, object) in objects {
                try await scene.git(name, "update-ref", "refs/tags/v1.1.0", object)
            }
            try await takeBack(scene, machine)
            #expect(try await scene.references("core", "refs/tags") == [])
            #expect(try !machine.state.isThere())
        }
    }

    @Test func aRollbackOfNothingThatIsStoppedLeavesTheReleaseToBeGoneOnWith() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            for name in ["core", "top"] { try await scene.git(name, "tag", "--force", "v1.1.0", "main~1") }
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
            #expect(rollback.isEmpty)
            // It is stopped while it gives its claim back.
            let begun = world.folder.appending("begun")
            try scene.hook("core", "pre-receive", "grep -Eq ' 0+ refs/relctl/' || exit 0; : >'\(begun)'; sleep 1")
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let run = Task { try await executor.run() }
            for _ in 0..<3000 {
                guard try LiveFileSystem().status(of: begun) == nil else { break }
                try await Task.sleep(for: .milliseconds(20))
            }
            run.cancel()
            await #expect(throws: CancellationError.self) { try await run.value }
            #expect(try machine.state.isThere())
            #expect(try machine.state.rollback() == nil)
        }
    }

    @Test func aRollbackThatIsKeptOutLeavesTheReleaseToBeGoneOnWith() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            try scene.hook("top", "pre-receive", "exit 1")
            _ = try await machine.release(scene.plan)
            try scene.hook("top", "pre-receive", nil)
            try await scene.git("core", "update-ref", "refs/relctl/workspaces/fleet", try scene["core"].head)
            let error = await #expect(throws: RelctlError.self) { try await takeBack(scene, machine) }
            #expect(error?.code == .workspaceBusy)
            #expect(try machine.state.rollback() == nil)
            try await scene.git("core", "update-ref", "-d", "refs/relctl/workspaces/fleet")
            #expect(try await machine.release(try machine.state.plan()).isFinished)
        }
    }

    @Test func whoeverIsKeptOutByARollbackIsToldThatItIsOne() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            let holder = try WorkspaceOperator.current(scene.plan, .rollback, machine.effects)
            let lock = try await WorkspaceLock.take(machine.state, for: holder, effects: machine.effects)
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            withExtendedLifetime(lock) {}
            #expect(words(error).contains("has been taking 1.1.0 back since 20"))
            #expect(error?.details["activity"] == "rollback")
            #expect(error?.hints.first?.contains("`relctl workspace rollback 1.1.0` goes on from there") == true)
        }
    }

    @Test func aRemoteThatIsGoneKeepsNoOtherFromBeingTakenBack() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("base", []), ("core", ["base"]), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let away = world.folder.appending("away.git")
            try LiveFileSystem().rename(scene.remote("core"), to: away)
            let error = await #expect(throws: RelctlError.self) { try await takeBack(scene, machine) }
            #expect(error?.code.exitCode == 3)
            #expect(words(error).contains("`core` keeps its tag `v1.1.0` and its commit, if it is there: "))
            for name in ["base", "top"] { #expect(try await scene.references(name, "refs/tags") == []) }
            // Once it is there again, the rest is done.
            try LiveFileSystem().rename(away, to: scene.remote("core"))
            try await takeBack(scene, machine)
            #expect(try await scene.references("core", "refs/tags") == [])
            #expect(try !machine.state.isThere())
        }
    }

    @Test func whereTheRemoteOfTheClaimIsGoneTheOthersAreTakenBackOnRequest() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            try LiveFileSystem().rename(scene.remote("core"), to: world.folder.appending("away.git"))
            let error = await #expect(throws: RelctlError.self) { try await takeBack(scene, machine) }
            #expect(error?.code.exitCode == 69 && error?.hints.last?.contains("--take-over") == true)
            #expect(try await scene.references("top", "refs/tags").count == 1)
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let left = await #expect(throws: RelctlError.self) { try await executor.run(.init(takesOver: true)) }
            #expect(left?.code.exitCode == 3)
            #expect(machine.told.contains { $0.contains("another operator is not kept out") })
            #expect(try await scene.references("top", "refs/tags") == [])
        }
    }

    @Test func aRegistryThatCannotBeAskedIsNamedAndItsCorrectedAddressIsTaken() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            // Where nothing listens any more.
            let url = try await ScriptedServer.answering({ _ in ServerAnswer(404, []) }) { $0.url }
            let wrong = PackageRegistry(kind: .npm, package: "a", version: "1.1.0", url: url)
            try scene.change("core") { $0.ready = [Readiness(condition: .registry(wrong))] }
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
            let kept = try #require(try step("core", of: rollback).kept.first)
            #expect(kept.isForNow && kept.reason.hasPrefix("whether `a` 1.1.0 (npm) is published cannot be seen: "))
            #expect(kept.remedies.first?.contains("correct `ready.registry` of `core`") == true)
            #expect(!kept.remedies.joined().contains("forge"))
            #expect(try step("core", of: rollback).actions.isEmpty)

            try await ScriptedServer.answering({ _ in ServerAnswer(404, []) }) { server in
                let text = """
                    { name: "fleet", repositories: { core: { url: "core.git", ready: { registry: {
                        kind: "npm", package: "a", url: "\(server.url)/a/{{version}}" } } } } }
                    """
                let configuration = try WorkspaceLoader(extensions: Extensions()).workspace(
                    fromBytes: Array(text.utf8),
                    file: "relctl-workspace.json",
                    in: scene.folder
                )
                let corrected = try await WorkspaceRollback(
                    scene.plan,
                    configuration: configuration,
                    in: machine.surroundings
                )
                .plan(time: Self.time)
                #expect(try step("core", of: corrected).kept.isEmpty)
                #expect(try step("core", of: corrected).actions.count == 2)
            }
        }
    }

    @Test func whatWasPublishedByAnotherNameThanTheFileHasNowKeepsItsTag() async throws {
        try await ScriptedServer.answering { request in
            guard request.target == "/a/1.1.0" else { return ServerAnswer(404, body: "{}") }
            return ServerAnswer(200, body: #"{"name": "a", "version": "1.1.0"}"#)
        } _: { server in
            try await World.scratch { world in
                var scene = try await WorkspaceScene([("core", [])], in: world)
                let machine = try WorkspaceMachine(of: scene)
                _ = try await machine.release(scene.plan)
                let url = server.url + "/a/1.1.0"
                let package = PackageRegistry(kind: .npm, package: "a", version: "1.1.0", url: url)
                try scene.change("core") { $0.ready = [Readiness(condition: .registry(package))] }
                let text = """
                    { name: "fleet", repositories: { core: { url: "core.git", ready: { registry: {
                        kind: "npm", package: "b", url: "\(server.url)/b/{{version}}" } } } } }
                    """
                let configuration = try WorkspaceLoader(extensions: Extensions()).workspace(
                    fromBytes: Array(text.utf8),
                    file: "relctl-workspace.json",
                    in: scene.folder
                )
                let surroundings = machine.surroundings
                let rollback = try await WorkspaceRollback(scene.plan, configuration: configuration, in: surroundings)
                    .plan(time: Self.time)
                let core = try step("core", of: rollback)
                #expect(!core.kept.isEmpty && core.actions.isEmpty, "\(core)")
            }
        }
    }

    @Test func aTagThatSomebodyMovedIsNotDeleted() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: Self.time)
            try await scene.git("core", "tag", "--force", "v1.1.0", "main")
            let executor = RollbackExecutor(rollback, of: scene.plan, state: machine.state, in: machine.surroundings)
            let error = await #expect(throws: RelctlError.self) { try await executor.run() }
            #expect(words(error).contains("cannot delete `v1.1.0` of `core`"))
            #expect(try await scene.references("core").count == 2)
        }
    }
}
