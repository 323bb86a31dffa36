import Synchronization
import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// A repository `octo/tool` at a forge on loopback, of which `v1.0.0` is tagged, and a clock that a test turns.
struct WaitStage: Sendable {
    let kind: ForgeAddress.Kind
    let forge: FakeForge
    let world: World
    let clock: SteppingClock
    let events = RecordedEvents()

    static let commit = String(repeating: "a", count: 40)
    static let tag = "v1.0.0"

    /// Runs `body` beside a forge.
    static func running(
        _ kind: ForgeAddress.Kind = .github,
        clock: SteppingClock = SteppingClock(),
        _ body: (WaitStage) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let stage = WaitStage(kind: kind, forge: forge, world: world, clock: clock)
                try await stage.change { $0.tags = [tag: commit] }
                try await body(stage)
            }
        }
    }

    /// Changes the repository.
    func change(_ body: (inout ForgeRepository) -> Void) async throws {
        var repository = ForgeRepository(main: Self.commit)
        body(&repository)
        try await forge.createRepository(repository)
    }

    func effects(token: String? = "the-token", http: (any HTTPTransport)? = nil) -> Effects {
        var environment = world.environment
        environment["THE_TOKEN"] = token
        return Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: events,
            clock: clock,
            environment: environment,
            http: http ?? LiveHTTPTransport()
        )
    }

    func project(token: String? = "the-token") throws -> any ProjectForge {
        try repository([]).forge.map { try $0.project(with: effects(token: token)) } ?? { throw Missing() }()
    }

    private struct Missing: Error {}

    /// What was planned, with what is awaited of it.
    func repository(_ ready: [Readiness]) throws -> PlannedRepository {
        try PlannedRepository.sample(ready, forge: workspaceForge)
    }

    private var workspaceForge: WorkspaceForge {
        let path =
            switch kind {
            case .github: ""
            case .gitlab: "/api/v4"
            case .gitea: "/api/v1"
            }
        var place = WorkspaceForge(kind: kind, repository: "octo/tool", host: "example.org")
        place.api = forge.url + path
        place.tokenNames = ["THE_TOKEN"]
        return place
    }

    /// Looks once at what is awaited.
    func look(
        _ condition: Readiness.Condition,
        token: String? = "the-token",
        beside others: [Readiness.Condition] = []
    ) async throws -> ReadinessState {
        let repository = try repository(([condition] + others).map { Readiness(condition: $0) })
        return try await ReadinessProbe(effects(token: token))
            .check(Readiness(condition: condition), of: repository, commit: Self.commit)
    }

    /// Waits for what is awaited.
    func wait(
        _ ready: [Readiness],
        patience: ReadinessWait.Patience = ReadinessWait.Patience()
    ) async throws -> [String] {
        let effects = effects()
        return try await ReadinessWait(ReadinessProbe(effects), effects, patience: patience)
            .wait(for: repository(ready), commit: Self.commit)
    }

    /// All that was told, without what activities say of themselves.
    var messages: [String] {
        events.events.compactMap { if case .message(_, let text) = $0 { text } else { nil } }
    }
}

extension PlannedRepository {
    /// A repository whose `v1.0.0` was pushed.
    static func sample(_ ready: [Readiness], forge: WorkspaceForge? = nil) throws -> PlannedRepository {
        PlannedRepository(
            name: "tool",
            url: "https://example.org/octo/tool.git",
            branch: "main",
            wave: 1,
            needs: [],
            version: try Version("1.0.0"),
            tag: WaitStage.tag,
            previous: try Version("0.9.0"),
            head: WaitStage.commit,
            action: .release,
            changes: [],
            commitMessage: "Release 1.0.0",
            tagMessage: "tool 1.0.0",
            isSigned: false,
            via: .push,
            commit: WaitStage.commit,
            ready: ready,
            checks: .forge,
            forge: forge
        )
    }
}

/// A clock that stands still but for what is slept, after each of which a test may change the world.
final class SteppingClock: WallClock {
    private let waits = Mutex<[Duration]>([])
    private let step: @Sendable (Int) async throws -> Void
    /// Far enough from 1970 for all that is compared with it.
    private let start: Int64

    /// - Parameters:
    ///   - seconds: How long after other such clocks it begins.
    ///   - step: Runs in each sleep, with how many there have been.
    init(after seconds: Int64 = 0, _ step: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        start = 1_800_000_000 + seconds
        self.step = step
    }

    /// How long was slept, in order.
    var slept: [Duration] { waits.withLock(\.self) }
    var uptime: Duration { waits.withLock { $0.reduce(.zero, +) } }
    var secondsSinceEpoch: Int64 { start + uptime.components.seconds }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        let count = waits.withLock { waits in
            waits.append(duration)
            return waits.count
        }
        try await step(count)
        try Task.checkCancellation()
    }
}
