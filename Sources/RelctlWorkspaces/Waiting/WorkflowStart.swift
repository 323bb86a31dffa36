import Synchronization

/// Starts workflows of which no run has begun although their tag was pushed; what one repository's waits share.
final class WorkflowStart: Sendable {
    private let push: TagPush
    private let repository: PlannedRepository
    private let probe: ReadinessProbe
    private let effects: Effects
    /// The conditions that may start something.
    private let starters: Set<Int>
    private let state = Mutex(State())

    private struct State {
        /// The conditions that have tried.
        var tried: Set<Int> = []
        /// When something was started last.
        var time: Duration?
    }

    init(_ repository: PlannedRepository, after push: TagPush, _ probe: ReadinessProbe, _ effects: Effects) {
        self.repository = repository
        self.push = push
        self.probe = probe
        self.effects = effects
        starters = Self.starters(repository)
    }

    /// Those conditions that are nearest to the workflows of a tag: each workflow that is named, else one condition alone.
    private static func starters(_ repository: PlannedRepository) -> Set<Int> {
        var named: [String: Int] = [:]
        var nearest: (rank: Int, index: Int)?
        for (index, readiness) in repository.ready.enumerated() {
            let rank: Int
            switch readiness.condition {
            case .run(let workflow?):
                let file = workflow.splitAtSlashes().last.map(String.init) ?? workflow
                if named[file] == nil { named[file] = index }
                rank = 0
            case .run(nil): rank = 1
            case .release: rank = 2
            case .registry, .url, .command: rank = 3
            }
            if rank < nearest?.rank ?? .max { nearest = (rank, index) }
        }
        // All of a GitLab project's jobs belong to one pipeline.
        guard named.isEmpty || repository.forge?.kind == .gitlab else { return Set(named.values) }
        return nearest.map { [$0.index] } ?? []
    }

    /// How long a condition waits from now on before it starts something; nothing for ever.
    ///
    /// - Parameters:
    ///   - index: The condition's number.
    ///   - patience: How long after the push, unless the condition's time is short.
    /// - Returns: The time; zero where it has passed.
    func delay(of index: Int, _ patience: ReadinessWait.Patience) -> Duration? {
        guard repository.forge != nil, starters.contains(index), let most = patience.dispatchesAfter,
            let age = push.age(of: workflow(of: index), now: effects.clock.secondsSinceEpoch)
        else { return nil }
        let half = Duration.seconds(repository.ready[index].timeout) / 2
        return max(.zero, min(most - age, max(half, patience.dispatchesNotBefore - age)))
    }

    private func workflow(of index: Int) -> String? {
        if case .run(let workflow) = repository.ready[index].condition { workflow } else { nil }
    }

    /// When something was started last.
    var time: Duration? { state.withLock(\.time) }

    /// Starts what a condition waits for, once; where that is refused, it may still begin by itself.
    ///
    /// - Parameters:
    ///   - index: The condition's number.
    ///   - permission: Throws where nothing may be started any more.
    /// - Throws: What `permission` does; `CancellationError`.
    func start(_ index: Int, after permission: () async throws -> Void) async throws {
        guard state.withLock({ $0.tried.insert(index).inserted }) else { return }
        try await permission()
        let place = "for `\(repository.tag)` of `\(repository.name)`"
        do {
            let wanted = try await probe.startable(repository.ready[index].condition, of: repository)
            guard !wanted.isEmpty else { return }
            let started = try await push.ordering(workflow(of: index)) {
                try await probe.start(wanted, of: repository)
            }
            state.withLock { $0.time = effects.clock.uptime }
            let names = started.map { "`\($0)`" }.joined(separator: ", ")
            effects.events.send(.message(.notice, "no run has started \(place): started \(names)"))
        } catch let error as RelctlError {
            let hint = error.hints.first ?? "does it have the trigger `workflow_dispatch`?"
            effects.events.send(.message(.warning, "no run has started \(place), and none could be: \(error); \(hint)"))
        }
    }
}
