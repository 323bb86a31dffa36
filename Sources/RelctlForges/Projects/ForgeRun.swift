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
    package static func state(_ word: String) -> State {
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
    /// The newest run of each workflow, the oldest first.
    package var newestOfEachWorkflow: [ForgeRun] {
        Dictionary(map { ($0.workflow, $0) }) { $0.id > $1.id ? $0 : $1 }.values.sorted { $0.id < $1.id }
    }

    /// The workflows that these are runs of, each once, sorted bytewise.
    package var workflows: [String] { Set(map(\.workflow)).sortedBytewise() }
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
