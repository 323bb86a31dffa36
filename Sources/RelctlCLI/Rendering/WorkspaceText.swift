import RelctlCore
import RelctlWorkspaces

/// A coordinated release as people read it.
struct WorkspaceText {
    let style: TextStyle

    /// The whole plan: waves, commits, tags, pushes, waits, and every change as a diff.
    func lines(_ plan: WorkspacePlan) -> [String] {
        var lines = [
            style.text("\(TerminalText.escaped(plan.workspace)) \(plan.version)", .bold),
            "  author  \(TerminalText.escaped("\(plan.author.name) <\(plan.author.email)>"))",
            "  date    \(UTCTime.dateAndTime(ofTimestamp: plan.time))",
        ]
        for wave in Set(plan.repositories.map(\.wave)).sorted() {
            lines += ["", style.text("wave \(wave)", .cyan)]
            for repository in plan.repositories where repository.wave == wave { lines += self.lines(repository) }
        }
        return lines
    }

    private func lines(_ repository: PlannedRepository) -> [String] {
        let name = style.text(TerminalText.escaped(repository.name), .bold)
        let previous = repository.previous.map { "\($0) -> " } ?? ""
        switch repository.action {
        case .unchanged: return ["  \(name)  unchanged since \(TerminalText.escaped(repository.tag))"]
        case .done: return ["  \(name)  \(TerminalText.escaped(repository.tag)) is there already"]
        case .release: break
        }
        var lines = ["  \(name)  \(previous)\(repository.version)"]
        let steps = steps(of: repository)
        lines += steps.map { "    " + TerminalText.escaped($0) }
        let diffs = repository.changes.flatMap { BumpText.lines($0.diff, style) }
        return lines + diffs.map { "      " + $0 }
    }

    /// What is done in a repository, one after the other.
    private func steps(of repository: PlannedRepository) -> [String] {
        let commit = (repository.commit ?? repository.requestCommit).map { " as \($0.prefix(12))" } ?? ""
        let head = "\(repository.branch) at \(repository.head.prefix(12))"
        var steps: [String] = []
        if repository.changes.isEmpty {
            steps.append("tag \(repository.tag) on \(head)")
        } else {
            steps.append("commit on \(head)\(commit): \(Self.subject(repository.commitMessage))")
            if repository.via == .pullRequest {
                steps.append("open a pull request from \(repository.requestBranch), wait for its merge")
            }
            steps.append("tag \(repository.tag)")
        }
        steps.append("push to \(repository.url)")
        steps += repository.ready.map { "wait for \(Self.text(of: $0.condition)), \($0.timeout) s at most" }
        return steps
    }

    private static func subject(_ message: String) -> String {
        message.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
    }

    /// What is waited for.
    static func text(of condition: Readiness.Condition) -> String {
        switch condition {
        case .run(let workflow): workflow.map { "the run of \($0)" } ?? "the tag's workflow runs"
        case .release(let assets):
            assets.isEmpty ? "the release" : "the release with " + assets.joined(separator: ", ")
        case .url(let url): url
        case .registry(let registry): "\(registry.package) \(registry.version) at \(registry.kind.rawValue)"
        case .command(let words): words.map { ShellWord.posix($0) }.joined(separator: " ")
        }
    }
}
