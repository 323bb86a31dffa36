/// What is in a release: every commit of its range, read by the conventions, with the reason where one is not told.
package struct ReleaseChanges: Sendable, Hashable {
    /// The version; nothing for what is not released yet.
    package var version: Version?
    /// The tag; nothing for what is not released yet.
    package var tag: String?
    /// The commit that is released.
    package var commit: String
    /// When it was released, in seconds since 1970: the tagged commit's time.
    package var timestamp: Int64
    /// The release before; nothing for the first.
    package var previous: Previous?
    /// Every commit that this release reaches and the one before does not, newest first, a parent never before its
    /// child; merges and what is left out too.
    package var commits: [Commit]
    /// Those who wrote some of it and nothing that the release before reaches; nothing where nobody looked.
    package var newContributors: Set<CommitIdentity>?

    /// The release before.
    package struct Previous: Sendable, Hashable, Codable {
        /// Its tag.
        package var tag: String
        /// The commit that the tag leads to.
        package var commit: String

        /// Describes a release.
        package init(tag: String, commit: String) {
            self.tag = tag
            self.commit = commit
        }
    }

    /// One commit of the range.
    package struct Commit: Sendable, Hashable {
        /// What git records.
        package var record: CommitRecord
        /// What its message says.
        package var message: CommitMessage
        /// Why the notes do not tell it; nothing if they do.
        package var hidden: HiddenReason?

        /// Describes a commit.
        package init(record: CommitRecord, message: CommitMessage, hidden: HiddenReason? = nil) {
            self.record = record
            self.message = message
            self.hidden = hidden
        }
    }

    /// Why a commit is not told.
    package enum HiddenReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// It joins lines of history whose commits are told themselves.
        case merge
        /// It waits to be folded into another: `fixup!`, `squash!`, `amend!`.
        case fixup
        /// It commits a version: its first line is one, with no more than words such as "Release" before it.
        case release
        /// A later commit of the range takes it back.
        case reverted
        /// It takes a commit of the range back.
        case revert
        /// The configuration leaves its kind out.
        case excluded
        /// It touches none of the files and folders that are told of.
        case elsewhere
    }

    /// Describes a release.
    package init(
        version: Version?,
        tag: String?,
        commit: String,
        timestamp: Int64,
        previous: Previous?,
        commits: [Commit]
    ) {
        self.version = version
        self.tag = tag
        self.commit = commit
        self.timestamp = timestamp
        self.previous = previous
        self.commits = commits
    }
}

/// What waits for the next release.
package struct PendingChanges: Sendable, Hashable {
    /// What came since the nearest final release; all there is before the first.
    package var sinceFinal: ReleaseChanges
    /// The version of the nearest release of any kind; nothing before the first.
    package var nearest: Version?
    /// The hashes of all commits since then, those too that touch nothing that is told of.
    package var sinceNearest: Set<String>

    /// Describes what no release has yet.
    package init(sinceFinal: ReleaseChanges, nearest: Version? = nil, sinceNearest: Set<String>) {
        self.sinceFinal = sinceFinal
        self.nearest = nearest
        self.sinceNearest = sinceNearest
    }
}

/// A commit's message, read as Conventional Commits 1.0.0 (https://www.conventionalcommits.org/en/v1.0.0/), with the
/// tolerance that real histories need.
package struct CommitMessage: Sendable, Hashable {
    /// The changes that it tells: one, or several where the body of a squashed commit lists them; never none.
    package var changes: [Change]
    /// What the first line says, where it is none of the changes because its list tells them.
    package var summary: Change?
    /// The body without footers and without the list of a squashed commit.
    package var body: String
    /// The footers, in order.
    package var footers: [CommitFooter]

    /// One change.
    package struct Change: Sendable, Hashable {
        /// The type in lower case, `feat`; nothing for a commit that is not conventional.
        package var type: String?
        /// The scope, as written.
        package var scope: String?
        /// Whether `!` or a footer marks it as breaking.
        package var isBreaking: Bool
        /// What was changed: what follows the colon, or the whole first line.
        package var description: String

        /// Describes a change.
        package init(type: String? = nil, scope: String? = nil, isBreaking: Bool = false, description: String) {
            self.type = type
            self.scope = scope
            self.isBreaking = isBreaking
            self.description = description
        }
    }

    /// Describes a message.
    package init(changes: [Change], body: String = "", footers: [CommitFooter] = []) {
        self.changes = changes
        self.body = body
        self.footers = footers
    }

    /// What the first line says.
    package var title: Change? { summary ?? changes.first }

    /// What the list of a squashed commit tells beside the first line.
    package var entries: ArraySlice<Change> { summary == nil ? changes.dropFirst() : changes[...] }

    /// Whether any of its changes breaks what users have.
    package var isBreaking: Bool { changes.contains(where: \.isBreaking) }
}
