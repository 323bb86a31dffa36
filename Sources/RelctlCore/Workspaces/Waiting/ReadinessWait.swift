/// Waits until what is awaited of a release holds: looks at it again and again, less often the longer it takes.
package struct ReadinessWait: Sendable {
    /// How much patience there is, beside what the workspace says of each condition.
    package struct Patience: Sendable, Hashable {
        /// How many looks in a row may come to nothing before the wait is given up.
        package var failures = 5
        /// The longest time between two looks, unless the first was longer.
        package var longestInterval: Duration = .seconds(60)
        /// After what time workflows of which no run has started are started, once; nothing for never.
        ///
        /// Forges start runs within seconds of a push, and minutes on bad days; a run too many publishes twice.
        package var dispatchesAfter: Duration? = .seconds(120)

        /// The usual patience.
        package init() {}
    }

    /// What ends a wait: the condition will not come to hold, or did not in time.
    package static let notReady = RelctlError.Code(name: "workspace.not_ready", exitCode: 1)

    private let probe: ReadinessProbe
    private let effects: Effects
    private let patience: Patience

    /// Waits by means of a probe.
    package init(_ probe: ReadinessProbe, _ effects: Effects, patience: Patience = Patience()) {
        self.probe = probe
        self.effects = effects
        self.patience = patience
    }

    /// Waits for all that is awaited of a repository's release, of each thing beside the others.
    ///
    /// - Parameters:
    ///   - repository: The repository, as it was planned.
    ///   - commit: The commit that is tagged.
    /// - Returns: What each condition came to, in their order.
    /// - Throws: ``RelctlError`` of code `workspace.not_ready` as soon as one will not come to hold, or did not in time; of
    ///   another code if one cannot be looked at; `CancellationError`.
    package func wait(for repository: PlannedRepository, commit: String) async throws -> [String] {
        guard !repository.ready.isEmpty else { return [] }
        // One of them alone may start what did not start by itself.
        let starter = repository.ready.indices.min { Self.rank(repository.ready[$0]) < Self.rank(repository.ready[$1]) }
        return try await mapConcurrently(
            Array(repository.ready.enumerated()),
            width: repository.ready.count
        ) { index, readiness in
            let activity = Activity(
                id: "workspace/\(repository.name)/ready/\(index)",
                title: "waiting for \(readiness.subject(of: repository))"
            )
            return try await effects.events.during(activity) {
                try await wait(for: readiness, repository, commit, mayStart: index == starter)
            }
        }
    }

    /// How near a condition is to the workflows of a tag.
    private static func rank(_ readiness: Readiness) -> Int {
        switch readiness.condition {
        case .run: 0
        case .release: 1
        case .registry, .url, .command: 2
        }
    }

    private func wait(
        for readiness: Readiness,
        _ repository: PlannedRepository,
        _ commit: String,
        mayStart: Bool
    ) async throws -> String {
        let start = effects.clock.uptime
        let limit = Duration.seconds(readiness.timeout)
        var interval = Duration.seconds(max(1, readiness.interval))
        var progress = Progress(repository.name, mayStart: mayStart)
        while true {
            let look = try await look(readiness, repository, commit, &progress)
            switch look.state {
            case .ready(let text): return text
            case .failed(let reason, let url): throw failure(readiness, repository, reason, url)
            case .pending(let reason): progress.tell(reason, effects.events)
            }
            let passed = effects.clock.uptime - start
            if look.isUnstarted, let after = patience.dispatchesAfter, passed >= after, progress.mayStart {
                progress.mayStart = false
                try await startWorkflows(readiness, repository)
            }
            guard passed < limit else { throw lateness(readiness, repository, progress.reason) }
            try await effects.clock.sleep(for: min(interval, limit - passed))
            interval = max(interval, min(interval * 1.5, patience.longestInterval))
        }
    }

    /// What a wait remembers between two looks.
    private struct Progress {
        let name: String
        var mayStart: Bool
        var failures = 0
        var reason: String?

        init(_ name: String, mayStart: Bool) {
            self.name = name
            self.mayStart = mayStart
        }

        /// Says why it is not ready yet, once for each reason.
        mutating func tell(_ reason: String, _ events: any EventSink) {
            guard reason != self.reason else { return }
            self.reason = reason
            events.send(.message(.notice, "`\(name)` is not ready: \(reason)"))
        }
    }

    /// Looks, and lets a few looks come to nothing: servers have bad moments, and a wait is long.
    private func look(
        _ readiness: Readiness,
        _ repository: PlannedRepository,
        _ commit: String,
        _ progress: inout Progress
    ) async throws -> ReadinessProbe.Look {
        do {
            let look = try await probe.look(readiness, of: repository, commit: commit)
            progress.failures = 0
            return look
        } catch let error as RelctlError where error.code == .remoteUnavailable {
            progress.failures += 1
            guard progress.failures < patience.failures else {
                var error = error
                error.hints.append("it was looked at \(progress.failures) times in a row; resume when it answers again")
                throw error
            }
            return ReadinessProbe.Look(state: .pending(error.description))
        }
    }

    /// Starts workflows that should have started by themselves; where that is refused, they may still do so.
    private func startWorkflows(_ readiness: Readiness, _ repository: PlannedRepository) async throws {
        let place = "for `\(repository.tag)` of `\(repository.name)`"
        do {
            let started = try await probe.start(readiness.condition, of: repository)
            guard !started.isEmpty else { return }
            let names = started.map { "`\($0)`" }.joined(separator: ", ")
            effects.events.send(.message(.notice, "no run has started \(place): started \(names)"))
        } catch let error as RelctlError {
            let hint = error.hints.first ?? "does it have the trigger `workflow_dispatch`?"
            effects.events.send(.message(.warning, "no run has started \(place), and none could be: \(error); \(hint)"))
        }
    }

    // MARK: Errors

    private func failure(
        _ readiness: Readiness,
        _ repository: PlannedRepository,
        _ reason: String,
        _ url: String?
    ) -> RelctlError {
        RelctlError(
            "cannot go on after `\(repository.name)`: \(reason)",
            code: Self.notReady,
            details: ["repository": repository.name].merging(url.map { ["url": $0] } ?? [:]) { $1 },
            hints: (url.map { ["look at it, and run it again there when it is mended: \($0)"] } ?? [])
                + ["`relctl workspace resume` then waits for it anew"]
        )
    }

    private func lateness(
        _ readiness: Readiness,
        _ repository: PlannedRepository,
        _ reason: String?
    ) -> RelctlError {
        RelctlError(
            "cannot go on after `\(repository.name)`: waited \(readiness.timeout) s for "
                + readiness.subject(of: repository),
            code: Self.notReady,
            details: ["repository": repository.name],
            hints: ["`relctl workspace resume` waits on; `timeout` says for how long"],
            causes: reason.map { [RelctlError($0)] } ?? []
        )
    }
}
