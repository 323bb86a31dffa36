/// What was seen of a project before its tag is judged.
package struct VersionObservation: Sendable, Hashable {
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
    /// How the working tree differs from HEAD.
    package var status: GitStatus
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

    /// What there is to see for a release of `tag`.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked; a manifest that cannot be read is a part of the observation.
    package func observe(tag: String, settings: VersionSettings) async throws -> VersionObservation {
        let manifests = try reader.readings(of: settings)
        guard let repository else { return VersionObservation(manifests: manifests, repository: nil) }
        return VersionObservation(
            manifests: manifests,
            repository: try await observe(repository, tag: tag, branch: settings.branch)
        )
    }

    private func observe(
        _ repository: GitRepository,
        tag: String,
        branch: String?
    ) async throws -> RepositoryObservation {
        async let status = repository.status()
        async let known = repository.tags()
        guard let head = try await repository.headCommit() else {
            return RepositoryObservation(head: nil, tags: try await known, status: try await status)
        }
        let tags = try await known
        let target = tags.first { $0.name == tag }?.commit ?? head.hash
        var branches: [RepositoryObservation.BranchObservation] = []
        for branch in try await repository.branches(named: branch) {
            let reaches = try await repository.isAncestor(.commit(target), of: .commit(branch.commit))
            branches.append(RepositoryObservation.BranchObservation(branch: branch, reachesTag: reaches))
        }
        return RepositoryObservation(
            head: head,
            tags: tags,
            status: try await status,
            isShallow: repository.isShallow,
            branches: branches
        )
    }
}
