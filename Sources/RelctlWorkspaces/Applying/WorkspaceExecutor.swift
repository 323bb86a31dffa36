/// Carries a plan of a coordinated release out, from wherever the remotes are: the first time, or after whatever went
/// wrong.
///
/// Each repository begins as soon as all that it needs are ready; one that fails stops only those that need it.
package struct WorkspaceExecutor: Sendable {
    private let plan: WorkspacePlan
    private let state: WorkspaceStateFolder
    private let surroundings: WorkspaceSurroundings

    /// Prepares a run of `plan`, whose state is kept in `state`.
    package init(_ plan: WorkspacePlan, state: WorkspaceStateFolder, in surroundings: WorkspaceSurroundings) {
        self.plan = plan
        self.state = state
        self.surroundings = surroundings
    }

    /// Does what is left to do.
    ///
    /// - Returns: What became of each repository; failures of repositories are in there.
    /// - Throws: ``RelctlError`` if nothing could be begun: another run is at work, or nothing is released yet and a
    ///   repository is not as planned; or if another run has taken over; `CancellationError` if it was stopped, and can be resumed.
    package func run(_ options: WorkspaceRunOptions = .init()) async throws -> WorkspaceResult {
        let holder = try WorkspaceOperator.current(plan, .release, surroundings.effects)
        let lock = try await WorkspaceLock.take(state, for: holder, effects: surroundings.effects)
        defer { withExtendedLifetime(lock) {} }
        guard try state.rollback() == nil else {
            throw RelctlError(
                "cannot go on with `\(plan.workspace)` \(plan.version): it is being taken back",
                hints: ["`relctl workspace rollback \(plan.version)` finishes that"]
            )
        }
        return try await WorkspaceExecutor(try await completed(), state: state, in: surroundings)
            .run(options, holder)
    }

    private func run(_ options: WorkspaceRunOptions, _ holder: WorkspaceOperator) async throws -> WorkspaceResult {
        let standings = try await surroundings.standings(of: plan)
        try refuse(standings)
        try refuseOthers(standings)
        let wasThere = try state.isThere()
        // Another plan of the version forgets what was noted, but not what this machine may still hold.
        let left = try state.journal().claimsLeft
        try state.save(plan)
        var history = try state.journal()
        let journal = try WorkspaceJournal(state, history, surroundings.effects)
        let forgotten = left.subtracting(history.claimsLeft).sortedBytewise()
        for claim in forgotten { journal.note(.began, .claim, object: claim) }
        if !forgotten.isEmpty { history = try state.journal() }
        let request = try WorkspaceClaim.Request(plan, by: holder, state, options)
        var claim: WorkspaceClaim?
        // A run that was killed may have left its claim behind, whatever else it had finished.
        if standings.contains(where: \.isLeft) || !history.claimsLeft.isEmpty {
            do {
                claim = try await WorkspaceClaim.take(request, surroundings, journal: journal)
            } catch {
                // What was not begun is not the release that was last worked on; a claim that may have come to be is known
                // to be its own by the journal alone.
                if !wasThere, (try? state.journal().claimsLeft.isEmpty) == true { try? state.drop() }
                throw error
            }
        }
        let run = WorkspaceRun(plan, history, journal, surroundings, claim)
        var result = await outcomes(run)
        result.claimFailure = try await run.release(after: result.outcomes.compactMap(\.end.failure))
        if result.isFinished {
            journal.note(.ended, .finish)
            result.findings = await stalePins(result)
        }
        if Task.isCancelled, !result.isFinished {
            let next = "stopped; `relctl workspace resume \(plan.version)` goes on from here"
            surroundings.effects.events.send(.message(.notice, next))
            throw CancellationError()
        }
        return result
    }

    /// Tells of pins that still name what was released before.
    private func stalePins(_ result: WorkspaceResult) async -> [Finding] {
        // Whoever stops it now has released all the same.
        let findings = (try? await StalePinScan(plan, in: surroundings).findings(result.commits)) ?? []
        for finding in findings {
            let place = finding.place.map { "\($0): " } ?? ""
            surroundings.effects.events.send(.message(.warning, place + finding.message))
        }
        return findings
    }

    // MARK: Before anything is done

    /// The plan, with what another plan of this version began and did not finish.
    ///
    /// - Throws: ``RelctlError`` if that is not what this plan goes on from.
    private func completed() async throws -> WorkspacePlan {
        guard try state.isThere() else { return plan }
        let kept = try state.plan()
        let history = try state.journal()
        guard kept != plan, history.hasPushed, !history.isFinished else { return plan }
        let standings = try await surroundings.standings(of: kept)
        let begun = zip(kept.repositories, standings).filter { $0.action == .release && $1.mayHaveBegun }.map(\.0)
        return try plan.goingOn(from: begun)
    }

    /// Whether nothing of the plan is at any remote yet.
    ///
    /// - Throws: ``RelctlError`` if nothing is and a repository is not as planned, as ``run(_:)`` does.
    package func isUnbegun() async throws -> Bool {
        let standings = try await surroundings.standings(of: plan)
        try refuse(standings)
        return !hasBegun(standings)
    }

    private func hasBegun(_ standings: [RepositoryStanding]) -> Bool {
        zip(plan.repositories, standings).contains { $0.action == .release && $1.hasBegun }
    }

    /// Where nothing was done yet, nothing is begun that cannot be finished; later, what can be done is.
    private func refuse(_ standings: [RepositoryStanding]) throws {
        guard !hasBegun(standings) else { return }
        let refused = zip(plan.repositories, standings).compactMap { repository, standing in
            repository.refusal(standing).map { (name: repository.name, error: $0) }
        }
        let refusals = refused.map(\.error)
        guard !refusals.isEmpty else { return }
        throw RelctlError(
            "cannot begin the release of `\(plan.workspace)` \(plan.version): nothing was changed",
            code: refusals.contains { $0.code != .remoteUnavailable } ? .problemsFound : .remoteUnavailable,
            hints: RelctlError.hints(of: refused.map { (name: $0.name, error: $0.error) })
                + (refusals.contains(where: \.wantsNewPlan) ? [plan.replanning] : []),
            causes: refusals.map { RelctlError.untold($0) }
        )
    }

    /// Nothing is begun on top of what is half taken back; another run may have begun that since somebody looked.
    private func refuseOthers(_ standings: [RepositoryStanding]) throws {
        guard !hasBegun(standings) else { return }
        let others = try state.unfinishedOthers().filter { $0.severity == .error }
        guard !others.isEmpty else { return }
        throw RelctlError(
            "cannot begin the release of `\(plan.workspace)` \(plan.version): nothing was changed",
            code: .problemsFound,
            hints: others.flatMap(\.hints),
            causes: others.map { RelctlError($0.message) }
        )
    }

    // MARK: Doing it

    private func outcomes(_ run: WorkspaceRun) async -> WorkspaceResult {
        var schedule = WorkspaceSchedule(plan.repositories.map { .init(name: $0.name, needs: $0.needs) })
        let ends = await schedule.run { name in
            guard let repository = run.plan[name] else { return WorkspaceResult.Success.unchanged }
            return try await Self.release(repository, run)
        } blocked: { name, lacks in
            tell(name, "needs " + lacks.map { "`\($0)`" }.joined(separator: ", "))
        }
        return WorkspaceResult(plan: plan, outcomes: ends.map { .init(name: $0.name, end: $0.end) })
    }

    private static func release(_ repository: PlannedRepository, _ run: WorkspaceRun) async throws
        -> WorkspaceResult.Success
    {
        let events = run.surroundings.effects.events
        let activity = activity(of: repository.name, "releasing \(repository.name) \(repository.version)")
        events.send(.began(activity))
        do {
            let success = try await RepositoryRelease(repository: repository, run: run).finish()
            switch success {
            case .ready(let commit, let isNew, let detail):
                let what = "\(isNew ? "pushed" : "already pushed") \(commit.prefix(12))"
                events.send(.ended(activity.id, .succeeded(detail.map { "\(what), \($0)" } ?? what)))
            case .unchanged: events.send(.ended(activity.id, .skipped("unchanged since its last tag")))
            }
            return success
        } catch {
            let isStopped = error is CancellationError || Task.isCancelled
            events.send(.ended(activity.id, isStopped ? .skipped("stopped") : .failed))
            if !isStopped {
                // The other run's journal tells what becomes of it now.
                if (error as? RelctlError)?.code != .workspaceTakenOver {
                    run.journal.note(.failed, .run, of: repository.name, "\(error)")
                }
                // Others may go on for an hour before the run ends and says so.
                events.send(.message(.warning, failure(of: repository.name, error)))
            }
            throw error
        }
    }

    private static func failure(of name: String, _ error: any Error) -> String {
        let url = (error as? RelctlError)?.details["url"]
        return "`\(name)` failed: \(error)" + (url.map { ": \($0)" } ?? "")
    }

    private func tell(_ name: String, _ reason: String) {
        let activity = Self.activity(of: name, "releasing \(name)")
        surroundings.effects.events.send(.began(activity))
        surroundings.effects.events.send(.ended(activity.id, .skipped(reason)))
    }

    private static func activity(of name: String, _ title: String) -> Activity {
        Activity(id: "workspace/\(name)", title: title)
    }
}

