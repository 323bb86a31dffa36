/// Takes a coordinated release back as planned; done again, it goes on where it was cut off.
package struct RollbackExecutor: Sendable {
    private let plan: WorkspacePlan
    private let rollback: RollbackPlan
    private let state: WorkspaceState
    private let surroundings: WorkspaceSurroundings

    /// Prepares to take back the release of `plan`, whose state is kept in `state`.
    package init(
        _ rollback: RollbackPlan,
        of plan: WorkspacePlan,
        state: WorkspaceState,
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
        let holder = try await WorkspaceOperator.current(plan, surroundings.effects)
        let lock = try WorkspaceLock.take(state, for: holder, files: surroundings.effects.files)
        defer { withExtendedLifetime(lock) {} }
        try requirePlan()
        let history = try state.journal()
        // A run that was killed may have left its claim behind, with nothing else.
        guard !rollback.isEmpty || history.lastObject(.began, .claim) != nil else { return try finish() }
        try state.save(rollback)
        let journal = try WorkspaceJournal(state, history, surroundings.effects)
        let request = WorkspaceClaim.Request(
            plan: plan,
            holder: holder,
            known: history.lastObject(.began, .claim),
            takesOver: options.takesOver
        )
        let claim = try await WorkspaceClaim.take(request, surroundings, journal: journal)
        let run = WorkspaceRun(plan: plan, history: history, journal: journal, surroundings: surroundings)
        let ends = await ends(run)
        await claim?.release(journal, events: surroundings.effects.events)
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
        try finish()
    }

    /// Forgets the release, unless something stays only because it could not be looked at.
    private func finish() throws {
        let unseen = rollback.repositories.flatMap { step in
            step.kept.filter(\.isForNow).map { RelctlError("`\(step.name)` keeps its \($0.subject): \($0.reason)") }
        }
        guard unseen.isEmpty else {
            throw RelctlError(
                "cannot take all of \(plan.version) of `\(plan.workspace)` back: not everything could be looked at",
                code: .workspaceUnfinished,
                hints: ["`relctl workspace rollback \(plan.version)` goes on once it can be"],
                causes: unseen
            )
        }
        try state.drop()
    }

    private func requirePlan() throws {
        guard try plan.digest() == rollback.plan else {
            throw RelctlError("cannot take a release back by the plan of another one", code: .usage)
        }
        // Without what was released, nobody could go on.
        if try !state.isThere() { try state.save(plan) }
    }

    private func ends(_ run: WorkspaceRun) async -> [(name: String, end: WorkspaceSchedule.End<Void>)] {
        var schedule = WorkspaceSchedule(rollback.repositories.map { .init(name: $0.name, needs: $0.after) })
        return await schedule.run { name in
            guard let step = rollback.repositories.first(where: { $0.name == name }),
                let repository = run.plan[name], !step.actions.isEmpty
            else { return }
            let activity = Activity(id: "rollback/\(name)", title: "taking \(name) \(repository.version) back")
            try await run.surroundings.effects.events.during(activity) {
                for action in step.actions {
                    let undoing = RepositoryUndoing(repository: repository, rollback: rollback, run: run)
                    try await run.gate { try await undoing.perform(action) }
                }
            }
        } blocked: { _, _ in
        }
    }
}

/// Does one step back, unless it is done already.
struct RepositoryUndoing: Sendable {
    let repository: PlannedRepository
    let rollback: RollbackPlan
    let run: WorkspaceRun

    private static let patience = Duration.seconds(600)

    func perform(_ action: RollbackAction) async throws {
        switch action {
        case .deleteDraft(let draft):
            try await journaled(.deleteDraft, draft.id) { try await forge().deleteDraft(draft) }
        case .closeRequest(let request):
            guard try await run.surroundings.request(of: repository)?.state == .open else { return }
            try await journaled(.closeRequest, request.place) { try await forge().close(request) }
        case .deleteBranch(let name, let commit):
            try await delete("refs/heads/\(name)", commit, .deleteBranch) { $0.branches[name] }
        case .deleteTag(let name, let object):
            try await requireUnpublished()
            try await delete("refs/tags/\(name)", object, .deleteTag) { $0.tagObjects[name] }
        case .revert(let revert): try await push(revert)
        }
    }

