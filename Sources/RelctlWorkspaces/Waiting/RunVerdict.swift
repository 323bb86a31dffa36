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
        self.runs = counted.newestOfEachWorkflow
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
