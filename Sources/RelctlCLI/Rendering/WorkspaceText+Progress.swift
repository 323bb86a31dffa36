import RelctlCore
import RelctlWorkspaces

extension WorkspaceText {
    /// What a run came to.
    func lines(_ result: WorkspaceResult) -> [String] {
        result.finished.map { name, success in
            let planned = result.plan[name]
            let name = TerminalText.escaped(name)
            let tag = TerminalText.escaped(planned?.tag ?? "")
            switch success {
            case .unchanged: return "\(name): unchanged since \(tag)"
            case .ready(let commit, let isNew, let detail):
                let said = detail.map { ", " + TerminalText.escaped($0) } ?? ""
                return "\(name): \(tag) at \(commit.prefix(12))\(isNew ? "" : ", there already")\(said)"
            }
        }
    }

    /// How far a release has come: a line for each repository, and below what there is to say of it.
    func lines(_ status: WorkspaceStatus) -> [String] {
        var table = Table(
            ["REPOSITORY", "WAVE", "COMMIT", "TAG", "RUN", "RELEASE", "READY"].map { .left($0) }
        )
        for repository in status.repositories {
            table.append([
                TerminalText.escaped(repository.name), String(repository.wave),
                repository.commit.map { String($0.prefix(12)) } ?? "-",
                repository.isTagged ? TerminalText.escaped(repository.tag) : "-",
                repository.run?.state.rawValue ?? "-", repository.release?.state.rawValue ?? "-",
                Self.word(repository.state),
            ])
        }
        let remarks = status.repositories.compactMap { repository in
            Self.remark(repository).map { "\(TerminalText.escaped(repository.name)): \(TerminalText.escaped($0))" }
        }
        let worker = status.atWork.map { [TerminalText.escaped($0.text)] } ?? []
        return table.lines(style) + (remarks.isEmpty && worker.isEmpty ? [] : [""]) + remarks + worker
    }

    private static func word(_ state: RepositoryStatus.State) -> String {
        switch state {
        case .pending, .requested, .committed, .tagged, .pushed: "waiting"
        case .foreignTag: "foreign tag"
        case .foreignBranch: "foreign branch"
        case .blocked, .closed, .ready, .unchanged, .failed, .moved, .unknown: state.rawValue
        }
    }

    /// What a person wants to know beyond the state's word.
    private static func remark(_ repository: RepositoryStatus) -> String? {
        if let reason = repository.reason { return reason }
        switch repository.standing {
        case .requested(let url): return "its pull request waits to be merged: \(url)"
        case .refused(let url): return "its pull request was closed without being merged: \(url)"
        case .moved(let tip, let commits, let isRewritten):
            let now = tip.map { "at \($0.prefix(12))" } ?? "gone"
            return "the branch is \(now)" + (isRewritten ? ", and has lost the planned commit" : "")
                + (commits.isEmpty ? "" : ": " + commits.joined(separator: "; "))
        case .foreignTag(let commit, let rival):
            return "the tag is at \(commit.prefix(12))" + (rival.map { ", released by another run: \($0)" } ?? "")
        case .foreignBranch(let tip, let what):
            return "the branch of the pull request is at \(tip.prefix(12))" + (what.isEmpty ? "" : ", \(what)")
        case .proposed: return "the pull request is not open yet"
        case .tagGone: return "the tag was there, and is gone"
        case .unknown(let reason): return reason
        case .committed: return "the commit is on the branch, and not tagged"
        case .tagged: return "the tag is there, and its commit is not on the branch"
        case .pending:
            let names = repository.waitsFor.map { "`\($0)`" }.joined(separator: ", ")
            return names.isEmpty ? nil : "has to wait for \(names)"
        case .unchanged, .pushed: break
        }
        let texts = repository.conditions.compactMap { condition -> String? in
            switch condition.found {
            case .ready: nil
            case .pending(let text): text
            case .failed(let text, let url): text + (url.map { ": \($0)" } ?? "")
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// How a release is taken back.
    func lines(_ rollback: RollbackPlan) -> [String] {
        var lines = rollback.repositories.flatMap { repository in
            let name = TerminalText.escaped(repository.name)
            return repository.actions.map { "\(name): \(Self.text(of: $0))" }
                + repository.kept.flatMap { kept in
                    ["\(name): keeps its \(TerminalText.escaped(kept.subject)): \(TerminalText.escaped(kept.reason))"]
                        + kept.remedies.map { "  " + TerminalText.escaped($0) }
                }
                + repository.remarks.map { "\(name): \(TerminalText.escaped($0))" }
        }
        if lines.isEmpty { lines = ["nothing is at any remote"] }
        return lines
    }

    private static func text(of action: RollbackAction) -> String {
        let text =
            switch action {
            case .deleteDraft(let release): "delete the draft of \(release.tag)"
            case .closeRequest(let request): "close the pull request \(request.url ?? String(request.number))"
            case .deleteBranch(let name, _): "delete the branch \(name)"
            case .deleteTag(let name, _): "delete the tag \(name)"
            case .revert(let revert):
                (revert.requestBranch.map { "open a pull request from \($0) to " } ?? "")
                    + "revert \(revert.reverted.prefix(12)) on \(revert.branch)"
                    + (revert.commit.map { " by \($0.prefix(12))" } ?? "")
            }
        return TerminalText.escaped(text) + (action.visibility == .writers ? ", which only writers have seen" : "")
    }
}