extension WorkspaceSurroundings {
    /// How far each repository is, in the order of release; one that cannot be asked is said to be unknown.
    func standings(of plan: WorkspacePlan) async throws -> [RepositoryStanding] {
        try await mapConcurrently(plan.repositories, width: plan.jobs) { repository in
            do {
                return repository.standing(try await sight(of: repository), author: plan.author, time: plan.time)
            } catch let error as RelctlError {
                return .unknown("\(error)")
            }
        }
    }
}

extension WorkspacePlan {
    /// This plan, with what an earlier one of this version began: only that one knows which commits are the release's
    /// own, for when it is taken back.
    ///
    /// - Parameter begun: What the earlier plan says of the repositories that it began to release.
    /// - Returns: The plan of both.
    /// - Throws: ``RelctlError`` if this plan wants one of them at another commit.
    func goingOn(from begun: [PlannedRepository]) throws -> WorkspacePlan {
        var plan = self
        for earlier in begun {
            let index = plan.repositories.firstIndex { $0.name == earlier.name }
            guard let index, plan.repositories[index].goesOn(from: earlier) else {
                throw RelctlError(
                    "cannot begin another release of \(version): one was begun, and `\(earlier.name)` is released by it",
                    hints: [
                        "`relctl workspace resume \(version)` goes on with that one",
                        "`relctl workspace rollback \(version)` takes it back",
                    ]
                )
            }
            guard earlier.commit != nil || earlier.isRequested else { continue }
            let now = plan.repositories[index]
            plan.repositories[index] = earlier
            plan.repositories[index].wave = now.wave
            plan.repositories[index].needs = now.needs
            plan.repositories[index].ready = now.ready
        }
        return plan
    }
}

extension PlannedRepository {
    /// Whether this leads to the same as what an earlier plan of this version began.
    fileprivate func goesOn(from earlier: PlannedRepository) -> Bool {
        guard tag == earlier.tag else { return false }
        // What was merged since is on the branch: nothing is left to change.
        guard !earlier.isRequested else { return changes.isEmpty || requestCommit == earlier.requestCommit }
        return earlier.commit == nil || commit == earlier.commit
    }
}

extension RepositoryStanding {
    /// Whether something of the plan is at the remote, as far as can be seen.
    fileprivate var mayHaveBegun: Bool {
        if case .unknown = self { return true }
        return hasBegun
    }

    /// Whether a push is left to do.
    fileprivate var isLeft: Bool {
        switch self {
        case .pushed, .unchanged: false
        default: true
        }
    }
}
