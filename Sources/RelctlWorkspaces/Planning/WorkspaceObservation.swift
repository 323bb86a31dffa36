/// What there is before a coordinated release is planned.
package struct WorkspaceObservation: Sendable {
    /// Now, in seconds since 1970.
    package var time: Int64
    /// Who commits and tags; nothing where nobody is known.
    package var author: CommitIdentity?
    /// The repositories, in the configuration's order.
    package var repositories: [ObservedRepository]

    /// Describes what there is.
    package init(time: Int64, author: CommitIdentity?, repositories: [ObservedRepository]) {
        self.time = time
        self.author = author
        self.repositories = repositories
    }

    /// The repository of this name.
    package subscript(_ name: String) -> ObservedRepository? { repositories.first { $0.name.equalsBytewise(name) } }
}

/// What a repository's remote has.
package struct ObservedRepository: Sendable {
    /// What the workspace calls it.
    package var name: String
    /// Where it is pushed to; paths are absolute.
    package var url: String
    /// What the remote has; empty where it could not be asked.
    package var references = RemoteReferences()
    /// What was read of the head of its branch, by path, with nothing for what is not there; links were followed.
    package var objects: [String: GitObject?] = [:]
    /// Why it could not be looked at.
    package var failure: RelctlError?

    /// Describes a repository that nothing is known of.
    package init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// The branch that is released; nothing where nobody names one.
    func branch(of repository: WorkspaceRepository) -> String? { repository.branch ?? references.head }

    /// The commit that this branch is at.
    func head(of repository: WorkspaceRepository) -> String? {
        branch(of: repository).flatMap { references.branches[$0] }
    }

    /// The releases that tags of this form stand for, the lowest version first.
    func releases(_ template: TagTemplate) -> [Release] {
        references.tags.compactMap { tag, commit in
            guard tag.utf8.starts(with: template.prefix.utf8), let version = try? template.version(fromTag: tag) else {
                return nil
            }
            return Release(version: version, tag: tag, commit: commit)
        }
        .sorted { left, right in
            guard left.version.hasSamePrecedence(as: right.version) else {
                return Version.precedes(left.version, right.version)
            }
            return left.tag.precedesBytewise(right.tag)
        }
    }

    /// A tag that stands for a version.
    struct Release: Sendable, Hashable {
        var version: Version
        var tag: String
        /// What it leads to.
        var commit: String
    }
}
