import Synchronization
import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Counts the programs that are started.
private final class CountingRunner: ProcessRunner {
    private let live = LiveProcessRunner()
    private let state = Mutex(State())

    struct State {
        /// The subcommands of git, and how often each was started.
        var started: [String: Int] = [:]
        var running = 0
        var mostAtOnce = 0
    }

    var counted: State { state.withLock { $0 } }

    func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        let known = ["ls-remote", "fetch", "cat-file", "fast-import", "var"]
        let name = request.arguments.first(where: known.contains) ?? "other"
        state.withLock { state in
            state.started[name, default: 0] += 1
            state.running += 1
            state.mostAtOnce = max(state.mostAtOnce, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        return try await live.run(request)
    }

    func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? {
        live.locate(program, environment: environment, directory: directory)
    }
}

@Suite struct WorkspaceObserverTests {
    @Test func fewProgramsRunForEachRepositoryAndSeveralAtOnce() async throws {
        try await WorkspaceWorld.with { world in
            try await WorkspacePlanningTests.makeProduct(world)
            let configuration = try world.configuration(WorkspacePlanningTests.product)
            func counting() async throws -> CountingRunner.State {
                let runner = CountingRunner()
                var world = world
                world.effects.processes = runner
                let planned = try await world.plan("2.0.0", configuration)
                #expect(planned.findings.isEmpty)
                return runner.counted
            }
            let cold = try await counting()
            // `Cargo.toml` leads to its lock file, which is read in a round of its own.
            #expect(cold.started == ["var": 1, "ls-remote": 4, "fetch": 4, "cat-file": 5])
            #expect(cold.mostAtOnce > 1)
            let warm = try await counting()
            #expect(warm.started == ["var": 1, "ls-remote": 4, "cat-file": 5])
        }
    }

    @Test func manifestsAtTheTopAreReadInTheFirstRound() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["VERSION": "1.0.0\n"])
            let runner = CountingRunner()
            var world = world
            world.effects.processes = runner
            let planned = try await world.plan("2.0.0", try world.configuration("a: { url: \"a.git\" }"))
            #expect(planned.plan["a"]?.changes.map(\.file.string) == ["VERSION"])
            #expect(runner.counted.started["cat-file"] == 1)
        }
    }

    @Test func relativeAddressesAreToldFromTheWorkspace() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a b", ["f": "x"])
            let addresses = [
                "a b.git", "./sub/../a b.git", world.remote("a b").string, "file://\(world.remote("a b"))",
            ]
            for address in addresses {
                let plan = try await world.plan("1.0.0", try world.configuration("a: { url: \"\(address)\" }")).plan
                let expected = address.hasPrefix("file") ? address : world.remote("a b").string
                #expect(plan.repositories.map(\.url) == [expected])
            }
        }
    }

    /// What power failures and eager hands leave of a cache.
    @Test(arguments: [
        "rm -r objects; mkdir -p objects/info objects/pack",
        "find objects -type f -exec chmod u+w {} + -exec truncate -s 0 {} +",
        "find objects -type f -exec chmod u+w {} + -exec truncate -s 9 {} +",
        "rm objects/$BLOB", "rm objects/$TREE", "echo garbage > shallow", "rm -r objects",
    ])
    func aDamagedCacheIsNotSeenInAPlan(damage: String) async throws {
        try await WorkspaceWorld.with { world in
            let source = try await world.repository("a", ["d/e/f": "version 1.0.0\n", "g": "x\n"])
            let edit = "edits: [{ file: \"d/e/f\", pattern: \"version (.+)\", value: \"{{version}}\" }]"
            let configuration = try world.configuration("a: { url: \"a.git\", manifests: [], \(edit) }")
            let whole = try await world.plan("2.0.0", configuration)
            #expect(whole.findings.isEmpty && whole.plan["a"]?.changes.count == 1)
            let folder = try await world.mirror(of: "a").folder
            var script = "cd '\(folder)' && \(damage)"
            for (name, path) in [("$BLOB", "HEAD:d/e/f"), ("$TREE", "HEAD:d/e")] {
                let id = try await source.git("rev-parse", path)
                script = script.replacing(name, with: "\(id.prefix(2))/\(id.dropFirst(2))")
            }
            try await world.world.output(of: ["sh", "-c", script])
            let before = try TreeSnapshot(of: world.cache)
            let dry = try await MirrorStore.temporary(world.effects) { mirrors in
                try await world.plan("2.0.0", configuration, mirrors: mirrors)
            }
            #expect(dry.findings.lines == [] && dry.plan == whole.plan)
            #expect(try TreeSnapshot(of: world.cache) == before)
            let mended = try await world.plan("2.0.0", configuration)
            #expect(mended.findings.lines == [] && mended.plan == whole.plan)
        }
    }

    @Test func aTimeThatIsNoneIsRefused() async throws {
        try await WorkspaceWorld.with { world in
            var world = world
            try await world.repository("a", ["f": "x"])
            world.effects.environment["SOURCE_DATE_EPOCH"] = "yesterday"
            let configuration = try world.configuration("a: { url: \"a.git\" }")
            let error = try await #require(throws: RelctlError.self) { try await world.plan("1.0.0", configuration) }
            #expect(error.code == .configurationInvalid)
        }
    }
}
