/// What was seen of a project before its tag is judged.
package struct VersionObservation: Sendable {
    /// The manifests, in the configuration's order or sorted bytewise where they were found.
    package var manifests: [ManifestReading]
    /// The repository; nothing where the project lies in none.
    package var repository: RepositoryObservation?

    /// Describes what was seen.
    package init(manifests: [ManifestReading], repository: RepositoryObservation?) {
        self.manifests = manifests
        self.repository = repository
    }
}

/// What was seen of a repository.
package struct RepositoryObservation: Sendable, Hashable {
    /// The commit that is checked out; nothing before the first one.
    package var head: CommitRecord?
    /// All tags.
    package var tags: [GitTag]
    /// How the working tree differs from HEAD, but for ``changelog``.
    package var status: GitStatus
    /// A changed file that says what HEAD and its history do: the committed text with the release's section.
    package var changelog: String?
    /// Whether the history is cut off.
    package var isShallow: Bool
    /// The branch that releases are made from, local and at the remote; empty if there is none.
    package var branches: [BranchObservation]

    /// A branch, and whether it holds what is released.
    package struct BranchObservation: Sendable, Hashable {
        /// The branch.
        package var branch: GitBranch
        /// Whether the tag's commit, or HEAD where there is no tag, can be reached from it.
        package var reachesTag: Bool

        /// Describes a branch.
        package init(branch: GitBranch, reachesTag: Bool) {
            self.branch = branch
            self.reachesTag = reachesTag
        }
    }

    /// Describes a repository.
    package init(
        head: CommitRecord?,
        tags: [GitTag] = [],
        status: GitStatus = GitStatus(),
        isShallow: Bool = false,
        branches: [BranchObservation] = []
    ) {
        self.head = head
        self.tags = tags
        self.status = status
        self.isShallow = isShallow
        self.branches = branches
    }
}

/// Looks at manifests and repository, and writes nothing.
package struct VersionObserver: Sendable {
    private let reader: ManifestReader
    private let repository: GitRepository?

    /// Looks with these.
    package init(manifests reader: ManifestReader, repository: GitRepository?) {
        self.reader = reader
        self.repository = repository
    }

    /// What was asked of the repository already, so that it need not be asked again.
    package struct Known: Sendable {
        /// The commit that is checked out.
        package var head: CommitRecord?
        /// All tags.
        package var tags: [GitTag]
        /// How the working tree differs from HEAD.
        package var status: GitStatus

        /// Hands on what was answered.
        package init(head: CommitRecord?, tags: [GitTag], status: GitStatus) {
            self.head = head
            self.tags = tags
            self.status = status
        }
    }

    /// What there is to see for a release of `tag`.
    ///
    /// `known` is what was asked already; `looksAtBranches` says whether it matters from where the tag can be reached.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked; a manifest that cannot be read is a part of the observation.
    package func observe(
        tag: String,
        settings: VersionSettings,
        known: Known? = nil,
        looksAtBranches: Bool = true
    ) async throws -> VersionObservation {
        let manifests = try reader.readings(of: settings.manifests)
        guard let repository else { return VersionObservation(manifests: manifests, repository: nil) }
        let history = try await self.history(known, repository)
        return VersionObservation(
            manifests: manifests,
            repository: RepositoryObservation(
                head: history.head,
                tags: history.tags,
                status: history.status,
                isShallow: repository.isShallow,
                branches: looksAtBranches
                    ? try await branches(repository, history, tag: tag, named: settings.branch) : []
            )
        )
    }

    private func history(_ known: Known?, _ repository: GitRepository) async throws -> Known {
        if let known { return known }
        async let tags = repository.tags()
        async let status = repository.status()
        return Known(head: try await repository.headCommit(), tags: try await tags, status: try await status)
    }

    private func branches(
        _ repository: GitRepository,
        _ history: Known,
        tag: String,
        named name: String?
    ) async throws -> [RepositoryObservation.BranchObservation] {
        guard let head = history.head else { return [] }
        let target = history.tags.first { $0.name == tag }?.commit ?? head.hash
        var branches: [RepositoryObservation.BranchObservation] = []
        for branch in try await repository.branches(named: name) {
            let reaches = try await repository.isAncestor(.commit(target), of: .commit(branch.commit))
            branches.append(RepositoryObservation.BranchObservation(branch: branch, reachesTag: reaches))
        }
        return branches
    }
}
