import Synchronization
import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceClaimTests {
    /// A release whose first repository becomes ready when a file is there.
    private static func held(in world: World) async throws -> (scene: WorkspaceScene, signal: FilePath) {
        var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
        let signal = world.folder.appending("ready")
        try scene.change("core") { $0.ready = [Readiness(condition: .command(["test", "-e", signal.string]))] }
        return (scene, signal)
    }

    @Test(arguments: [true, false])
    func ofTwoOperatorsOneProceedsAndTheOtherIsToldWhoAndSinceWhen(isSameMachine: Bool) async throws {
        try await World.scratch { world in
            let (scene, signal) = try await Self.held(in: world)
            let plan = scene.plan
            let ada = try WorkspaceMachine("ada", of: scene)
            let run = Task { try await ada.release(plan) }
            while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
            let other = isSameMachine ? ada : try WorkspaceMachine("bob", of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await other.release(plan) }
            #expect(error?.code == .workspaceBusy)
            #expect(error?.details["user"] == "ada")
            #expect(words(error).contains("ada on "))
            #expect(words(error).contains("has been releasing 1.1.0 since 20"))
            #expect(try await scene.references("top").count == 1)
            try LiveFileSystem().write([], to: signal)
            #expect(try await run.value.isFinished)
            #expect(try await scene.isReleased("top"))
            #expect(try await other.release(plan).isFinished)
        }
    }

    @Test func twoWhoBeginAtOnceNeverBothProceed() async throws {
        try await World.scratch { world in
            let (scene, signal) = try await Self.held(in: world)
            let plan = scene.plan
            let machines = try (0..<4).map { try WorkspaceMachine("operator-\($0)", of: scene) }
            let outcomes = Task {
                await withTaskGroup(of: Result<WorkspaceResult, any Error>.self) { group in
                    for machine in machines {
                        group.addTask {
                            do { return .success(try await machine.release(plan)) } catch { return .failure(error) }
                        }
                    }
                    var refused = 0
                    var finished = 0
                    for await outcome in group {
                        switch outcome {
                        case .success(let result): finished += result.isFinished ? 1 : 0
                        case .failure(let error):
                            refused += (error as? RelctlError)?.code == .workspaceBusy ? 1 : 0
                            // All others are turned away before the one that proceeds can go on.
                            if refused == machines.count - 1 { try? LiveFileSystem().write([], to: signal) }
                        }
                    }
                    return (refused: refused, finished: finished)
                }
            }
            let (refused, finished) = await outcomes.value
            #expect(refused == 3 && finished == 1)
            #expect(try await scene.isReleased("top"))
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test func aClaimThatAKilledRunLeftIsTakenOverOnItsMachineAndElsewhereOnlyByRequest() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            let ada = try WorkspaceMachine("ada", of: scene)
            try scene.hook("core", "update", "case $1 in refs/heads/*) exit 1;; esac")
            _ = try await ada.release(scene.plan)
            // As if it had been killed before it gave the claim back.
            let journal = try LiveFileSystem().text(of: ada.state.journalFile)
            let claim = try #require(journal.firstMatch(of: /"object":"([0-9a-f]{40})","step":"claim"/)?.1)
            let mirror = try await ada.surroundings.mirrors.mirror(of: try scene["core"].url)
            try await mirror.push([
                MirrorUpdate(object: String(claim), reference: "refs/relctl/workspaces/fleet", expected: .absent)
            ])
            try scene.hook("core", "update", nil)
            let bob = try WorkspaceMachine("bob", of: scene)
            let error = await #expect(throws: RelctlError.self) { _ = try await bob.release(scene.plan) }
            #expect(error?.details["user"] == "ada")
            #expect(error?.hints.contains { $0.contains("--take-over") } == true)
            #expect(try await scene.references("core").count == 1)
            #expect(try await ada.release(scene.plan).isFinished)
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test func aReleaseIsNotAdvisedToGoOnWithoutTheRemoteOfTheClaim() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", []), ("alone", []), ("top", ["alone"])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            try scene.hook("top", "pre-receive", "exit 1")
            _ = try await machine.release(scene.plan)
            try LiveFileSystem().rename(scene.remote("core"), to: world.folder.appending("away.git"))
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.allHints.contains { $0.contains("--take-over") } == false)
        }
    }

    @Test func aClaimThatCameToBeUnheardOfIsKnownToBeOnesOwn() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let offline = try WorkspaceMachine("ada", of: scene, processes: ClaimingProcesses())
            await #expect(throws: RelctlError.self) { _ = try await offline.release(scene.plan) }
            #expect(try await scene.references("core", "refs/relctl").count == 1)
            let ada = try WorkspaceMachine("ada", of: scene)
            #expect(try await ada.release(scene.plan).isFinished)
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test func aClaimThatCouldNotBeGivenBackIsGivenBackByTheNextRun() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let ada = try WorkspaceMachine("ada", of: scene)
            try scene.hook("core", "update", "case $1:$3 in refs/relctl/*:0000*) exit 1;; esac")
            #expect(try await ada.release(scene.plan).isFinished)
            #expect(ada.told.contains { $0.contains("cannot give back the claim") })
            #expect(try await scene.references("core", "refs/relctl").count == 1)
            try scene.hook("core", "update", nil)
            #expect(try await ada.release(scene.plan).isFinished)
            #expect(try await scene.references("core", "refs/relctl") == [])
            // From then on nothing is left to do at the remote.
            let pushed = world.folder.appending("pushed")
            try scene.hook("core", "update", "echo $1 >>'\(pushed)'")
            #expect(try await ada.release(scene.plan).isFinished)
            #expect(try LiveFileSystem().status(of: pushed) == nil)
        }
    }

    @Test func anothersClaimIsTakenOverWhereThatIsAskedFor() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            try await scene.git("core", "update-ref", "refs/relctl/workspaces/fleet", try scene["core"].head)
            let bob = try WorkspaceMachine("bob", of: scene)
            await #expect(throws: RelctlError.self) { _ = try await bob.release(scene.plan) }
            #expect(try await bob.release(scene.plan, takesOver: true).isFinished)
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test func aWorkspaceOfAnyNameIsClaimed() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            scene.plan.workspace = "-my fleet..lock"
            let log = world.folder.appending("names")
            try scene.hook("core", "update", "echo $1 >>'\(log)'")
            let machine = try WorkspaceMachine(of: scene)
            #expect(try await machine.release(scene.plan).isFinished)
            let names = try LiveFileSystem().text(of: log).split(separator: "\n")
            #expect(names.first == "refs/relctl/workspaces/%2Dmy%20fleet%2E%2Elock")
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test func aRemoteThatTakesNoClaimsIsReleasedWithAWarning() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            try scene.hook("core", "update", "case $1 in refs/relctl/*) echo 'no such names' >&2; exit 1;; esac")
            let machine = try WorkspaceMachine(of: scene)
            #expect(try await machine.release(scene.plan).isFinished)
            #expect(try await scene.isReleased("core"))
            #expect(machine.told.contains { $0.contains("another operator is not kept out") && $0.contains("no such") })
        }
    }
}

/// Loses the connection when a claim was sent: its answer is not heard, and nothing runs from then on.
private final class ClaimingProcesses: ProcessRunner {
    private let live = LiveProcessRunner()
    private let isLost = Atomic(false)

    func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        let isClaim = request.arguments.contains("push") && request.arguments.contains { $0.contains("refs/relctl/") }
        let outcome = isLost.load(ordering: .sequentiallyConsistent) ? nil : try await live.run(request)
        if isClaim { isLost.store(true, ordering: .sequentiallyConsistent) }
        guard let outcome, !isClaim else { throw RelctlError("cannot run: the connection is lost") }
        return outcome
    }

    func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? {
        live.locate(program, environment: environment, directory: directory)
    }
}
