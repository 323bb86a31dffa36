/// Takes a coordinated release back as planned; done again, it goes on where it was cut off.
package struct RollbackExecutor: Sendable {
    private let plan: WorkspacePlan
    private let rollback: RollbackPlan
    private let state: WorkspaceStateFolder
    private let surroundings: WorkspaceSurroundings

    /// Prepares to take back the release of `plan`, whose state is kept in `state`.
    package init(
        _ rollback: RollbackPlan,
        of plan: WorkspacePlan,
        state: WorkspaceStateFolder,
        in surroundings: WorkspaceSurroundings
    ) {
        self.rollback = rollback
        self.plan = plan
        self.state = state
        self.surroundings = surroundings
    }

    /// Does what is planned, and forgets the release when all of it is done.
    ///
    /// What several repositories share is taken back in the order of `after`; one that fails stops those before it alone.
    ///
    /// - Throws: ``RelctlError`` with exit code 3 that says what is left, and why; `CancellationError` if it was stopped.
    package func run(_ options: WorkspaceRunOptions = .init()) async throws {
        let holder = try WorkspaceOperator.current(plan, .rollback, surroundings.effects)
        let lock = try await WorkspaceLock.take(state, for: holder, effects: surroundings.effects)
        defer { withExtendedLifetime(lock) {} }
        try requirePlan()
        let history = try state.journal()
        // A run that was killed may have left its claim behind, with nothing else.
        guard !rollback.isEmpty || !history.claims.isEmpty else { return try finish(history) }
        let journal = try WorkspaceJournal(state, history, surroundings.effects)
        let request = try WorkspaceClaim.Request(plan, by: holder, state, options)
        let claim = try await WorkspaceClaim.take(request, surroundings, journal: journal)
        // Only now: what is being taken back is not gone on with, and a run that was kept out takes nothing back. Neither
        // does one that has nothing to take back.
        do { if !rollback.isEmpty { try state.save(rollback) } } catch {
            await claim?.release(journal, surroundings.effects)
            throw error
        }
        let run = WorkspaceRun(plan, history, journal, surroundings, claim)
        let ends = await ends(run)
        try await run.release(after: ends.compactMap(\.end.failure))
        guard !Task.isCancelled else { throw CancellationError() }
        let left = ends.filter { end in
            if case .done = end.end { return false }
            return true
        }
        guard left.isEmpty else {
            throw RelctlError.unfinished(
                "cannot take \(plan.version) of `\(plan.workspace)` back: "
                    + "\(left.count) of \(ends.count) repositories are left",
                left,
                hints: ["`relctl workspace rollback \(plan.version)` goes on once the cause is gone"]
            )
        }
        try finish(
            history,
            ends.compactMap { end in
                guard case .done(let waiting?) = end.end else { return nil }
                return (end.name, waiting)
            }
        )
    }

    /// Forgets the release, unless something stays only until somebody has done something, or all of it stays.
    private func finish(_ history: WorkspaceHistory, _ waiting: [(name: String, kept: KeptRelease)] = []) throws {
        let planned = rollback.repositories.flatMap { step in
            step.kept.filter(\.isForNow).map { (name: step.name, kept: $0) }
        }
        let left = planned + waiting
        guard left.isEmpty else {
            var hints: [String] = []
            for remedy in left.flatMap(\.kept.remedies) where !hints.contains(remedy) { hints.append(remedy) }
            throw RelctlError(
                "cannot take all of \(plan.version) of `\(plan.workspace)` back yet",
                code: .workspaceUnfinished,
                hints: hints + ["`relctl workspace rollback \(plan.version)` goes on then"],
                causes: left.map { RelctlError("`\($0.name)` keeps its \($0.kept.subject): \($0.kept.reason)") }
            )
        }
        guard rollback.isEmpty, !history.hasTakenBack, keepsRelease else { return try state.drop() }
        try state.dropRollback()
        let text = "nothing of \(plan.version) could be taken back: it is still what `relctl workspace status` shows"
        surroundings.effects.events.send(.message(.notice, text))
    }

    /// Whether something stays that this release made.
    private var keepsRelease: Bool {
        rollback.repositories.contains { !$0.kept.isEmpty && plan[$0.name]?.action == .release }
    }

    private func requirePlan() throws {
        guard try plan.digest() == rollback.plan else {
            throw RelctlError("cannot take a release back by the plan of another one", code: .usage)
        }
        // Without what was released, nobody could go on.
        if try !state.isThere() { try state.save(plan) }
    }

    /// How each repository's part ended, with what waits for others there.
    private func ends(_ run: WorkspaceRun) async -> [(name: String, end: WorkspaceSchedule.End<KeptRelease?>)] {
        var schedule = WorkspaceSchedule(rollback.repositories.map { .init(name: $0.name, needs: $0.after) })
        return await schedule.run { name in
            guard let step = rollback.repositories.first(where: { $0.name == name }),
                let repository = run.plan[name], !step.actions.isEmpty
            else { return nil }
            let activity = Activity(id: "rollback/\(name)", title: "taking \(name) \(repository.version) back")
            return try await run.surroundings.effects.events.during(activity) {
                var waiting: KeptRelease?
                for action in step.actions {
                    let undoing = RepositoryUndoing(repository: repository, rollback: rollback, run: run)
                    waiting = try await run.gate { try await undoing.perform(action) } ?? waiting
                }
                return waiting
            }
        } blocked: { _, _ in
        }
    }
}
