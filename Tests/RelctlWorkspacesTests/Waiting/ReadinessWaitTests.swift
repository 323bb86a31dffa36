import Synchronization
import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Waiting for a release") struct ReadinessWaitTests {
    private let tag = WaitStage.tag

    private func run(_ workflow: String? = "release.yml", timeout: Int64 = 3600) -> Readiness {
        Readiness(condition: .run(workflow: workflow), timeout: timeout)
    }

    /// A wait with no forge, for conditions that need none.
    private func wait(
        _ condition: Readiness.Condition,
        clock: SteppingClock,
        timeout: Int64 = 3600,
        interval: Int64 = 5
    ) async throws -> [String] {
        let effects = Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: RecordedEvents(),
            clock: clock,
            environment: [:],
            http: LiveHTTPTransport()
        )
        let readiness = Readiness(condition: condition, timeout: timeout, interval: interval)
        return try await ReadinessWait(ReadinessProbe(effects), effects)
            .wait(for: .sample([readiness]), commit: WaitStage.commit)
    }

    @Test("looks less often the longer it takes, and one last time when the time is up") func backOff() async throws {
        let clock = SteppingClock()
        try await ScriptedServer.answering { _ in
            ServerAnswer(404)
        } _: { server async throws in
            let error = await #expect(throws: RelctlError.self) {
                try await wait(.url(server.url), clock: clock, timeout: 200)
            }
            #expect(error?.code == ReadinessWait.notReady)
            #expect(error?.message.hasPrefix("cannot go on after `tool`: waited 200 s for ") == true)
            #expect(error?.description.hasSuffix("`\(server.url)` answers 404") == true)
            let waits: [Double] = [5000, 7500, 11250, 16875, 25312.5, 37968.75, 56953.125, 39140.625]
            #expect(clock.slept.count == waits.count)
            for (slept, wait) in zip(clock.slept, waits) {
                #expect(abs(slept / .milliseconds(1) - wait) < 0.001)
            }
            #expect(server.requests.count == 9)
        }
    }

    @Test("keeps an interval that is longer than a minute") func longInterval() async throws {
        let clock = SteppingClock()
        try await ScriptedServer.answering { _ in
            ServerAnswer(404)
        } _: { server async throws in
            await #expect(throws: RelctlError.self) {
                try await wait(.url(server.url), clock: clock, timeout: 300, interval: 120)
            }
            #expect(clock.slept.map { $0 / .seconds(1) } == [120, 120, 60])
        }
    }

    @Test("ends when all is there") func allReady() async throws {
        let stage = Mutex<WaitStage?>(nil)
        let clock = SteppingClock { count in
            guard count == 3, let forge = stage.withLock({ $0 })?.forge else { return }
            try await forge.createRelease(ForgeForeignRelease(tag: WaitStage.tag))
            var run = ForgeRunState("release.yml", tag: WaitStage.tag)
            (run.status, run.conclusion) = ("completed", "success")
            try await forge.setRun(run)
        }
        try await WaitStage.running(clock: clock) { running async throws in
            stage.withLock { $0 = running }
            let found = try await running.wait([run(), Readiness(condition: .release(assets: []))])
            #expect(found == ["run of `release.yml` succeeded", "release `v1.0.0` is published"])
            #expect(
                Set(running.messages) == [
                    "`tool` is not ready: no run of `release.yml` has started",
                    "`tool` is not ready: there is no release `v1.0.0`",
                ]
            )
            #expect(running.messages.count == 2)
        }
    }

    @Test("ends at once when a run failed, though something else is awaited too") func failsAtOnce() async throws {
        try await WaitStage.running { stage async throws in
            let failed = try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            try await stage.forge.setRun(ForgeRunState(failed, conclusion: "failure"))
            let error = await #expect(throws: RelctlError.self) {
                try await stage.wait([Readiness(condition: .release(assets: [])), run()])
            }
            #expect(error?.message == "cannot go on after `tool`: run of `release.yml` failed")
            #expect(error?.details["url"]?.hasSuffix("/actions/runs/\(failed)") == true)
            #expect(error?.hints.first?.contains("/actions/runs/\(failed)") == true)
        }
    }

    @Test("needs nothing where nothing is awaited") func nothing() async throws {
        let effects = Effects.onDisk()
        let wait = ReadinessWait(ReadinessProbe(effects), effects)
        #expect(try await wait.wait(for: .sample([]), commit: WaitStage.commit).isEmpty)
    }

    // MARK: Starting what did not start

    @Test("starts a workflow that never started, once", arguments: ForgeAddress.Kind.allCases)
    func dispatches(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            let found = try await stage.wait([run(kind == .gitlab ? nil : "release.yml")])
            #expect(found == ["run of `\(kind == .gitlab ? "pipeline" : "release.yml")` succeeded"])
            let runs = try #require(try await stage.forge.state().repositories.first).runs
            #expect(runs.count == 1)
            #expect(stage.clock.uptime >= .seconds(120))
            #expect(stage.messages.contains { $0.hasPrefix("no run has started for `v1.0.0` of `tool`: started ") })
        }
    }

    @Test("starts what the tag before started, where a release is awaited", arguments: ForgeAddress.Kind.allCases)
    func startsAsBefore(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            var (workflow, other) = (ForgeWorkflow("release.yml"), ForgeWorkflow("ci.yml"))
            workflow.release = ForgeWorkflow.Release(["a.zip"])
            other.dispatch = false
            let before = String(repeating: "b", count: 40)
            try await stage.change { repository in
                (repository.workflows, repository.tags["v0.9.0"]) = ([workflow, other, ForgeWorkflow("x.yml")], before)
            }
            for file in ["release.yml", "ci.yml"] { try await stage.forge.setRun(ForgeRunState(file, tag: "v0.9.0")) }
            let condition = Readiness.Condition.release(assets: ["a.zip"])
            let also = Readiness.Condition.url(stage.forge.url + "/_fake/health")
            let found = try await stage.wait([Readiness(condition: also), Readiness(condition: condition)])
            #expect(found.last == "release `v1.0.0` is published")
            let runs = try #require(try await stage.forge.state().repositories.first).runs
            #expect(runs.filter { $0.ref == tag }.map(\.workflow) == ["release.yml"])
            #expect(
                stage.messages.contains { $0.hasSuffix("started `\(kind == .gitlab ? "pipeline" : "release.yml")`") }
            )
        }
    }

    @Test("starts nothing where the tag before started nothing") func startsNothing() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            let wanted = [Readiness(condition: .release(assets: []), timeout: 400)]
            await #expect(throws: RelctlError.self) { try await stage.wait(wanted) }
            #expect(try await stage.forge.requests().allSatisfy { $0.method == "GET" })
            #expect(stage.messages == ["`tool` is not ready: there is no release `v1.0.0`"])
        }
    }

    @Test("does not start a workflow that was slow to begin, or is not to be started")
    func slowStart() async throws {
        let stage = Mutex<WaitStage?>(nil)
        let clock = SteppingClock { count in
            guard count == 5, let forge = stage.withLock({ $0 })?.forge else { return }
            try await forge.setRun(ForgeRunState("release.yml", tag: WaitStage.tag))
        }
        try await WaitStage.running(clock: clock) { running async throws in
            stage.withLock { $0 = running }
            try await running.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            await #expect(throws: RelctlError.self) { try await running.wait([run(timeout: 400)]) }
            var patience = ReadinessWait.Patience()
            patience.dispatchesAfter = nil
            await #expect(throws: RelctlError.self) {
                try await running.wait([run("other.yml", timeout: 400)], patience: patience)
            }
            #expect(try await running.forge.requests().allSatisfy { $0.method == "GET" })
        }
    }

    @Test("goes on where a workflow cannot be started") func refusedDispatch() async throws {
        try await WaitStage.running { stage async throws in
            var workflow = ForgeWorkflow("release.yml")
            workflow.dispatch = false
            try await stage.change { $0.workflows = [workflow] }
            let error = await #expect(throws: RelctlError.self) { try await stage.wait([run(timeout: 400)]) }
            #expect(error?.code == ReadinessWait.notReady)
            #expect(try await stage.forge.requests().filter { $0.method == "POST" }.count == 1)
            #expect(stage.messages.contains { $0.contains("none could be") && $0.contains("workflow_dispatch") })
        }
    }

    // MARK: Bad moments

    @Test("outlives some bad moments, and not more") func badMoments() async throws {
        let answers = Mutex(0)
        let clock = SteppingClock()
        try await ScriptedServer.answering { _ in
            let number = answers.withLock { count in
                count += 1
                return count
            }
            return ServerAnswer(200, body: number < 5 ? "<html>" : #"{"version": "1.0.0"}"#)
        } _: { server async throws in
            let package = PackageRegistry(kind: .npm, package: "a", version: "1.0.0", url: server.url)
            #expect(try await wait(.registry(package), clock: clock) == ["`a` 1.0.0 is there (npm)"])
            answers.withLock { $0 = -100 }
            let error = await #expect(throws: RelctlError.self) { try await wait(.registry(package), clock: clock) }
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.message.hasPrefix("cannot understand what `\(server.url)` answered") == true)
            #expect(server.requests.count == 10)
        }
    }

    @Test("ends at once where it is not allowed to look") func notAllowed() async throws {
        let clock = SteppingClock()
        try await ScriptedServer.answering { _ in
            ServerAnswer(401)
        } _: { server async throws in
            let package = PackageRegistry(kind: .pypi, package: "a", version: "1.0.0", url: server.url)
            let error = await #expect(throws: RelctlError.self) { try await wait(.registry(package), clock: clock) }
            #expect(error?.code == .notAuthorized)
            #expect(clock.slept.isEmpty)
            #expect(server.requests.count == 1)
        }
    }

    @Test("leaves a server alone for as long as it wants") func retryAfter() async throws {
        let count = Mutex(0)
        let clock = SteppingClock()
        try await ScriptedServer.answering { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? ServerAnswer(429, [("Retry-After", "77")]) : ServerAnswer(200)
        } _: { server async throws in
            #expect(try await wait(.url(server.url), clock: clock) == ["`\(server.url)` answers"])
            #expect(clock.slept == [.seconds(77)])
        }
    }

    @Test("ends at once when it is cancelled", .timeLimit(.minutes(20))) func cancelled() async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(404)
        } _: { server async throws in
            let (asleep, wakes) = AsyncStream.makeStream(of: Void.self)
            let clock = SteppingClock { _ in
                wakes.yield()
                try await Task.sleep(for: .seconds(3600))
            }
            let task = Task { try await wait(.url(server.url), clock: clock) }
            for await _ in asleep { break }
            task.cancel()
            let result = await task.result
            #expect(throws: CancellationError.self) { try result.get() }
        }
    }

    @Test("tells what it waits for while it does") func activities() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.forge.createRelease(ForgeForeignRelease(tag: tag))
            _ = try await stage.wait([Readiness(condition: .release(assets: []))])
            let titles = stage.events.events.compactMap {
                if case .began(let activity) = $0 { activity.title } else { nil }
            }
            #expect(titles == ["waiting for release `v1.0.0` of `tool`"])
        }
    }
}
