internal import Synchronization

/// Looks how far a coordinated release has come, once or again and again; nothing is changed, not even the state of a run.
package final class WorkspaceInspector: Sendable {
    private let plan: WorkspacePlan
    private let state: WorkspaceStateFolder?
    private let surroundings: WorkspaceSurroundings
    /// What the last look found of repositories that are ready, with nothing going on at their forges: those are not asked
    /// again, because they count requests, and the rest may take hours.
    private let settled = Mutex<[String: StatusSight]>([:])

    /// Prepares a look at the release of a plan.
    ///
    /// - Parameters:
    ///   - plan: What was planned.
    ///   - state: What runs on this machine wrote down; nothing for by what the remotes say alone.
    ///   - surroundings: What it is looked at with.
    package init(_ plan: WorkspacePlan, state: WorkspaceStateFolder? = nil, in surroundings: WorkspaceSurroundings) {
        self.plan = plan
        self.state = state
        self.surroundings = surroundings
    }

    /// What all remotes and forges have now; one that cannot be asked is said to be unknown.
    ///
    /// - Throws: `CancellationError` if it was stopped.
    package func status() async throws -> WorkspaceStatus {
        // First: what a run does that ends meanwhile is seen then.
        let worker = try await worker()
        let found = try await mapConcurrently(plan.repositories, width: plan.jobs) { repository in
            do {
                return try await self.sight(of: repository)
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

    /// Who works on the workspace right now: on this machine by what it keeps, elsewhere by the claim; nothing where nobody
    /// does, as far as can be seen.
    ///
    /// - Throws: `CancellationError` if it was stopped.
    package func worker() async throws -> WorkspaceStatus.Worker? {
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
    private func isAtWork(_ holder: WorkspaceOperator, _ state: WorkspaceStateFolder) async throws -> Bool {
        let table = surroundings.effects.processTable
        if let isAtWork = holder.isAtWork(table) { return isAtWork && holder.process != table.current }
        // Where the system does not tell processes apart, or not those, the lock alone can.
        return try await WorkspaceLock.isHeld(state, surroundings.effects)
    }

    private func sight(of repository: PlannedRepository) async throws -> StatusSight {
        let remote = try await surroundings.sight(of: repository)
        let standing = repository.standing(remote, author: plan.author, time: plan.time)
        let isKept = repository.action == .unchanged
        var sight = StatusSight(standing, isTagged: isKept || remote.tagged != nil)
        guard case .pushed(let commit) = standing else { return sight }
        if let known = settled.withLock({ $0[repository.name] }), known.standing == standing { return known }
        if let forge = try surroundings.forges.project(of: repository), forge.hasToken || repository.asksForge {
            sight.forge = try await ForgeSight(of: repository, at: commit, forge)
        }
        let seen = sight.forge
        sight.readiness = try await mapConcurrently(repository.ready, width: 4) { [surroundings] readiness in
            do {
                return try await surroundings.probe.check(readiness, of: repository, commit: commit, knowing: seen)
            } catch let error as RelctlError {
                return .pending("it cannot be asked: \(error)")
            }
        }
        if sight.isSettled(awaited: repository.ready) {
            settled.withLock { [sight] in $0[repository.name] = sight }
        }
        return sight
    }
}

extension StatusSight {
    /// Whether everything that is awaited is there, and nothing that the forge tells goes on.
    fileprivate func isSettled(awaited: [Readiness]) -> Bool {
        let isReady = readiness.allSatisfy { if case .ready = $0 { true } else { false } }
        guard isReady else { return false }
        guard let forge else { return true }
        guard forge.release.state != .unknown else { return false }
        return switch forge.run(awaited: awaited.map(\.condition)).state {
        case .succeeded, .failed: true
        // One that nobody waits for may still begin.
        case .none: !awaited.isEmpty
        case .queued, .running, .draft, .published, .unknown: false
        }
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
