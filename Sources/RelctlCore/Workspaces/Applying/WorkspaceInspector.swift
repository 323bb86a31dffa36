/// Looks how far a coordinated release has come; nothing is changed, not even the state of a run.
package struct WorkspaceInspector: Sendable {
    private let plan: WorkspacePlan
    private let surroundings: WorkspaceSurroundings

    /// Prepares a look at the release of a plan.
    package init(_ plan: WorkspacePlan, in surroundings: WorkspaceSurroundings) {
        self.plan = plan
        self.surroundings = surroundings
    }

    /// What all remotes and forges have now; one that cannot be asked is said to be unknown.
    ///
    /// - Throws: `CancellationError` if it was stopped.
    package func status() async throws -> WorkspaceStatus {
        let (plan, surroundings) = (plan, surroundings)
        let found = try await mapConcurrently(plan.repositories, width: plan.jobs) { repository in
            do {
                let sight = try await surroundings.sight(of: repository)
                let standing = repository.standing(sight, author: plan.author, time: plan.time)
                guard case .pushed(let commit) = standing else { return (standing, [ReadinessState]()) }
                return (standing, try await Self.readiness(of: repository, commit, surroundings))
            } catch let error as RelctlError {
                return (.unknown("\(error)"), [])
            }
        }
        var standings: [String: RepositoryStanding] = [:]
        var readiness: [String: [ReadinessState]] = [:]
        for (repository, (standing, states)) in zip(plan.repositories, found) {
            standings[repository.name] = standing
            readiness[repository.name] = states
        }
        return WorkspaceStatus(of: plan, standings: standings, readiness: readiness)
    }

    private static func readiness(
        of repository: PlannedRepository,
        _ commit: String,
        _ surroundings: WorkspaceSurroundings
    ) async throws -> [ReadinessState] {
        try await mapConcurrently(repository.ready, width: 4) { readiness in
            do {
                return try await surroundings.probe.check(readiness, of: repository, commit: commit)
            } catch let error as RelctlError {
                return .pending("it cannot be asked: \(error)")
            }
        }
    }
}
