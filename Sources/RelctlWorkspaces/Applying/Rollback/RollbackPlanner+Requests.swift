/// How pull requests are taken back, and how others take back what they merged.
extension RollbackPlanner {
    /// Closes the request that was not merged, and removes the branch that relctl pushed for it.
    func withdraw(_ repository: PlannedRepository, _ sight: RollbackSight, _ step: inout RepositoryRollback) {
        guard let change = sight.requested else { return }
        if let request = change.request, request.state == .open { step.actions.append(.closeRequest(request)) }
        guard change.hasBranch, let tip = sight.remote.requestTip else { return }
        guard tip == change.commit else {
            return step.kept.append(Self.foreignBranch(repository.requestBranch, at: tip))
        }
        step.actions.append(.deleteBranch(name: repository.requestBranch, commit: tip))
    }

    /// Others merge what takes a merged commit back, as they did that one.
    func requestRevert(
        _ revert: PlannedRevert,
        _ repository: PlannedRepository,
        _ found: RollbackSight.RevertRequest,
        _ step: inout RepositoryRollback
    ) {
        var revert = revert
        revert.requestBranch = repository.revertBranch
        switch found.request?.state {
        case .open where found.isOwn: return step.kept.append(.waiting(revert, found.request?.place ?? ""))
        case .closed where found.isOwn: return step.kept.append(Self.refused(revert, found.request?.place ?? ""))
        case .open, .closed, .merged, nil: break
        }
        if let tip = found.tip {
            guard found.isOwn else {
                var kept = Self.foreignBranch(repository.revertBranch, at: tip)
                kept.isForNow = true
                kept.remedies.append("then roll back again: the commit is taken back by a branch of this name")
                return step.kept.append(kept)
            }
            revert.commit = tip
        }
        step.actions.append(.revert(revert))
    }

    /// Once the commit is taken back, nobody needs what should have done it.
    func removeRevert(
        _ repository: PlannedRepository,
        _ found: RollbackSight.RevertRequest,
        _ step: inout RepositoryRollback
    ) {
        guard found.isOwn, let tip = found.tip else { return }
        if let request = found.request, request.state == .open { step.actions.append(.closeRequest(request)) }
        step.actions.append(.deleteBranch(name: repository.revertBranch, commit: tip))
    }

    // MARK: What stays

    static func foreignBranch(_ branch: String, at tip: String) -> KeptRelease {
        KeptRelease(
            subject: "branch `\(branch)`",
            reason: "it is at `\(tip.prefix(12))`, which is not what relctl pushed for this release",
            remedies: ["see whose it is, and delete it by hand if nobody needs it"]
        )
    }

    private static func refused(_ revert: PlannedRevert, _ place: String) -> KeptRelease {
        KeptRelease(
            subject: revert.subject,
            reason: "the pull request that reverts it was closed without being merged: \(place)",
            remedies: ["open it again and have it merged, or revert by hand; then roll back again"],
            isForNow: true
        )
    }
}

extension PlannedRevert {
    /// What is reverted.
    fileprivate var subject: String { "commit \(reverted.prefix(12)) on `\(branch)`" }
}

extension KeptRelease {
    /// A commit whose revert waits for those who merge.
    static func waiting(_ revert: PlannedRevert, _ place: String) -> KeptRelease {
        KeptRelease(
            subject: revert.subject,
            reason: "the pull request that reverts it waits to be merged: \(place)",
            remedies: ["have it merged; then roll back again"],
            isForNow: true
        )
    }
}
