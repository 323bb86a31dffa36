/// Waits until what is awaited of a release holds: looks at it again and again, less often the longer it takes.
package struct ReadinessWait: Sendable {
    /// How much patience there is, beside what the workspace says of each condition.
    package struct Patience: Sendable, Hashable {
        /// How many looks in a row may come to nothing before the wait is given up.
        package var failures = 5
        /// The longest time between two looks, unless the first was longer.
        package var longestInterval: Duration = .seconds(60)
        /// How long after the push workflows of which no run has started are started, once; nothing for never.
        ///
        /// Half of a condition's time is enough, where that is shorter.
        /// Forges start runs within seconds of a push, and minutes on bad days; a run too many publishes twice.
        package var dispatchesAfter: Duration? = .seconds(120)
        /// How long after the push they are left to start by themselves, however short a condition's time is.
        package var dispatchesNotBefore: Duration = .seconds(10)

        /// The usual patience.
        package init() {}
    }

    /// What ends a wait: the condition will not come to hold, or did not in time.
    package static let notReady = RelctlError.Code(name: "workspace.not_ready", exitCode: 1)

    private let probe: ReadinessProbe
    private let effects: Effects
    private let patience: Patience
    /// Throws where nothing may be started any more.
    var beforeStart: @Sendable () async throws -> Void = {}

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
    ///   - push: What is known of the push of its tag.
    /// - Returns: What each condition came to, in their order.
    /// - Throws: ``RelctlError`` of code `workspace.not_ready` as soon as one will not come to hold, or did not in time; of
    ///   another code if one cannot be looked at; `CancellationError`.
    package func wait(
        for repository: PlannedRepository,
        commit: String,
        after push: TagPush = TagPush()
    ) async throws -> [String] {
        guard !repository.ready.isEmpty else { return [] }
        let starting = WorkflowStart(repository, after: push, probe, effects)
        return try await mapConcurrently(
            Array(repository.ready.indices),
            width: repository.ready.count
        ) { index in
            let activity = Activity(
                id: "workspace/\(repository.name)/ready/\(index)",
                title: "waiting for \(repository.ready[index].subject(of: repository))"
            )
            return try await effects.events.during(activity) {
                try await wait(for: index, repository, commit, starting)
            }
        }
    }

    private func wait(
        for index: Int,
        _ repository: PlannedRepository,
        _ commit: String,
        _ starting: WorkflowStart
    ) async throws -> String {
        let (readiness, start) = (repository.ready[index], effects.clock.uptime)
        let limit = Duration.seconds(readiness.timeout)
        let due = starting.delay(of: index, patience).map { start + $0 }
        var interval = Duration.seconds(max(1, readiness.interval))
        var progress = Progress(repository.name)
        while true {
            let look = try await look(readiness, repository, commit, &progress)
            switch look.state {
            case .ready(let text): return text
            case .failed(let reason, let url): throw failure(readiness, repository, reason, url)
            case .pending(let reason): progress.tell(reason, effects.events)
            }
            if look.isUnstarted, let due, due <= effects.clock.uptime {
                try await starting.start(index, after: beforeStart)
            }
            let now = effects.clock.uptime
            // What was started by hand takes as long as what starts by itself.
            let left = max(start, starting.time ?? start) + limit - now
            guard left > .zero else { throw lateness(readiness, repository, now - start, progress.reason) }
            let untilDue = due.map { $0 - now }.flatMap { $0 > .zero ? $0 : nil }
            try await effects.clock.sleep(for: min(interval, left, untilDue ?? left))
            interval = max(interval, min(interval * 1.5, patience.longestInterval))
        }
    }

    /// What a wait remembers between two looks.
    private struct Progress {
        let name: String
        var failures = 0
        var reason: String?

        init(_ name: String) { self.name = name }

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
        _ passed: Duration,
        _ reason: String?
    ) -> RelctlError {
        RelctlError(
            "cannot go on after `\(repository.name)`: waited \(passed.components.seconds) s for "
                + readiness.subject(of: repository),
            code: Self.notReady,
            details: ["repository": repository.name],
            hints: [
                "`relctl workspace resume` waits as long again for the same",
                "if it takes longer, or something else is to be awaited, change `timeout` or `ready` of "
                    + "`\(repository.name)` in the workspace's file: `relctl workspace release` of this version then "
                    + "goes on by that",
            ],
            causes: reason.map { [RelctlError($0)] } ?? []
        )
    }
}
