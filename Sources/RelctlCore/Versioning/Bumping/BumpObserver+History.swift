/// What the commits since the last release say.
extension BumpObserver {
    func evidence(_ repository: GitRepository, _ request: BumpRequest) async throws -> BumpEvidence {
        let releases = try await releaseTags(of: repository)
        let finals = releases.filter { !$0.version.isPrerelease }
        let sinceFinal = try await changes(since: finals, .final, repository)
        // Candidates matter only to whoever wants another one.
        let recent =
            request.identifier == nil ? sinceFinal : try await changes(since: releases, .any, repository)
        return BumpEvidence(
            lastFinal: sinceFinal.previous,
            commits: sinceFinal.commits,
            unreleased: Set(recent.commits.map(\.record.hash))
        )
    }

    private typealias Changes = (previous: Version?, commits: [ReleaseChanges.Commit])

    private func releaseTags(of repository: GitRepository) async throws -> [ReleaseTag] {
        try await repository.tagTargets().compactMap { tag in
            (try? tags.version(fromTag: tag.name)).map {
                ReleaseTag(name: tag.name, version: $0, target: tag.target)
            }
        }
    }

    /// What HEAD brings since the nearest of these releases.
    private func changes(
        since releases: [ReleaseTag],
        _ base: ReleaseHistory.Base,
        _ repository: GitRepository
    ) async throws -> Changes {
        if let near = try await nearChanges(since: releases, repository) { return near }
        let changes = try await ReleaseHistory(repository: repository, template: tags).unreleased(since: base)
        return (try changes.previous.map { try tags.version(fromTag: $0.tag) }, changes.commits)
    }

    /// The same without reading the history before the release, where that is enough to be sure.
    ///
    /// Git lists what HEAD reaches and no release does. If all that this stands on is one commit, and that was released,
    /// then every other release that HEAD reaches lies behind it: it is the nearest, and no commit since it is left out.
    private func nearChanges(since releases: [ReleaseTag], _ repository: GitRepository) async throws -> Changes? {
        guard !releases.isEmpty, repository.prefix == nil, !repository.isShallow else { return nil }
        var request = GitRepository.LogRequest(tips: [.head])
        request.excluded = Set(releases.map(\.target.description)).sorted().map { .commit($0) }
        // A tag of something else than a commit cannot be left out.
        guard let store = try? await repository.log(request) else { return nil }
        let graph = CommitGraph(store)
        let parents = store.listed.flatMap { store.parents(of: $0) }.filter { !store.isListed($0) }
        let ground = Set(parents.map { store.name(of: $0).description })
        var previous: ReleaseTag?
        if store.listed.isEmpty {
            let head = try await repository.hash(of: .head)
            previous = releases.filter { $0.target.description == head }.max(by: ReleaseTag.precedes)
        } else if let commit = ground.first, ground.count == 1 {
            previous = releases.filter { $0.target.description == commit }.max(by: ReleaseTag.precedes)
        }
        guard let previous else { return nil }
        let changes = ReleaseChanges(
            version: nil,
            tag: nil,
            records: graph.order.map { store.record($0) },
            readsSquashedEntries: true
        )
        return (previous.version, changes.commits)
    }
}
