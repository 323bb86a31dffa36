import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Runs that died and left their claim, and runs whose claim was taken away.
@Suite struct WorkspaceTakeOverTests {
    private static let reference = "refs/relctl/workspaces/fleet"

    /// A process of this machine that has ended.
    private func endedProcess(in world: World) async throws -> ProcessIdentity {
        let number = try await world.output(of: ["sh", "-c", "echo $$"])
        let table = LiveProcessTable().current.table
        return ProcessIdentity(number: try #require(Int32(number.dropLast())), start: "once", table: table)
    }

    @Test func whoHoldsAClaimIsToldByTheMachineWhereTheEnvironmentDoesNot() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene, variables: ["USER": "", "LOGNAME": "", "USERNAME": ""])
            let holder = try WorkspaceOperator.current(scene.plan, .release, machine.effects)
            #expect(holder.user == String(try await world.output(of: ["id", "-un"]).dropLast()))
            #expect(holder.host == String(try await world.output(of: ["uname", "-n"]).dropLast()))
            #expect(holder.process?.number == getpid())
        }
    }

    #if os(Linux)
        @Test func theClaimOfAProcessThatEndedOnThisMachineIsTakenOverWithANotice() async throws {
            try await World.scratch { world in
                let scene = try await WorkspaceScene([("core", [])], in: world)
                let ada = try WorkspaceMachine("ada", of: scene)
                let bob = try WorkspaceMachine("bob", of: scene)
                var holder = try WorkspaceOperator.current(scene.plan, .release, ada.effects)
                try await scene.claim("core", by: holder)
                let error = await #expect(throws: RelctlError.self) { _ = try await bob.release(scene.plan) }
                #expect(error?.code == .workspaceBusy && error?.details["process"] == "\(getpid())")
                #expect(words(error).contains("(process \(getpid())) has been releasing 1.1.0 since"))

                // One of that number on another machine may well be at work.
                holder.process = try await endedProcess(in: world)
                holder.process?.table = "elsewhere"
                try await scene.claim("core", by: holder)
                await #expect(throws: RelctlError.self) { _ = try await bob.release(scene.plan) }
                #expect(try await scene.references("core").count == 1)

                holder.process = try await endedProcess(in: world)
                try await scene.claim("core", by: holder)
                #expect(try await bob.release(scene.plan).isFinished)
                #expect(bob.told.contains { $0.hasPrefix("a run that has died left its claim behind: ada on ") })
                #expect(try await scene.references("core", "refs/relctl") == [])
            }
        }
    #endif

    #if os(Linux)
        /// A server goes on with what it got, whatever becomes of the program that sent it, and of the connection.
        @Test(
            .timeLimit(.minutes(20)),
            arguments: [nil, "grep -Eq '^0+ [0-9a-f]*[1-9a-f][0-9a-f]* refs/relctl/' && kill -9 $PPID"]
        )
        func aClaimThatIsOnItsWayWhenTheRunIsStoppedIsGivenBack(whenTaken: String?) async throws {
            try await World.scratch { world in
                var scene = try await WorkspaceScene([("core", [])], in: world)
                let server = world.folder.appending("server")
                let script = "for command; do :; done\nexec setsid sh -c \"$command\" 2>/dev/null\n"
                try LiveFileSystem().write(script.utf8, to: server)
                try scene.change("core") { $0.url = "server:\($0.url)" }
                let begun = world.folder.appending("begun")
                try scene.hook("core", "pre-receive", "grep -q refs/relctl || exit 0; : >'\(begun)'; sleep 1")
                let taken = whenTaken.map { "[ $1 = committed ] && \($0)\nexit 0" }
                try scene.hook("core", "reference-transaction", taken)
                let variables = ["GIT_SSH_COMMAND": "sh '\(server)'", "GIT_SSH_VARIANT": "simple"]
                let machine = try WorkspaceMachine(of: scene, clock: LiveClock(), variables: variables)
                let plan = scene.plan
                let run = Task { try await machine.release(plan) }
                while try LiveFileSystem().status(of: begun) == nil { try await Task.sleep(for: .milliseconds(20)) }
                run.cancel()
                await #expect(throws: CancellationError.self) { _ = try await run.value }
                try await Task.sleep(for: .seconds(2))
                #expect(try await scene.references("core", "refs/relctl") == [])
                #expect(try await scene.references("core").count == 1)
                #expect(machine.told.filter { $0.hasPrefix("stopping: waiting up to 10 s for ") }.count == 1)
            }
        }
    #endif

    /// A release by ada that has pushed the first repository, and waits for a file before it goes on.
    private func running(
        in world: World,
        until signal: FilePath
    ) async throws -> (WorkspaceScene, WorkspaceMachine, Task<WorkspaceResult, any Error>) {
        var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
        try scene.change("core") { $0.ready = [Readiness(condition: .command(["test", "-e", signal.string]))] }
        let (plan, ada) = (scene.plan, try WorkspaceMachine("ada", of: scene))
        let run = Task { try await ada.release(plan) }
        while try await scene.references("core").count == 1 { try await Task.sleep(for: .milliseconds(20)) }
        return (scene, ada, run)
    }

    @Test(.timeLimit(.minutes(20))) func aCopyOfTheStateOnAnotherMachineDoesNotMakeALiveRunLookDead() async throws {
        try await World.scratch { world in
            let signal = world.folder.appending("ready")
            let (scene, ada, run) = try await running(in: world, until: signal)
            let plan = scene.plan

            let copy = ["XDG_STATE_HOME": world.folder.appending("copy").string]
            try await world.output(
                of: ["cp", "-R", ada.state.workspace.parent.parent.parent.string, copy["XDG_STATE_HOME"] ?? ""]
            )
            var effects = try WorkspaceMachine("bob", of: scene, variables: copy).effects
            effects.processTable = OtherMachine()
            let root = try WorkspaceStateFolder.root(environment: effects.environment)
            let state = WorkspaceStateFolder(of: plan.workspace, plan.version, in: root, files: effects.files)
            let surroundings = WorkspaceSurroundings(mirrors: try .cached(effects), effects: effects)
            #expect(try !state.claims().isEmpty)
            let release = await #expect(throws: RelctlError.self) {
                _ = try await WorkspaceExecutor(plan, state: state, in: surroundings).run()
            }
            #expect(release?.code == .workspaceBusy && release?.details["user"] == "ada")
            let rollback = try await WorkspaceRollback(plan, in: surroundings).plan(time: 0)
            #expect(!rollback.isEmpty)
            let taking = await #expect(throws: RelctlError.self) {
                try await RollbackExecutor(rollback, of: plan, state: state, in: surroundings).run()
            }
            #expect(taking?.code == .workspaceBusy)
            #expect(taking?.hints.contains { $0.contains("--take-over") } == true)
            let status = try await WorkspaceInspector(plan, state: state, in: surroundings).status()
            #expect(status.atWork?.user == "ada")

            try LiveFileSystem().write([], to: signal)
            #expect(try await run.value.isFinished)
            #expect(try await scene.isReleased("top"))
        }
    }

    @Test func theClaimOfAnotherVersionThatDiedOnThisMachineIsTakenOver() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(of: scene)
            // The run that made the claim ends in the midst of it, and does not give it back.
            try scene.hook("core", "update", "case $1 in refs/heads/*) exit 1;; esac")
            _ = try await machine.release(scene.plan)
            let journal = try LiveFileSystem().text(of: machine.state.journalFile)
            let claim = try #require(journal.firstMatch(of: /"object":"([0-9a-f]{40})","step":"claim"/)?.1)
            let mirror = try await machine.surroundings.mirrors.mirror(of: try scene["core"].url)
            try await mirror.push([
                MirrorUpdate(object: String(claim), reference: Self.reference, expected: .absent)
            ])
            try scene.hook("core", "update", nil)
            scene.plan.version = try Version("1.1.1")
            #expect(try await WorkspaceMachine(of: scene).release(scene.plan).isFinished)
            #expect(try await scene.references("core", "refs/relctl") == [])
        }
    }

    @Test(.timeLimit(.minutes(20))) func aRunWhoseClaimWasTakenOverChangesNothingMore() async throws {
        try await World.scratch { world in
            let signal = world.folder.appending("ready")
            let (scene, ada, run) = try await running(in: world, until: signal)
            let plan = scene.plan
            let bob = try WorkspaceMachine("bob", of: scene)
            try await scene.claim("core", by: try WorkspaceOperator.current(plan, .release, bob.effects))
            try LiveFileSystem().write([], to: signal)
            let error = await #expect(throws: RelctlError.self) { _ = try await run.value }
            #expect(error?.code == .workspaceTakenOver && error?.code.exitCode == 1)
            #expect(words(error).contains("another run has taken its claim over"))
            #expect(error?.details["user"] == "bob")
            #expect(try await scene.references("top").count == 1)
            #expect(try await scene.references("core", "refs/relctl").count == 1, "it is the other's to give back")
            // What the other run did since is not this one's to explain.
            try await scene.git("core", "update-ref", "-d", Self.reference)
            let seen = try await WorkspaceInspector(plan, state: ada.state, in: ada.surroundings).status()
            #expect(seen.repositories.last?.state == .pending && seen.repositories.last?.reason == nil)
        }
    }

    @Test func aPushIsRefusedWhereTheClaimIsTakenOverInTheSameMoment() async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene([("core", [])], in: world)
            let machine = try WorkspaceMachine(
                of: scene,
                processes: MeddlingProcesses(before: { $0.contains { $0.hasSuffix(":refs/tags/v1.1.0") } }) {
                    try await scene.git("core", "update-ref", Self.reference, try scene["core"].head)
                }
            )
            let error = await #expect(throws: RelctlError.self) { _ = try await machine.release(scene.plan) }
            #expect(error?.code == .workspaceTakenOver)
            #expect(try await scene.references("core").count == 1)
            #expect(try LiveFileSystem().text(of: machine.state.journalFile).contains(#""event":"failed""#) == false)
        }
    }
}

/// The processes of a machine that knows nothing of this one's.
private struct OtherMachine: ProcessTable {
    var userName: String { "bob" }
    var hostName: String? { "elsewhere" }
    var current: ProcessIdentity { ProcessIdentity(number: 7, start: "once", table: "elsewhere") }

    func hasEnded(_ process: ProcessIdentity) -> Bool { process.table == "elsewhere" && process != current }
    func isRunning(_ number: Int32) -> Bool { false }
}

/// Does something before each program of a kind is run.
private final class MeddlingProcesses: ProcessRunner {
    private let live = LiveProcessRunner()
    private let isMeant: @Sendable ([String]) -> Bool
    private let meddle: @Sendable () async throws -> Void

    init(before isMeant: @escaping @Sendable ([String]) -> Bool, _ meddle: @escaping @Sendable () async throws -> Void)
    {
        (self.isMeant, self.meddle) = (isMeant, meddle)
    }

    func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        if isMeant(request.arguments) { try await meddle() }
        return try await live.run(request)
    }

    func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? {
        live.locate(program, environment: environment, directory: directory)
    }
}
