/// Looks how far a coordinated release has come; nothing is changed, not even the state of a run.
package struct WorkspaceInspector: Sendable {
    private let plan: WorkspacePlan
    private let state: WorkspaceState?
    private let surroundings: WorkspaceSurroundings

    /// Prepares a look at the release of a plan.
    ///
    /// - Parameters:
    ///   - plan: What was planned.
    ///   - state: What runs on this machine wrote down; nothing for by what the remotes say alone.
    ///   - surroundings: What it is looked at with.
    package init(_ plan: WorkspacePlan, state: WorkspaceState? = nil, in surroundings: WorkspaceSurroundings) {
        self.plan = plan
        self.state = state
        self.surroundings = surroundings
    }

    /// What all remotes and forges have now; one that cannot be asked is said to be unknown.
    ///
    /// - Throws: `CancellationError` if it was stopped.
    package func status() async throws -> WorkspaceStatus {
        let (plan, surroundings) = (plan, surroundings)
        // First: what a run does that ends meanwhile is seen then.
        let worker = try await worker()
        let found = try await mapConcurrently(plan.repositories, width: plan.jobs) { repository in
            do {
                return try await Self.sight(of: repository, plan, surroundings)
            } catch let error as RelctlError {
                return StatusSight(.unknown("\(error)"))
            }
        }
        let sights = Dictionary(zip(plan.repositories.map(\.name), found)) { $1 }
        let history = try? state?.journal()
        return WorkspaceStatus(
            of: plan,
            sights: sights,
            history: history ?? WorkspaceHistory(reading: []),
            atWork: worker
        )
    }

    /// Who works on the workspace right now: on this machine by what it keeps, elsewhere by the claim.
    private func worker() async throws -> WorkspaceStatus.Worker? {
        let table = surroundings.effects.processTable
        if let state, let local = state.holder(), try await isAtWork(local, state) {
            return WorkspaceStatus.Worker(local, isLocal: true)
        }
        guard let first = plan.repositories.first else { return nil }
        let reference = WorkspaceClaim.reference(of: plan.workspace)
        do {
            let mirror = try await surroundings.mirrors.mirror(of: first.url)
            guard let object = try await mirror.look([reference]).claims[WorkspaceClaim.name(of: plan.workspace)],
                let holder = try await WorkspaceClaim.holder(object, reference, mirror)
            else { return nil }
            let isNoted = try state?.claims().contains(object) ?? false
            guard !holder.isOver(isNoted: isNoted, table) else { return nil }
            return WorkspaceStatus.Worker(holder, isLocal: false)
        } catch is RelctlError {
            // That the remote cannot be asked is said of the repository.
            return nil
        }
    }

    /// Whether the run that had the lock of this machine last still has it.
    private func isAtWork(_ holder: WorkspaceOperator, _ state: WorkspaceState) async throws -> Bool {
        let table = surroundings.effects.processTable
        if let isAtWork = holder.isAtWork(table) { return isAtWork && holder.process != table.current }
        // Where the system does not tell processes apart, or not those, the lock alone can.
        return try await WorkspaceLock.isHeld(state, surroundings.effects)
    }

    private static func sight(
        of repository: PlannedRepository,
        _ plan: WorkspacePlan,
        _ surroundings: WorkspaceSurroundings
    ) async throws -> StatusSight {
        let remote = try await surroundings.sight(of: repository)
        let standing = repository.standing(remote, author: plan.author, time: plan.time)
        let isKept = repository.action == .unchanged
        var sight = StatusSight(standing, isTagged: isKept || remote.tagged != nil)
        guard case .pushed(let commit) = standing else { return sight }
        if let forge = try surroundings.forges.project(of: repository), forge.hasToken || repository.asksForge {
            sight.forge = try await ForgeSight(of: repository, at: commit, forge)
        }
        let seen = sight.forge
        sight.readiness = try await mapConcurrently(repository.ready, width: 4) { readiness in
            do {
                return try await surroundings.probe.check(readiness, of: repository, commit: commit, knowing: seen)
            } catch let error as RelctlError {
                return .pending("it cannot be asked: \(error)")
            }
        }
        return sight
    }
}

extension PlannedRepository {
    /// Whether something is awaited of it that its forge tells.
    fileprivate var asksForge: Bool {
        ready.contains { readiness in
            switch readiness.condition {
            case .run, .release: true
            case .url, .registry, .command: false
            }
        }
    }
}
