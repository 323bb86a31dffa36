import RelctlCore

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

    /// How far a release has come.
    func lines(_ status: WorkspaceStatus) -> [String] {
        var table = Table([
            .left("REPOSITORY"), .left("WAVE"), .left("TAG"), .left("COMMIT"), .left("STATE"), .left("WHAT"),
        ])
        for repository in status.repositories {
            table.append([
                TerminalText.escaped(repository.name), String(repository.wave),
                TerminalText.escaped(repository.tag),
                repository.commit.map { String($0.prefix(12)) } ?? "-", Self.word(repository.state),
                TerminalText.escaped(Self.remark(repository)),
            ])
        }
        return table.lines(style)
    }

    private static func word(_ state: RepositoryStatus.State) -> String {
        switch state {
        case .foreignTag: "foreign tag"
        case .foreignBranch: "foreign branch"
        default: state.rawValue
        }
    }

    /// What a person wants to know beyond the state's word.
    private static func remark(_ repository: RepositoryStatus) -> String {
        switch repository.standing {
        case .requested(let url), .refused(let url): return url
        case .moved(let tip, let commits):
            return "the branch is at \(tip?.prefix(12) ?? "nothing"): " + commits.joined(separator: "; ")
        case .foreignTag(let commit, let rival):
            return "the tag is at \(commit.prefix(12))" + (rival.map { ", released by another run: \($0)" } ?? "")
        case .foreignBranch(let tip, let what):
            return "the branch of the pull request is at \(tip.prefix(12))" + (what.isEmpty ? "" : ", \(what)")
        case .proposed: return "the pull request is not open yet"
        case .tagGone: return "the tag was there, and is gone"
        case .unknown(let reason): return reason
        case .pending, .unchanged, .committed, .tagged, .pushed: break
        }
        return repository.conditions.map { condition in
            switch condition.found {
            case .ready(let text), .pending(let text): text
            case .failed(let text, let url): text + (url.map { ": \($0)" } ?? "")
            }
        }
        .joined(separator: "; ")
    }

    /// How a release is taken back.
    func lines(_ rollback: RollbackPlan) -> [String] {
        var lines = rollback.repositories.flatMap { repository in
            let name = TerminalText.escaped(repository.name)
            return repository.actions.map { "\(name): \(Self.text(of: $0))" }
                + repository.kept.flatMap { kept in
                    ["\(name): \(TerminalText.escaped(kept.subject)) stays: \(TerminalText.escaped(kept.reason))"]
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
