/// A run of a workflow, or a pipeline, as a forge tells of it.
package struct ForgeRun: Sendable, Hashable, Codable {
    /// The forge's number of it; a later run has a higher one, one that is run again keeps its own.
    package var id: Int64
    /// The workflow's file without its folder, such as `release.yml`; GitLab's pipelines are called `pipeline` unless they
    /// have a name.
    package var workflow: String
    /// How it stands.
    package var state: State
    /// The forge's own word for that, such as `timed_out`.
    package var word: String
    /// Where people look at it.
    package var url: String?

    /// How a run stands.
    package enum State: String, Sendable, Hashable, Codable {
        /// It is under way, or waits for a machine or a person.
        case unfinished
        /// It came to a good end.
        case succeeded
        /// It came to a bad end, or was stopped.
        case failed
        /// It ended without doing anything.
        case skipped
    }

    /// How a run stands, by the words that GitHub, GitLab, Gitea and Forgejo have for it; one that no forge is known to
    /// use counts as unfinished, so that nothing is built on it.
    static func state(_ word: String) -> State {
        switch word {
        case "success", "neutral": .succeeded
        case "skipped": .skipped
        case "failure", "failed", "error", "cancelled", "canceled", "timed_out", "startup_failure", "action_required",
            "stale":
            .failed
        default: .unfinished
        }
    }
}

extension Sequence<ForgeRun> {
    /// The workflows that these are runs of, each once, sorted bytewise.
    var workflows: [String] { Set(map(\.workflow)).sortedBytewise() }
}

/// What a forge knows of a commit beyond its content: a run, a job, or what somebody else says of it.
package struct ForgeCheck: Sendable, Hashable, Codable {
    /// What it is called.
    package var name: String
    /// How it stands.
    package var state: ForgeRun.State
    /// Where people look at it.
    package var url: String?
}

/// What the runs of a tag come to; pure.
package struct RunVerdict: Sendable, Hashable {
    /// The newest run of each workflow, the oldest first.
    package let runs: [ForgeRun]
    /// The workflow that counts; nothing for all.
    private let workflow: String?

    /// Judges runs.
    ///
    /// - Parameters:
    ///   - runs: All runs of a tag, in any order.
    ///   - workflow: The file of the workflow that counts, with or without its folder; nothing for all.
    package init(_ runs: [ForgeRun], workflow: String? = nil) {
        let wanted = workflow.map { String($0.splitAtSlashes().last ?? "") }
        let counted = runs.filter { run in wanted.map { run.workflow.equalsBytewise($0) } ?? true }
        let newest = Dictionary(counted.map { ($0.workflow, $0) }) { $0.id > $1.id ? $0 : $1 }
        self.runs = newest.values.sorted { $0.id < $1.id }
        self.workflow = wanted
    }

    /// Whether nothing was begun.
    package var isUnstarted: Bool { runs.isEmpty }

    /// The first run that failed.
    package var failed: ForgeRun? { runs.first { $0.state == .failed } }

    /// Whether nothing goes on any more.
    package var isOver: Bool { !runs.isEmpty && runs.allSatisfy { $0.state != .unfinished } }

    /// How it stands with a tag whose runs must succeed.
    package var state: ReadinessState {
        if let failed { return .failed(Self.text(failed), url: failed.url) }
        guard isOver else { return .pending(progress) }
        guard let last = runs.last(where: { $0.state == .succeeded }) else {
            return .failed("nothing was done: \(runs.map(Self.text).joined(separator: ", "))", url: runs.last?.url)
        }
        return .ready(Self.text(last))
    }

    /// How it stands with a tag that something else is awaited of: nothing stands against it, or what.
    package var obstacle: ReadinessState? {
        guard let failed else { return nil }
        // Another run may still bring what is awaited.
        return isOver ? .failed(Self.text(failed), url: failed.url) : .pending(progress)
    }

    /// What goes on, in words.
    package var progress: String {
        guard !runs.isEmpty else { return workflow.map { "no run of `\($0)` has started" } ?? "no run has started" }
        let shown = runs.filter { $0.state == .unfinished || $0.state == .failed }
        return shown.map { Self.text($0) + ($0.url.map { ": \($0)" } ?? "") }.joined(separator: "; ")
    }

    private static func text(_ run: ForgeRun) -> String {
        switch run.state {
        case .succeeded: "run of `\(run.workflow)` succeeded"
        case .skipped: "run of `\(run.workflow)` was skipped"
        case .failed:
            "run of `\(run.workflow)` failed" + (["failure", "failed"].contains(run.word) ? "" : " (`\(run.word)`)")
        case .unfinished: "run of `\(run.workflow)` is not finished (`\(run.word)`)"
        }
    }
}
