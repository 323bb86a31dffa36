/// How far a coordinated release has come, repository by repository, as the remotes and forges have it.
package struct WorkspaceStatus: Sendable, Hashable, Encodable {
    /// The workspace's name.
    package var workspace: String
    /// The version that is released.
    package var version: Version
    /// Who works on the workspace right now, on whatever version; nothing where nobody does, as far as can be seen.
    package var atWork: Worker?
    /// The repositories in the order of release.
    package var repositories: [RepositoryStatus]

    /// A run that is at work.
    package struct Worker: Sendable, Hashable, Encodable {
        /// Who it is, in a sentence.
        package var text: String
        /// The machine.
        package var host: String
        /// The person's name there.
        package var user: String
        /// When it began, in seconds since 1970.
        package var since: Int64
        /// What it does; nothing where it does not say so.
        package var activity: WorkspaceOperator.Activity?
        /// The version that it works on.
        package var version: String
        /// Whether it is a run of this machine, which is known to be alive, and whose journal is the one that is kept here.
        package var isLocal: Bool

        init(_ holder: WorkspaceOperator, isLocal: Bool) {
            (text, host, user, since) = (holder.words, holder.host, holder.user, holder.since)
            (activity, version) = (holder.activity, holder.version)
            self.isLocal = isLocal
        }
    }

    /// Whether nothing is left to do.
    package var isFinished: Bool { repositories.allSatisfy(\.isReady) }

    /// Whether a run is at work on this version.
    package var isAtWork: Bool { atWork?.version == version.description }

    /// Whether something may change although nobody begins a run: one is at work on it, a forge or a person still is, or
    /// a remote may answer again.
    package var isMoving: Bool {
        isAtWork
            || repositories.contains { repository in
                switch (repository.state, repository.standing) {
                // The branch of a pull request that was not opened is merged by nobody.
                case (.requested, .requested), (.pushed, _), (.unknown, _): true
                default: false
                }
            }
    }

    /// Judges what was seen.
    ///
    /// - Parameters:
    ///   - plan: What was planned.
    ///   - sights: What was seen of each repository, by name.
    ///   - history: What runs on this machine wrote down.
    ///   - worker: Who works on the workspace right now.
    package init(
        of plan: WorkspacePlan,
        sights: [String: StatusSight],
        history: WorkspaceHistory = WorkspaceHistory(reading: []),
        atWork worker: Worker? = nil
    ) {
        workspace = plan.workspace
        version = plan.version
        atWork = worker
        repositories = []
        let isRunning = isAtWork
        // What another machine's run meets, the journals of this one do not tell, and what they tell is overtaken.
        let isOvertaken = isRunning && worker?.isLocal == false
        // What keeps each from beginning, directly or not.
        var causes: [String: [String]] = [:]
        for repository in plan.repositories {
            let sight = sights[repository.name] ?? StatusSight(.unknown("it was not looked at"))
            var status = RepositoryStatus(of: repository, sight)
            let isOthers = status.state == .pushed && !history.knowsPush(of: repository.name)
            if !isOvertaken, !isOthers {
                let failure = history.failure(of: repository.name, isRunning: isRunning)
                // What is there would say so itself if its pull request were still closed.
                let isOver = failure.map { repository.refusal(.refused(url: ""))?.message == $0 } ?? false
                status.explain(by: isOver ? nil : failure)
            }
            if status.state == .pending {
                status.waitsFor = repository.needs.filter { name in
                    !repositories.contains { $0.name == name && $0.isReady }
                }
                let found = repository.needs.flatMap { causes[$0] ?? [] }
                status.block(by: found.enumerated().filter { found.firstIndex(of: $1) == $0 }.map(\.element))
            }
            if status.state == .blocked {
                causes[repository.name] = status.waitsFor
            } else if status.ready == .failed {
                causes[repository.name] = [repository.name]
            }
            repositories.append(status)
        }
    }
}

