import Synchronization
import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Starting workflows that did not begin") struct WorkflowStartTests {
    private func run(_ workflow: String? = "release.yml", timeout: Int64 = 3600) -> Readiness {
        Readiness(condition: .run(workflow: workflow), timeout: timeout)
    }

    /// The moments of a clock at which it was woken.
    private func moments(_ clock: SteppingClock) -> [Duration] {
        clock.slept.reduce(into: []) { $0.append(($0.last ?? .zero) + $1) }
    }

    private func orders(_ stage: WaitStage) async throws -> Int {
        try await stage.forge.requests().filter { $0.method == "POST" }.count
    }

    @Test("wakes when it is time for it, at half of a short time and never within ten seconds")
    func moment() async throws {
        for (timeout, moment) in [(3600, 120), (100, 50), (30, 15), (12, 10)] as [(Int64, Int)] {
            try await WaitStage.running { stage async throws in
                try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
                #expect(try await stage.wait([run(timeout: timeout)]) == ["run of `release.yml` succeeded"])
                #expect(moments(stage.clock).contains(.seconds(moment)))
                #expect(stage.clock.uptime <= .seconds(moment + 60))
            }
        }
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            await #expect(throws: RelctlError.self) { try await stage.wait([run(timeout: 8)]) }
            #expect(try await orders(stage) == 0)
        }
    }

    @Test("gives what it started its whole time") func wholeTime() async throws {
        let stage = Mutex<WaitStage?>(nil)
        let clock = SteppingClock { _ in
            guard let stage = stage.withLock({ $0 }), stage.clock.uptime >= .seconds(80) else { return }
            guard let run = try await stage.forge.state().repositories.first?.runs.first, run.status != "completed"
            else { return }
            try await stage.forge.setRun(ForgeRunState(run.id, conclusion: "success"))
        }
        try await WaitStage.running(clock: clock) { running async throws in
            stage.withLock { $0 = running }
            var workflow = ForgeWorkflow("release.yml")
            workflow.seconds = 3600
            try await running.change { $0.workflows = [workflow] }
            #expect(try await running.wait([run(timeout: 60)]) == ["run of `release.yml` succeeded"])
            #expect(try await orders(running) == 1)
            #expect(running.clock.uptime > .seconds(60))
        }
    }

    @Test("starts each workflow that is named, and a pipeline once") func several() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("a.yml"), ForgeWorkflow("b.yml")] }
            _ = try await stage.wait([run("a.yml"), run(".github/workflows/b.yml"), run("b.yml"), run(nil)])
            let runs = try #require(try await stage.forge.state().repositories.first).runs
            #expect(Set(runs.map(\.workflow)) == ["a.yml", "b.yml"] && runs.count == 2)
        }
        try await WaitStage.running(.gitlab) { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            await #expect(throws: RelctlError.self) { try await stage.wait([run("a"), run("b")]) }
            #expect(try await orders(stage) == 1)
        }
    }

    @Test("leaves a pipeline alone that has another name than the one awaited") func pipelineOfOtherName() async throws
    {
        try await WaitStage.running(.gitlab) { stage async throws in
            try await stage.forge.setRun(ForgeRunState("release.yml", tag: WaitStage.tag))
            await #expect(throws: RelctlError.self) { try await stage.wait([run("release.yml", timeout: 400)]) }
            #expect(try await stage.forge.requests().allSatisfy { $0.method == "GET" })
        }
    }

    // MARK: What was written down

    private struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [(time: Int64, event: String, step: String, object: String?)]
        var isNew = false
        let age: Duration?

        init(_ text: String, _ lines: [(Int64, String, String, String?)], isNew: Bool = false, age: Int?) {
            testDescription = text
            self.lines = lines
            self.isNew = isNew
            self.age = age.map { .seconds($0) }
        }
    }

    private static let cases = [
        Case("nothing", [], age: 0),
        Case("the push", [(900, "began", "push", "c"), (905, "ended", "push", "c")], age: 95),
        Case("a push that was cut off", [(900, "began", "push", "c")], age: 100),
        Case("the push of another commit", [(900, "ended", "push", "d")], age: 0),
        Case("a push that was refused, before the one just now", [(900, "failed", "push", "c")], isNew: true, age: 0),
        Case("the first wait for what another machine pushed", [(910, "began", "wait", "c")], age: 90),
        Case("a clock that was set back", [(1200, "ended", "push", "c")], age: 0),
        Case("a start that was taken", [(900, "ended", "push", "c"), (950, "ended", "dispatch", "x.yml")], age: nil),
        Case("a start of another", [(900, "ended", "push", "c"), (950, "ended", "dispatch", "y.yml")], age: 100),
        Case("a start that was cut off", [(800, "ended", "push", "c"), (950, "began", "dispatch", "x.yml")], age: 50),
        Case("a start that failed", [(800, "ended", "push", "c"), (950, "failed", "dispatch", "x.yml")], age: 50),
    ]

    @Test("counts from what was written down", arguments: cases) private func ages(given: Case) async throws {
        try await World.scratch { world in
            let lines = given.lines.map { line in
                let object = line.object.map { ",\"object\":\"\($0)\"" } ?? ""
                return "{\"time\":\(line.time),\"event\":\"\(line.event)\",\"step\":\"\(line.step)\","
                    + "\"repository\":\"tool\"\(object)}\n"
            }
            let history = WorkspaceHistory(reading: Array(lines.joined().utf8))
            let effects = Effects.onDisk()
            let state = WorkspaceStateFolder(of: "w", try Version("1.0.0"), in: world.folder, files: effects.files)
            try effects.files.createFolders(state.folder)
            let journal = try WorkspaceJournal(state, history, effects)
            let push = TagPush(of: "tool", at: "c", isNew: given.isNew, history, journal: journal)
            #expect(push.age(of: "x.yml", now: 1000) == given.age)
        }
    }

    // MARK: Going on

    /// `core` at a forge, whose tag starts nothing, and `top`, which needs it; pushed by a run that was cut off.
    private func pushed(
        _ body: (WorkspaceScene, FakeForge) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
                try await scene.put("core", at: forge) { $0.workflows = [ForgeWorkflow("release.yml")] }
                try scene.change("core") { $0.ready = [run(timeout: 300)] }
                let (asleep, sleeps) = AsyncStream.makeStream(of: Void.self)
                let pushing = scene
                let clock = SteppingClock { _ in
                    // A lock may be slept for before there is anything to wait for.
                    guard try await pushing.references("core").count == 2 else { return }
                    sleeps.yield()
                    try await Task.sleep(for: .seconds(3600))
                }
                let (machine, plan) = (try WorkspaceMachine(of: scene, clock: clock), scene.plan)
                let first = Task { try await machine.release(plan) }
                for await _ in asleep { break }
                first.cancel()
                _ = await first.result
                #expect(try await scene.references("core").count == 2)
                try await body(scene, forge)
            }
        }
    }

    private func runs(_ forge: FakeForge) async throws -> [String] {
        try #require(try await forge.state().repositories.first { $0.repository == "octo/core" }).runs.map(\.event)
    }

    @Test("counts from the push when it goes on") func resumed() async throws {
        try await pushed { scene, forge in
            let clock = SteppingClock(after: 200) { _ in await Task.yield() }
            let machine = try WorkspaceMachine(of: scene, clock: clock)
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await runs(forge) == ["workflow_dispatch"])
            #expect(clock.uptime < .seconds(10))
        }
    }

    @Test("starts nothing twice that the forge took an order for") func onlyOnce() async throws {
        try await pushed { scene, forge in
            var taken = ForgeFault.Effect("answer")
            taken.status = 204
            try await forge.addFault(taken, on: .init("POST", path: "/dispatches"))
            let clock = SteppingClock { _ in await Task.yield() }
            let machine = try WorkspaceMachine(of: scene, clock: clock)
            let failure = try await machine.release(scene.plan).failure
            // Two minutes after the push it is started, and then waited for all its time.
            #expect(words(failure).contains("waited 42"), "\(words(failure))")
            let later = try WorkspaceMachine(of: scene, clock: SteppingClock(after: 5000) { _ in await Task.yield() })
            #expect(words(try await later.release(scene.plan).failure).contains("waited 300 s for "))
            let orders = try await forge.requests().filter { $0.method == "POST" && $0.path.hasSuffix("/dispatches") }
            #expect(orders.count == 1)
            #expect(later.told.contains { $0.hasPrefix("`core` failed: cannot go on after `core`: waited 300 s") })
        }
    }
}