    private func journaled(
        _ step: WorkspaceRecord.Step,
        _ object: String,
        _ body: () async throws -> Void
    ) async throws {
        try await run.journal.during(step, of: repository.name, object: object, body)
    }

    private func forge() throws -> any ProjectForge {
        guard let forge = try run.surroundings.forges.project(of: repository) else {
            throw RelctlError("cannot ask the forge of `\(repository.name)`: none is known of it")
        }
        return forge
    }

    /// What was published since the way back was planned stays.
    private func requireUnpublished() async throws {
        guard repository.forge != nil, let release = try await forge().release(of: repository.tag) else { return }
        throw RelctlError(
            "cannot delete the tag `\(repository.tag)` of `\(repository.name)`: its release is published by now",
            details: ["release": release.url ?? release.id],
            hints: ["plan the rollback again: it will say what can be done about it"]
        )
    }

    /// Deletes a reference, if it is there and nobody changed it.
    private func delete(
        _ reference: String,
        _ object: String,
        _ step: WorkspaceRecord.Step,
        _ find: (RemoteReferences) -> String?
    ) async throws {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        guard let there = find(try await mirror.look()) else { return }
        guard there == object else {
            throw RelctlError(
                "cannot delete `\(reference.shortReference)` of `\(repository.name)`: it is at \(there.prefix(12)) by now, "
                    + "and was at \(object.prefix(12)) when this was planned",
                code: .headMoved,
                hints: ["somebody else has changed it; plan the rollback again"]
            )
        }
        do {
            try await journaled(step, object) {
                let update = MirrorUpdate(object: nil, reference: reference, expected: .object(object))
                try await mirror.push([update], timeout: Self.patience)
            }
        } catch let error as RelctlError {
            // Whatever git reports, the remote says what came of it.
            guard try await find(mirror.look()) == nil else { throw error }
        }
    }

    private func push(_ revert: PlannedRevert) async throws {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        guard try await !isDone(revert, mirror) else { return }
        if try await !mirror.has(revert.head) { try await mirror.fetch([revert.head], depth: 1) }
        let made = try await mirror.make(revert.commit(by: rollback.author, time: rollback.time))
        do {
            try await journaled(.revert, made) {
                let update = MirrorUpdate(object: made, reference: "refs/heads/\(revert.branch)")
                try await mirror.push([update], timeout: Self.patience)
            }
        } catch let error as RelctlError {
            guard try await isDone(revert, mirror) else { throw error }
        }
    }

    /// Whether the branch has the commit that undoes.
    private func isDone(_ revert: PlannedRevert, _ mirror: GitMirror) async throws -> Bool {
        let tip = try await mirror.look().branches[revert.branch]
        guard let tip, tip != revert.head else {
            guard tip == nil else { return false }
            throw RelctlError("cannot revert on `\(revert.branch)` of `\(repository.name)`: the branch is gone")
        }
        let since = try await mirror.commits(from: revert.head, to: tip)
        let isDone = since.contains { record in
            if let commit = revert.commit { return record.hash == commit }
            return record.parents == [revert.head] && record.timestamp == rollback.time
                && record.subject == CommitRecord.parts(ofMessage: Array(revert.message.utf8)[...]).subject
        }
        guard !isDone else { return true }
        throw RelctlError(
            "cannot revert on `\(revert.branch)` of `\(repository.name)`: it has moved since this was planned",
            code: .headMoved,
            hints: ["plan the rollback again"],
            causes: since.prefix(10).map { RelctlError("committed since: \($0.shortHash) \($0.subject)") }
        )
    }
}
