/// Decides how a release is taken back, by what others can have seen of it; pure.
package struct RollbackPlanner: Sendable {
    private let plan: WorkspacePlan
    private let sights: [String: RollbackSight]

    /// Plans for what was seen of each repository, by name.
    package init(_ plan: WorkspacePlan, sights: [String: RollbackSight]) {
        self.plan = plan
        self.sights = sights
    }

    /// The way back.
    ///
    /// - Parameter time: When the commits that revert say they were made, in seconds since 1970.
    /// - Returns: The plan, with those repositories first that need others.
    /// - Throws: What digesting the plan throws.
    package func plan(time: Int64) throws -> RollbackPlan {
        var steps: [RepositoryRollback] = []
        // What is published needs what it was made with.
        var keepers: [String: String] = [:]
        for repository in plan.repositories.reversed() {
            let dependents = plan.repositories.filter { $0.needs.contains(repository.name) }.map(\.name)
            let keeper = dependents.compactMap { keepers[$0] }.first
            if let reason = keeper ?? published(repository) { keepers[repository.name] = reason }
            steps.append(step(repository, after: dependents, keeper: keeper))
        }
        return RollbackPlan(
            workspace: plan.workspace,
            version: plan.version,
            plan: try plan.digest(),
            time: time,
            author: plan.author,
            repositories: steps
        )
    }

    /// The name of the repository, if it is published, or may be as far as can be seen.
    private func published(_ repository: PlannedRepository) -> String? {
        guard let sight = sights[repository.name], sight.mayHaveTag(of: repository) else { return nil }
        return sight.isPublished || !sight.blindness.isEmpty ? repository.name : nil
    }

    private func step(_ repository: PlannedRepository, after: [String], keeper: String?) -> RepositoryRollback {
        var step = RepositoryRollback(name: repository.name, after: after, actions: [], kept: [], remarks: [])
        guard let sight = sights[repository.name] else { return step }
        guard repository.action == .release else {
            if repository.action == .done { step.kept.append(Self.older(repository)) }
            return step
        }
        switch sight.standing {
        case .moved where sight.hasTag(of: repository): undoRelease(repository, sight, keeper, &step)
        case .foreignTag(let commit, let rival): step.kept.append(Self.foreign(repository, at: commit, by: rival))
        case .foreignBranch(let tip, _): step.kept.append(Self.foreignBranch(repository.requestBranch, at: tip))
        case .moved where sight.revert != nil, .committed: undoCommit(repository, sight, &step)
        case .unknown(let reason):
            step.kept.append(Self.unreached(repository, reason))
            if sight.isPublished { step.kept += Self.immutable(repository, sight) }
            return step
        case .pending, .unchanged, .moved, .tagGone: return step
        case .proposed, .requested, .refused: break
        case .tagged, .pushed: undoRelease(repository, sight, keeper, &step)
        }
        withdraw(repository, sight, &step)
        return step
    }

    // MARK: What is undone

    private func undoRelease(
        _ repository: PlannedRepository,
        _ sight: RollbackSight,
        _ keeper: String?,
        _ step: inout RepositoryRollback
    ) {
        if let keeper {
            step.kept.append(Self.needed(repository, by: keeper, sights[keeper]))
        } else if sight.isPublished {
            step.kept += Self.immutable(repository, sight)
        } else if !sight.blindness.isEmpty {
            step.kept += sight.blindness.map { Self.unseen(repository, $0) }
        } else {
            undoTag(repository, sight, &step)
            undoCommit(repository, sight, &step)
        }
    }

    /// Somebody else's tag says what happened here, and relctl does not know it.
    private static func foreign(_ repository: PlannedRepository, at commit: String, by rival: String?) -> KeptRelease {
        if let rival {
            return KeptRelease(
                subject: "`\(repository.tag)` at `\(commit.prefix(12))`",
                reason: "another run released it: \(rival)",
                remedies: ["where that run was, `relctl workspace rollback` takes it back"]
            )
        }
        let own = repository.commit.map { "`\($0.prefix(12))`" } ?? "that of this release"
        return KeptRelease(
            subject: "`\(repository.tag)`, and the commit of this release",
            reason: "the tag is at `\(commit.prefix(12))`, not at \(own): somebody moved it",
            remedies: ["find out who did and why, then undo by hand what is left of this release"]
        )
    }

    private func undoTag(_ repository: PlannedRepository, _ sight: RollbackSight, _ step: inout RepositoryRollback) {
        for draft in sight.drafts {
            if draft.isOwn {
                step.actions.append(.deleteDraft(draft))
            } else {
                step.kept.append(
                    KeptRelease(
                        subject: "draft of `\(draft.tag)`",
                        reason: "relctl did not make it",
                        remedies: draft.url.map { ["remove it by hand: \($0)"] } ?? []
                    )
                )
            }
        }
        for run in sight.runs {
            let place = run.url.map { ": \($0)" } ?? ""
            step.remarks.append(
                "a run of `\(run.workflow)` goes on and may still publish something; stop it first\(place)"
            )
        }
        if let object = sight.remote.tagObject {
            step.actions.append(.deleteTag(name: repository.tag, object: object))
        }
    }

    private func undoCommit(_ repository: PlannedRepository, _ sight: RollbackSight, _ step: inout RepositoryRollback) {
        switch sight.revert {
        case .clean(let revert)? where !revert.changes.isEmpty && repository.isRequested:
            requestRevert(revert, repository, sight.revertRequest, &step)
        case .clean(let revert)? where !revert.changes.isEmpty: step.actions.append(.revert(revert))
        case .clean?, nil: removeRevert(repository, sight.revertRequest, &step)
        case .conflict(let files)?: step.kept.append(Self.conflict(files, repository, sight))
        }
    }

    // MARK: What stays

    /// Whoever solves the conflict takes the commit back; only then all of it is.
    private static func conflict(_ files: [String], _ repository: PlannedRepository, _ sight: RollbackSight)
        -> KeptRelease
    {
        let commit = (sight.standing.commit ?? sight.requested?.merged).map { String($0.prefix(12)) } ?? "the commit"
        return KeptRelease(
            subject: "commit \(commit) on `\(repository.branch)`",
            reason: "changed since, in the same places: " + files.map { "`\($0)`" }.joined(separator: ", "),
            remedies: ["`git revert \(commit)`, and solve the conflict; then roll back again"],
            isForNow: true
        )
    }

    private static func older(_ repository: PlannedRepository) -> KeptRelease {
        KeptRelease(
            subject: "tag `\(repository.tag)`",
            reason: "it was there before this release was planned",
            remedies: []
        )
    }

    private static func needed(_ repository: PlannedRepository, by keeper: String, _ sight: RollbackSight?)
        -> KeptRelease
    {
        let isSeen = sight?.isPublished ?? false
        return KeptRelease(
            subject: "tag `\(repository.tag)`",
            reason: "`\(keeper)`, which is \(isSeen ? "" : "perhaps ")published, needs it",
            remedies: isSeen ? [nextPatch] : sight?.blindness.flatMap(\.remedies) ?? [],
            isForNow: !isSeen
        )
    }

    private static func unseen(_ repository: PlannedRepository, _ blindness: RollbackSight.Blindness) -> KeptRelease {
        KeptRelease(
            subject: "tag `\(repository.tag)`",
            reason: "whether \(blindness.subject) is published cannot be seen: \(blindness.reason)",
            remedies: blindness.remedies,
            isForNow: true
        )
    }

    /// What lies at a remote that cannot be asked.
    private static func unreached(_ repository: PlannedRepository, _ reason: String) -> KeptRelease {
        KeptRelease(
            subject: "tag `\(repository.tag)`\(repository.isCommitted ? " and its commit" : ""), if it is there",
            reason: reason,
            remedies: ["roll back again when the remote of `\(repository.name)` can be reached"],
            isForNow: true
        )
    }

    private static let nextPatch = "release the next patch"

    private static func immutable(_ repository: PlannedRepository, _ sight: RollbackSight) -> [KeptRelease] {
        var kept: [KeptRelease] = []
        if let release = sight.published {
            let place = release.url.map { " (\($0))" } ?? ""
            kept.append(
                KeptRelease(
                    subject: "release `\(release.tag)`\(place)",
                    reason: release.isImmutable
                        ? "it is published and immutable: neither it nor its tag can be used again" : "it is published",
                    remedies: [
                        "say in its notes that it should not be used"
                            // GitLab has no such mark.
                            + (repository.forge?.kind == .gitlab ? "" : ", and mark it as a pre-release"), nextPatch,
                    ]
                )
            )
        }
        kept += sight.packages.map { package in
            KeptRelease(
                subject: "\(package.package) \(package.version) (\(package.kind.rawValue))",
                reason: "registries never take a version twice",
                remedies: package.remedies + [nextPatch]
            )
        }
        kept += sight.blindness.map { blindness in
            KeptRelease(
                subject: "\(blindness.subject), if it is there",
                reason: "whether it is cannot be seen: \(blindness.reason)",
                remedies: blindness.remedies
            )
        }
        kept.append(
            KeptRelease(
                subject: "tag `\(repository.tag)`" + (repository.isCommitted ? " and its commit" : ""),
                reason: "what is published was made of it",
                remedies: []
            )
        )
        return kept
    }
}

extension RollbackSight {
    /// Whether everybody can get something of it.
    fileprivate var isPublished: Bool { published != nil || !packages.isEmpty }

    fileprivate func mayHaveTag(of repository: PlannedRepository) -> Bool {
        if case .unknown = standing { return true }
        return hasTag(of: repository)
    }

    fileprivate func hasTag(of repository: PlannedRepository) -> Bool {
        switch standing {
        case .tagged, .pushed: true
        default: tagAlone(of: repository) != nil
        }
    }
}

extension PackageRegistry {
    /// What the ecosystem has for a version that should not be used.
    fileprivate var remedies: [String] {
        switch kind {
        case .npm: ["`npm deprecate \(package)@\(version) \"do not use\"`"]
        case .pypi: ["yank \(version) on the project's page; installers pass it over from then on"]
        case .crates: ["`cargo yank --version \(version) \(package)`"]
        case .maven: ["nothing is ever removed from Maven Central"]
        case .oci: ["let moving tags such as `latest` lead to the version before"]
        }
    }
}
