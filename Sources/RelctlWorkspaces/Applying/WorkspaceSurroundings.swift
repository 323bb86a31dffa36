/// What a coordinated release is carried out with.
package struct WorkspaceSurroundings: Sendable {
    /// The mirrors of the remotes.
    package var mirrors: MirrorStore
    /// Looks whether dependents may begin.
    package var probe: ReadinessProbe
    /// Waits until they may.
    package var wait: ReadinessWait
    /// The forges of the repositories that have one.
    package var forges: ForgePool
    /// The world.
    package var effects: Effects
    /// How long a push may take.
    package var pushTimeout = Duration.seconds(600)

    /// Bundles what works in this world.
    package init(mirrors: MirrorStore, effects: Effects, patience: ReadinessWait.Patience = .init()) {
        self.mirrors = mirrors
        self.effects = effects
        forges = ForgePool(effects)
        probe = ReadinessProbe(effects, forges: forges)
        wait = ReadinessWait(probe, effects, patience: patience)
    }

    /// The pull requests of one of relctl's branches; none where no forge is known.
    func requests(from branch: String, of repository: PlannedRepository) async throws -> [ForgeRequest] {
        try await forges.project(of: repository)?.requests(from: branch, into: repository.branch) ?? []
    }

    /// What a repository's remote and forge have now.
    ///
    /// - Throws: ``RelctlError`` if they cannot be asked.
    func sight(of repository: PlannedRepository) async throws -> RepositorySight {
        let mirror = try await mirrors.mirror(of: repository.url)
        let references = try await mirror.look()
        var sight = RepositorySight(
            tip: references.branches[repository.branch],
            tagged: references.tags[repository.tag],
            tagObject: references.tagObjects[repository.tag]
        )
        if repository.isRequested {
            sight.revertTip = references.branches[repository.revertBranch]
            sight.requestTip = references.branches[repository.requestBranch]
            sight.requests = try await requests(from: repository.requestBranch, of: repository)
            if let tip = sight.requestTip, tip != repository.requestCommit {
                sight.proposed = try await mirror.commits(from: repository.head, to: tip)
            }
        }
        if repository.asksForCommits(sight), let tip = sight.tip {
            sight.between = try await mirror.mending { try await mirror.commits(from: repository.head, to: tip) }
        }
        if repository.commit == nil, !repository.isRequested, let tagged = sight.tagged,
            ![sight.tip, repository.head].contains(tagged), !sight.between.contains(where: { $0.hash == tagged })
        {
            sight.aside = try await mirror.mending { try await mirror.commits(from: repository.head, to: tagged) }
        }
        return sight
    }
}

extension PlannedRepository {
    /// Whether only the commits since the planned head tell how far the release has come.
    fileprivate func asksForCommits(_ sight: RepositorySight) -> Bool {
        guard action == .release, sight.tip != head, sight.tip != commit else { return false }
        // What else is on the branch matters neither to what waits, nor to what is tagged where it was merged.
        if isRequested, let tagged = sight.tagged { return !sight.requests.contains { $0.merged == tagged } }
        if isRequested, sight.requestTip != nil { return sight.requests.contains { $0.state == .merged } }
        return isCommitted || sight.tagged != head
    }
}

/// What a run is told beside the plan.
package struct WorkspaceRunOptions: Sendable {
    /// Whether another operator's claim is taken over, as that one's run is dead.
    package var takesOver: Bool

    /// Nothing special, unless it is said.
    package init(takesOver: Bool = false) { self.takesOver = takesOver }
}
