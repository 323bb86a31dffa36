/// What a run of a coordinated release came to.
package struct WorkspaceResult: Sendable {
    /// What was planned.
    package var plan: WorkspacePlan
    /// What became of each repository, in the order of release.
    var outcomes: [Outcome]

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

    /// Whether nothing is left to do.
    package var isFinished: Bool { left.isEmpty }

    /// The repositories that are done, in the order of release.
    package var finished: [(name: String, success: Success)] {
        outcomes.compactMap { outcome in
            guard case .done(let success) = outcome.end else { return nil }
            return (outcome.name, success)
        }
    }

    private var left: [Outcome] {
        outcomes.filter { outcome in
            if case .done = outcome.end { return false }
            return true
        }
    }

    /// What is left, why, and how to go on, with exit code 3; nothing where all is done.
    package var failure: RelctlError? {
        guard !isFinished else { return nil }
        return .unfinished(
            "cannot finish the release of `\(plan.workspace)` \(plan.version): "
                + "\(left.count) of \(outcomes.count) repositories are not ready",
            left.map { ($0.name, $0.end) },
            hints: [
                "`relctl workspace resume \(plan.version)` goes on once the cause is gone",
                "`relctl workspace status \(plan.version)` shows how far each repository is",
            ]
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
                return RelctlError("`\(name)` failed", causes: [error])
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
            hints: Self.hints(of: left.compactMap(\.end.failure)) + hints,
            causes: causes
        )
    }
}

extension RelctlError {
    /// What several failures hint at, each hint once.
    static func hints(of failures: [any Error]) -> [String] {
        var hints: [String] = []
        for failure in failures {
            for hint in (failure as? RelctlError)?.hints ?? [] where !hints.contains(hint) { hints.append(hint) }
        }
        return hints
    }
}

extension WorkspaceSchedule.End {
    fileprivate var failure: (any Error)? {
        guard case .failed(let error) = self else { return nil }
        return error
    }
}

extension RelctlError.Code {
    /// Some repositories of a workspace are released and others are not; resuming goes on.
    package static let workspaceUnfinished = RelctlError.Code(name: "workspace.unfinished", exitCode: 3)
}
