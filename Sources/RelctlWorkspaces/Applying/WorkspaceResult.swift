/// What a run of a coordinated release came to.
package struct WorkspaceResult: Sendable {
    /// What was planned.
    package var plan: WorkspacePlan
    /// What became of each repository, in the order of release.
    var outcomes: [Outcome]
    /// What was found when all was done: pins that still name the versions before.
    package var findings: [Finding] = []
    /// The error if the remote keeps the claim of the run; nil if it is gone.
    var claimFailure: RelctlError?

    /// What became of a repository.
    struct Outcome: Sendable {
        /// Its name.
        var name: String
        /// What became of it.
        var end: WorkspaceSchedule.End<Success>
    }

    /// How a repository's part ended well.
    package enum Success: Sendable, Hashable {
        /// Released and ready, at this commit; whether this run pushed something.
        case ready(commit: String, isNew: Bool, detail: String?)
        /// Left out, as nothing has changed since its last tag.
        case unchanged
    }

    /// What became of a repository, for those who do something with it.
    package struct RepositoryOutcome: Sendable {
        /// Its name.
        package var name: String
        /// What became of it, in a word.
        package var state: State
        /// The commit that is tagged.
        package var commit: String?
        /// Whether this run pushed something.
        package var isNew = false
        /// What was waited for, in words.
        package var detail: String?
        /// Why it failed.
        package var error: (any Error)?
        /// The repositories that it would have had to wait for.
        package var lacks: [String] = []

        /// What became of a repository.
        package enum State: String, Sendable, Encodable {
            /// It is released, and all that is awaited of it is there.
            case ready
            /// It is left out, as nothing has changed since its last tag.
            case unchanged
            /// It is not ready, for a reason.
            case failed
            /// It was not begun, as what it needs is not ready.
            case blocked
            /// The run was stopped before it was ready.
            case stopped
        }
    }

    /// What became of each repository, in the order of release.
    package var repositories: [RepositoryOutcome] {
        outcomes.map { outcome in
            switch outcome.end {
            case .done(.ready(let commit, let isNew, let detail)):
                RepositoryOutcome(name: outcome.name, state: .ready, commit: commit, isNew: isNew, detail: detail)
            case .done(.unchanged): RepositoryOutcome(name: outcome.name, state: .unchanged)
            case .failed(let error): RepositoryOutcome(name: outcome.name, state: .failed, error: error)
            case .blocked(let names): RepositoryOutcome(name: outcome.name, state: .blocked, lacks: names)
            case .stopped: RepositoryOutcome(name: outcome.name, state: .stopped)
            }
        }
    }

    /// Whether nothing is left to do.
    package var isFinished: Bool { left.isEmpty }

    /// The repositories that are done, in the order of release.
    package var finished: [(name: String, success: Success)] {
        outcomes.compactMap { outcome in
            guard case .done(let success) = outcome.end else { return nil }
            return (outcome.name, success)
        }
    }

    /// The commits that are released, by repository; those of the last release where nothing has changed.
    var commits: [String: String] {
        var commits: [String: String] = [:]
        for (name, success) in finished {
            switch success {
            case .ready(let commit, _, _): commits[name] = commit
            case .unchanged: commits[name] = plan[name]?.head
            }
        }
        return commits
    }

    private var left: [Outcome] {
        outcomes.filter { outcome in
            if case .done = outcome.end { return false }
            return true
        }
    }

    /// What is left, why, and how to go on, with exit code 3; nil if all is done.
    package var failure: RelctlError? {
        guard !isFinished else { return claimFailure }
        let wantNewPlan = left.compactMap(\.end.failure).map { ($0 as? RelctlError)?.wantsNewPlan ?? false }
        let isBegun = repositories.contains { $0.state == .ready }
        let kept = "; what is released already stays as it is"
        let resuming = "`relctl workspace resume \(plan.version)` goes on once the cause is gone"
        return .unfinished(
            "cannot finish the release of `\(plan.workspace)` \(plan.version): "
                + "\(left.count) of \(outcomes.count) repositories are not ready",
            left.map { ($0.name, $0.end) },
            hints: (wantNewPlan.contains(true) ? [plan.replanning + (isBegun ? kept : "")] : [])
                // Where every plan is behind, this one is not gone on with.
                + (!wantNewPlan.isEmpty && wantNewPlan.allSatisfy(\.self) ? [] : [resuming])
                + ["`relctl workspace status \(plan.version)` shows how far each repository is"]
        )
    }
}

extension RelctlError {
    /// What is left of several repositories, why, and how to go on.
    static func unfinished<Value>(
        _ message: String,
        _ left: [(name: String, end: WorkspaceSchedule.End<Value>)],
        hints: [String]
    ) -> RelctlError {
        let causes = left.map { name, end -> RelctlError in
            switch end {
            case .failed(let error):
                return RelctlError("`\(name)` failed", causes: [untold(error)])
            case .blocked(let names):
                let list = names.map { "`\($0)`" }.joined(separator: ", ")
                return RelctlError("`\(name)` was not begun: it has to wait for \(list)")
            case .stopped, .done: return RelctlError("`\(name)` was stopped")
            }
        }
        return RelctlError(
            message,
            code: .workspaceUnfinished,
            details: ["left": left.map(\.name).joined(separator: " ")],
            hints: Self.hints(of: left.compactMap { end in end.end.failure.map { (name: end.name, error: $0) } })
                + hints,
            causes: causes
        )
    }
}

extension WorkspacePlan {
    /// What to do where remotes have moved on past the plan.
    package var replanning: String {
        "`relctl workspace release \(version)` plans again, and goes on from what is there"
    }
}

extension RelctlError {
    /// Whether no run of the same plan can go on.
    package var wantsNewPlan: Bool { code == .headMoved || code == .releasedByAnother }

    /// A failure without the hints that are told beside it, with the repositories that they are for.
    static func untold(_ error: any Error) -> any Error {
        guard var error = error as? RelctlError else { return error }
        error.hints = []
        error.causes = error.causes.map { untold($0) }
        return error
    }

    /// The hints of a failure and of its causes.
    package var allHints: [String] { hints + causes.flatMap { ($0 as? RelctlError)?.allHints ?? [] } }

    /// What failures of several repositories hint at, each hint once with those that it is for.
    static func hints(of failures: [(name: String, error: any Error)]) -> [String] {
        var hints: [(text: String, names: [String])] = []
        for failure in failures {
            for hint in (failure.error as? RelctlError)?.allHints ?? [] {
                if let index = hints.firstIndex(where: { $0.text == hint }) {
                    let name = "`\(failure.name)`"
                    if !hints[index].names.contains(name) { hints[index].names.append(name) }
                } else {
                    hints.append((hint, ["`\(failure.name)`"]))
                }
            }
        }
        return hints.map { "\($0.names.joined(separator: ", ")): \($0.text)" }
    }
}

extension WorkspaceSchedule.End {
    /// Why it did not end well, if it was not for something else.
    var failure: (any Error)? {
        guard case .failed(let error) = self else { return nil }
        return error
    }
}

extension RelctlError.Code {
    /// Some repositories of a workspace are released and others are not; resuming goes on.
    package static let workspaceUnfinished = RelctlError.Code(name: "workspace.unfinished", exitCode: 3)
}