/// What was seen of a repository whose release goes on.
package struct StatusSight: Sendable, Hashable {
    /// How far it has come.
    package var standing: RepositoryStanding
    /// Whether the remote has the tag, wherever it leads.
    package var isTagged: Bool
    /// What was found of each condition, in the plan's order; nothing before the tag is there.
    package var readiness: [ReadinessState]
    /// What the forge has; nothing where it was not asked.
    package var forge: ForgeSight?

    /// Describes what was seen.
    package init(_ standing: RepositoryStanding, isTagged: Bool = false, readiness: [ReadinessState] = []) {
        (self.standing, self.isTagged, self.readiness) = (standing, isTagged, readiness)
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
    /// Whether the remote has the tag, wherever it leads.
    package var isTagged: Bool
    /// The commit that is or will be tagged, once the remote has it.
    package var commit: String?
    /// The commit that the plan says will be tagged, where that is known beforehand.
    package var plannedCommit: String?
    /// How far it has come, in a word.
    package var state: State
    /// Whether those that need it may begin, or will not.
    package var ready: Ready
    /// Why it is no further, where more is known than the state's word.
    package var reason: String?
    /// The repositories that it waits for; of those that will not begin, what keeps them from it.
    package var waitsFor: [String] = []
    /// How it stands with the tag's runs; nothing where no forge was asked.
    package var run: ForgeSight.Item?
    /// How it stands with the tag's release; nothing where no forge was asked.
    package var release: ForgeSight.Item?
    /// What the remote has.
    package var standing: RepositoryStanding
    /// What was found of each condition, in the plan's order; nothing before the tag is there.
    package var conditions: [Condition]

    /// How far a repository has come.
    package enum State: String, Sendable, Hashable, Encodable {
        /// Nothing was done.
        case pending
        /// Nothing was done, and nothing will be before something that it needs is mended.
        case blocked
        /// A pull request waits.
        case requested
        /// The pull request was closed without being merged.
        case closed
        /// Half of the push is there.
        case committed, tagged
        /// Commit and tag are there, and something is not ready.
        case pushed
        /// Everything that needs it may begin.
        case ready
        /// It has not changed since its last tag, and is left out.
        case unchanged
        /// A run came to a bad end here, or something that it waits for has failed.
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

    /// Whether those that need a repository may begin.
    package enum Ready: String, Sendable, Hashable, Encodable {
        /// They may.
        case ready
        /// Not yet.
        case waiting
        /// Not before somebody has mended what is wrong here.
        case failed
        /// Not before somebody has mended what is wrong with something that it needs.
        case blocked
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

    /// Whether nothing is left to do.
    var isReady: Bool { ready == .ready }

    init(of repository: PlannedRepository, _ sight: StatusSight) {
        name = repository.name
        wave = repository.wave
        version = repository.version
        tag = repository.tag
        standing = sight.standing
        isTagged = sight.isTagged
        commit = repository.action == .unchanged ? repository.commit : standing.commit
        plannedCommit = repository.commit
        conditions = zip(repository.ready, sight.readiness).map { Condition(condition: $0.condition, found: $1) }
        run = sight.forge?.run(awaited: repository.ready.map(\.condition))
        release = sight.forge?.release
        state = Self.state(standing, sight.readiness, of: repository.ready.count)
        ready = Self.ready(state)
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
        case .refused: return .closed
        case .tagGone: return .failed
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

    private static func ready(_ state: State) -> Ready {
        switch state {
        case .ready, .unchanged: .ready
        case .pending, .requested, .committed, .tagged, .pushed: .waiting
        case .closed, .failed, .moved, .foreignTag, .foreignBranch: .failed
        case .blocked: .blocked
        case .unknown: .unknown
        }
    }

    /// Takes up why the last run that came here gave up, where what is there does not tell.
    mutating func explain(by failure: String?) {
        guard ready == .waiting, let failure else { return }
        (state, ready, reason) = (.failed, .failed, failure)
    }

    /// Takes up what keeps it from beginning, if something does.
    mutating func block(by causes: [String]) {
        guard !causes.isEmpty else { return }
        (state, ready, waitsFor) = (.blocked, .blocked, causes)
    }
}
