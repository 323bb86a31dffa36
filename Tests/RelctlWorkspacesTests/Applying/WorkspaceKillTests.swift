import Synchronization
import TestSupport
import Testing

@testable import RelctlWorkspaces

/// A release that is cut off at any of its programs can be resumed, and ends as one that was not.
@Suite struct WorkspaceKillTests {
    /// A moment at which a run dies.
    struct Moment: Sendable, CustomTestStringConvertible {
        let program: Int
        let isAfterwards: Bool
        var testDescription: String { "\(isAfterwards ? "after" : "before") program \(program)" }
    }

    /// More than a release of five repositories runs, of which those beyond the last change nothing.
    private static let moments = (1...90).flatMap { program in
        [false, true].map { Moment(program: program, isAfterwards: $0) }
    }

    @Test(arguments: FullRun.sample(moments, 9))
    func resumingAfterADeathEndsAsIfThereHadBeenNone(_ moment: Moment) async throws {
        try await World.scratch { world in
            let scene = try await WorkspaceScene.diamond(in: world)
            let processes = DyingProcesses(at: moment)
            let machine = try WorkspaceMachine(of: scene, processes: processes)
            let result = await Result(catching: { try await machine.release(scene.plan) })
            if case .success(let result) = result, result.isFinished {
                // The last programs only look for pins that are left.
                for repository in scene.plan.repositories { #expect(try await scene.isReleased(repository.name)) }
            } else {
                #expect(processes.isDead)
            }
            // A new process, on the same machine.
            let next = try WorkspaceMachine(of: scene)
            let plan = try next.state.isThere() ? next.state.plan() : scene.plan
            #expect(words(try await next.release(plan).failure) == "")
            for repository in scene.plan.repositories { #expect(try await scene.isReleased(repository.name)) }
            #expect(try await scene.references("alone", "refs/relctl") == [])
        }
    }
}

/// Runs programs until one, at which the machine dies: nothing runs from then on.
private final class DyingProcesses: ProcessRunner {
    private let live = LiveProcessRunner()
    private let moment: WorkspaceKillTests.Moment
    private let count = Mutex(0)

    init(at moment: WorkspaceKillTests.Moment) { self.moment = moment }

    /// Whether the moment has come.
    var isDead: Bool { count.withLock { $0 >= moment.program } }

    func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let runs = number < moment.program || number == moment.program && moment.isAfterwards
        let outcome = runs ? try await live.run(request) : nil
        guard number < moment.program, let outcome else { throw RelctlError("cannot run: the machine is dead") }
        return outcome
    }

    func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? {
        live.locate(program, environment: environment, directory: directory)
    }
}
