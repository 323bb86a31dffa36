/// What the user wants of a bump.
package struct BumpRequest: Sendable, Equatable, Codable {
    /// How the next version is found.
    package var step: Step
    /// What candidates are called, where one is wanted.
    package var identifier: String?
    /// Whether the changes are committed.
    package var commits: Bool
    /// Whether the commit is tagged.
    package var tags: Bool
    /// Whether commit and tag are signed, whatever git's configuration says.
    package var isSigned: Bool
    /// Whether remotes may be asked what they have.
    package var asksRemote: Bool

    /// Ways to the next version.
    package enum Step: Sendable, Equatable, Codable {
        /// By the commits since the last release.
        case auto
        /// As the user says.
        case increment(VersionIncrement)
    }

    /// Describes a wish.
    package init(
        _ step: Step,
        identifier: String? = nil,
        commits: Bool = false,
        tags: Bool = false
    ) {
        self.step = step
        self.identifier = identifier
        self.commits = commits
        self.tags = tags
        isSigned = false
        asksRemote = true
    }

    /// Whether anything is written to the repository.
    package var records: Bool { commits || tags }
}

/// What was seen of a project before its version is changed.
package struct BumpObservation: Sendable {
    /// The manifests.
    package var manifests: [ManifestReading]
    /// The repository; nothing where the project lies in none.
    package var repository: Repository?
    /// What `bump auto` decides from; nothing where it was not asked for.
    package var evidence: BumpEvidence?

    /// Describes what was seen.
    package init(manifests: [ManifestReading], repository: Repository?, evidence: BumpEvidence? = nil) {
        self.manifests = manifests
        self.repository = repository
        self.evidence = evidence
    }

    /// A repository.
    package struct Repository: Sendable {
        /// The commit that is checked out; nothing before the first.
        package var head: String?
        /// The first line of its message; nothing where `bump auto` decides, which does not need it.
        package var headSubject: String?
        /// The branch that is checked out; nothing if HEAD is detached.
        package var branch: GitCurrentBranch?
        /// The names of all tags.
        package var tags: [String]
        /// What makes the working tree unclean.
        package var tree: [Finding]
        /// The version of the nearest release that can be reached; nothing where the history is cut off, unless no
        /// manifest says a version.
        package var nearest: Version?
        /// The remote's answer; nothing where it was not asked.
        package var remote: Remote?

        /// Describes a repository.
        package init(head: String?, branch: GitCurrentBranch?, tags: [String], tree: [Finding] = []) {
            self.head = head
            self.branch = branch
            self.tags = tags
            self.tree = tree
        }
    }

    /// What a remote says.
    package struct Remote: Sendable {
        /// Its name.
        package var name: String
        /// Hashes by reference; nothing if it did not answer.
        package var references: [String: String]?
        /// Why it did not answer.
        package var failure: Finding?
        /// Whether HEAD stands on the tip of the branch there; also where there is no such branch.
        package var isContained: Bool

        /// Describes an answer.
        package init(name: String, references: [String: String]?, failure: Finding? = nil, isContained: Bool = true) {
            self.name = name
            self.references = references
            self.failure = failure
            self.isContained = isContained
        }
    }
}
