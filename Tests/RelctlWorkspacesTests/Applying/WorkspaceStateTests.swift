import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceStateTests {
    @Test func theStateIsInTheUsersStateFolderAndTheLatestIsFound() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            #expect(machine.state.folder.string.hasSuffix("/state/relctl/workspaces/fleet/1.1.0"))
            #expect(try machine.state.plan() == scene.plan)
            let root = try WorkspaceStateFolder.root(environment: machine.effects.environment)
            let latest = { try WorkspaceStateFolder.latest(of: "fleet", in: root, files: LiveFileSystem())?.folder }
            #expect(try latest() == machine.state.folder)
            scene.plan.version = try Version("1.0.1")
            let older = WorkspaceStateFolder(of: "fleet", scene.plan.version, in: root, files: LiveFileSystem())
            try older.save(scene.plan)
            #expect(try latest() == machine.state.folder)
            try machine.state.drop()
            #expect(try latest() == older.folder)
            #expect(try WorkspaceStateFolder.latest(of: "none", in: root, files: LiveFileSystem()) == nil)
        }
    }

    @Test func noFolderForStatesIsAnErrorThatSaysWhatToSet() {
        #expect(throws: RelctlError.self) { try WorkspaceStateFolder.root(environment: ["XDG_STATE_HOME": "relative"]) }
        #expect(throws: Never.self) { try WorkspaceStateFolder.root(environment: ["HOME": "/home/ada"]) }
    }

    @Test func aStateThatIsDamagedIsExplained() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let text = try LiveFileSystem().text(of: machine.state.planFile)
            try LiveFileSystem().write(Array(text.utf8.prefix(100)), to: machine.state.planFile)
            let error = #expect(throws: RelctlError.self) { try machine.state.plan() }
            #expect(error?.code == .configurationInvalid)
            #expect(error?.hints.last?.hasPrefix("remove `\(machine.state.planFile)` if it is damaged") == true)
            try LiveFileSystem().write(Array("{}".utf8), to: machine.state.rollbackFile)
            let rollback = #expect(throws: RelctlError.self) { try machine.state.rollback() }
            #expect(rollback?.hints.last?.contains("relctl workspace rollback") == true)
        }
    }

    @Test func aStateThatCannotBeKeptIsExplainedBeforeAnythingIsChanged() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let file = world.folder.appending("file")
            try LiveFileSystem().write([], to: file)
            let machine = try WorkspaceMachine(of: scene, variables: ["XDG_STATE_HOME": file.string])
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(error?.message == "cannot keep the state of `fleet` 1.1.0")
            #expect(error?.hints.first?.hasPrefix("nothing was changed") == true)
            #expect(try await scene.references("core", "refs").count == 1)
        }
    }

    @Test func whatARemoteSaysIsKeptWithoutTokens() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            try scene.hook("core", "pre-receive", "echo 'you are the-github-token' >&2; exit 1")
            let machine = try WorkspaceMachine(of: scene, variables: ["GITHUB_TOKEN": "the-github-token"])
            _ = try? await machine.release(scene.plan)
            let journal = try LiveFileSystem().text(of: machine.state.journalFile)
            #expect(journal.contains("you are ****") && !journal.contains("the-github-token"))
        }
    }

    @Test func anotherPlanGoesOnFromWhatOneBegan() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            try scene.hook("top", "pre-receive", "exit 1")
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            try scene.hook("top", "pre-receive", nil)
            try await scene.commit("top", "a", "a\n", "Mend the roof")

            // The same release planned at another time, which would make another commit in what is released.
            var other = scene
            try other.change("core") { $0.commit = String(repeating: "1", count: 40) }
            let wrong = other.plan
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(wrong) }
            #expect(error?.hints.contains { $0.contains("relctl workspace rollback 1.1.0") } == true)
            #expect(try machine.state.plan() == scene.plan)

            // As it is planned now: `core` is done, `top` is tagged where it has moved to.
            other = scene
            try other.change("core") {
                $0.action = .done
                $0.changes = []
                $0.head = $0.commit ?? ""
            }
            let tip = try await scene.git("top", "rev-parse", "main")
            try other.change("top") { ($0.head, $0.commit, $0.changes) = (tip, tip, []) }
            #expect(try await machine.release(other.plan).isFinished)
            #expect(try await scene.git("top", "rev-parse", "v1.1.0^{commit}") == tip)
            // What was done by the first plan can still be taken back.
            let kept = try machine.state.plan()
            #expect(kept["core"] == scene.plan["core"])
            let rollback = try await WorkspaceRollback(kept, in: machine.surroundings).plan(time: 0)
            #expect(rollback.repositories.map(\.actions.count) == [1, 2])
        }
    }

    @Test func aPlanOfAnUnknownFormIsRefused() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            let text = try scene.plan.text()
            #expect(try WorkspacePlan.read(text, file: FilePath("plan.json")) == scene.plan)
            scene.plan.format = 99
            let newer = try scene.plan.text()
            let error = #expect(throws: RelctlError.self) {
                try WorkspacePlan.read(newer, file: FilePath("plan.json"))
            }
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test func aPlanThatWasChangedByHandIsRefusedWithThePlace() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let text = String(decoding: try scene.plan.text(), as: UTF8.self)
            func refusal(_ old: String, _ new: String) throws -> [String] {
                var changed = text
                changed.replaceSubrange(try #require(text.ranges(of: old).last), with: new)
                let error = #expect(throws: RelctlError.self, "\(new)") {
                    try WorkspacePlan.read(Array(changed.utf8), file: FilePath("plan.json"))
                }
                #expect(error?.code == .configurationInvalid)
                return (error?.causes ?? []).map { "\($0)" }
            }
            // The last of two repositories.
            for (old, new) in [
                ("v1.1.0", "v1.1.9"), ("top 1.1.0", "top"), ("Release 1.1.0", "Release"), ("\"main\"", "\"next\""),
                ("\"text\" : \"1.1.0\"", "\"text\" : \"1.1.9\""),
            ] {
                let causes = try refusal(old, new)
                #expect(causes.count == 1)
                #expect(causes.first?.hasSuffix(": `top` was changed after the plan was written") == true, "\(causes)")
                let isInside = causes.first?.hasPrefix("plan.json:") == true
                #expect(isInside && causes.first?.hasPrefix("plan.json:1:") == false)
            }
            let time = try refusal("\"time\" : \(WorkspaceScene.time)", "\"time\" : 1")
            #expect(time == ["plan.json:1:1: something beside the repositories was changed after the plan was written"])
            #expect(try refusal("\"seal\"", "\"sale\"") == ["plan.json:1:1: it has no `seal`, which relctl writes"])
            // Blanks are nobody's business.
            let spaced = text.replacing("\n", with: "\r\n  ")
            #expect(try WorkspacePlan.read(Array(spaced.utf8), file: FilePath("plan.json")) == scene.plan)
        }
    }

    @Test func aPlanThatWasKeptBeforePlansHadSealsIsGoneOnWith() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            scene.plan.format = 1
            try scene.hook("top", "pre-receive", "exit 1")
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let text = try LiveFileSystem().text(of: machine.state.planFile)
            #expect(text.contains("\"seal\""))
            try LiveFileSystem().write(text.replacing("\"seal\"", with: "\"none\"").utf8, to: machine.state.planFile)
            #expect(try machine.state.plan() == scene.plan)
            try scene.hook("top", "pre-receive", nil)
            #expect(try await machine.release(try machine.state.plan()).isFinished)
            // One that has a seal all the same keeps to it.
            let changed = text.replacing("\"v1.1.0\"", with: "\"v1.1.9\"")
            #expect(throws: RelctlError.self) {
                try WorkspacePlan.read(Array(changed.utf8), file: FilePath("plan.json"))
            }
        }
    }

    @Test func nothingIsBegunOnTopOfWhatIsHalfTakenBackMeanwhile() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            try machine.state.save(scene.plan)
            try machine.state.save(try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0))
            scene.plan.version = try Version("1.2.0")
            let (plan, next) = (scene.plan, try WorkspaceMachine(of: scene))
            let error = await #expect(throws: RelctlError.self) { _ = try await next.release(plan) }
            #expect(error?.code == .problemsFound && words(error).contains("1.1.0 of `fleet` is half taken back"))
            #expect(try await scene.references("core").count == 1)
            #expect(try !next.state.isThere())
            try machine.state.dropRollback()
            #expect(try await next.release(plan).isFinished)
        }
    }

    @Test func whoeverBeginsAVersionIsToldOfOneThatStandsHalfWay() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            let root = try WorkspaceStateFolder.root(environment: machine.effects.environment)
            let next = WorkspaceStateFolder(of: "fleet", try Version("1.2.0"), in: root, files: LiveFileSystem())
            #expect(try next.unfinishedOthers().isEmpty)
            try scene.hook("top", "pre-receive", "exit 1")
            _ = try await machine.release(scene.plan)
            let warning = try #require(try next.unfinishedOthers().first)
            #expect(warning.severity == .warning && warning.message.contains("1 of 2 repositories were pushed"))
            #expect(warning.hints.first?.contains("`relctl workspace resume 1.1.0`") == true)
            #expect(try machine.state.unfinishedOthers().isEmpty, "it is not in its own way")

            // Also where its plan cannot be read.
            let text = try LiveFileSystem().contents(of: machine.state.planFile)
            try LiveFileSystem().write("{".utf8, to: machine.state.planFile)
            let unread = try #require(try next.unfinishedOthers().first)
            #expect(unread.message.hasPrefix("1.1.0 of `fleet` was begun and is not finished: 1 repositories were"))
            try LiveFileSystem().write("{}".utf8, to: machine.state.rollbackFile)
            #expect(try next.unfinishedOthers().map(\.severity) == [.error])
            try machine.state.dropRollback()
            try LiveFileSystem().write(text, to: machine.state.planFile)

            // Half taken back, it must not be built upon.
            let rollback = try await WorkspaceRollback(scene.plan, in: machine.surroundings).plan(time: 0)
            try machine.state.save(rollback)
            let error = try #require(try next.unfinishedOthers().first)
            #expect(error.severity == .error && error.hints.first?.contains("rollback 1.1.0") == true)
            try machine.state.dropRollback()

            try scene.hook("top", "pre-receive", nil)
            #expect(try await machine.release(scene.plan).isFinished)
            #expect(try next.unfinishedOthers().isEmpty)
        }
    }

    @Test func aPlanThatCannotBeCarriedOutIsRefusedWithEverythingThatIsWrong() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            scene.plan.workspace = "../elsewhere"
            scene.plan.repositories.swapAt(0, 1)
            try scene.change("core") { ($0.tag, $0.head) = ("a..b", "abc") }
            scene.plan.repositories.append(try scene["core"])
            let text = try scene.plan.text()
            let error = #expect(throws: RelctlError.self) { try WorkspacePlan.read(text, file: FilePath("plan.json")) }
            #expect(error?.code == .configurationInvalid)
            let causes = (error?.causes ?? []).map { "\($0)" }
            #expect(causes.first?.hasPrefix("`workspace`: ") == true)
            #expect(
                Set(causes.dropFirst()) == [
                    "`top` needs `core`, which does not come before it",
                    "`core` is there twice", "`core`: git takes no reference `a..b`",
                    "`core`: `abc` is no whole name of a commit",
                ]
            )
        }
    }

    @Test func aJournalThatWasCutOffIsReadAndGoneOnWith() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            _ = try await machine.release(scene.plan)
            let text = try LiveFileSystem().contents(of: machine.state.journalFile)
            // Cut in the midst of the line that says that all is done.
            try LiveFileSystem().write(text.dropLast(9), to: machine.state.journalFile)
            let history = try machine.state.journal()
            #expect(history.isCut && history.hasPushed && !history.isFinished && history.runs == 1)
            _ = try await machine.release(scene.plan)
            let after = try machine.state.journal()
            #expect(after.runs == 2 && after.isFinished && !after.isCut)
            #expect(after.lastObject(.ended, .push, of: "core") == (try scene["core"].commit))
        }
    }
}
