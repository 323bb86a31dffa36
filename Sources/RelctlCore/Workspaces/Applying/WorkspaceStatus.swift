/// How far a coordinated release has come, repository by repository, as the remotes and forges have it.
package struct WorkspaceStatus: Sendable, Hashable, Encodable {
    /// The workspace's name.
    package var workspace: String
    /// The version that is released.
    package var version: Version
    /// The repositories in the order of release.
    package var repositories: [RepositoryStatus]

    /// Whether nothing is left to do.
    package var isFinished: Bool { repositories.allSatisfy { $0.state == .ready || $0.state == .unchanged } }

    /// Judges what was seen.
    ///
    /// - Parameters:
    ///   - plan: What was planned.
    ///   - standings: How far each repository has come at its remote, by name.
    ///   - readiness: What was found of each condition, in the order of the plan's, by name.
    package init(
        of plan: WorkspacePlan,
        standings: [String: RepositoryStanding],
        readiness: [String: [ReadinessState]]
    ) {
        workspace = plan.workspace
        version = plan.version
        repositories = plan.repositories.map { repository in
            RepositoryStatus(
                of: repository,
                standings[repository.name] ?? .unknown("it was not looked at"),
                readiness[repository.name] ?? []
            )
        }
    }
}

/// How far one repository has come.
package struct RepositoryStatus: Sendable, Hashable, Encodable {
    /// What the workspace calls it.
    package var name: String
    /// Its wave, from 1.
    package var wave: Int
    /// Its version.
    package var version: Version
    /// The tag.
    package var tag: String
    /// The commit that is or will be tagged, where it is known.
    package var commit: String?
    /// How far it has come, in a word.
    package var state: State
    /// What the remote has.
    package var standing: RepositoryStanding
    /// What was found of each condition, in the plan's order; nothing before the tag is there.
    package var conditions: [Condition]

    /// How far a repository has come.
    package enum State: String, Sendable, Hashable, Encodable {
        /// Nothing was done.
        case pending
        /// A pull request waits.
        case requested
        /// Half of the push is there.
        case committed, tagged
        /// Commit and tag are there, and something is not ready.
        case pushed
        /// Everything that needs it may begin.
        case ready
        /// It has not changed since its last tag, and is left out.
        case unchanged
        /// Something that it waits for has failed.
        case failed
        /// The branch has moved since the plan was made.
        case moved
        /// The tag is at another commit.
        case foreignTag
        /// The branch of the pull request is somebody else's, or of another release.
        case foreignBranch
        /// The remote could not be asked.
        case unknown
    }

    /// A condition and what was found.
    package struct Condition: Sendable, Hashable, Encodable {
        /// What is waited for.
        package var condition: Readiness.Condition
        /// What was found.
        package var found: ReadinessState
    }

    init(of repository: PlannedRepository, _ standing: RepositoryStanding, _ found: [ReadinessState]) {
        name = repository.name
        wave = repository.wave
        version = repository.version
        tag = repository.tag
        commit = standing.commit ?? repository.commit
        self.standing = standing
        conditions = zip(repository.ready, found).map { Condition(condition: $0.condition, found: $1) }
        state = Self.state(standing, found, of: repository.ready.count)
    }

    private static func state(_ standing: RepositoryStanding, _ found: [ReadinessState], of count: Int) -> State {
        switch standing {
        case .pending: return .pending
        case .unchanged: return .unchanged
        case .proposed, .requested: return .requested
        case .committed: return .committed
        case .tagged: return .tagged
        case .moved: return .moved
        case .foreignTag: return .foreignTag
        case .foreignBranch: return .foreignBranch
        case .refused, .tagGone: return .failed
        case .unknown: return .unknown
        case .pushed:
            var readyCount = 0
            for state in found {
                switch state {
                case .ready: readyCount += 1
                case .pending: continue
                case .failed: return .failed
                }
            }
            return readyCount == count ? .ready : .pushed
        }
    }
}
