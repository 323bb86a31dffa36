/// All that is told of a release, as values: what templates, the plain forms and JSON are made of.
///
/// Texts are as people wrote them, but for characters that nobody can see; each form makes them safe for itself.
public struct ReleaseNotes: Sendable, Hashable {
    /// The version; nothing for what is not released yet.
    public var version: Version?
    /// The tag; nothing for what is not released yet.
    public var tag: String?
    /// The commit that is released.
    public var commit: String
    /// When, in seconds since 1970.
    public var timestamp: Int64
    /// The release before; nothing for the first.
    package var previous: ReleaseChanges.Previous?
    /// The page that compares the two; nothing where it is not known.
    public var comparison: String?
    /// What changed, in groups that have changes, breaking ones first.
    public var groups: [Group]
    /// Who changed it, those with the most commits first.
    public var contributors: [Contributor]
    /// Every commit of the range, newest first.
    package var commits: [Commit]

    /// Describes a release with its history.
    package init(
        version: Version? = nil,
        tag: String? = nil,
        commit: String,
        timestamp: Int64,
        previous: ReleaseChanges.Previous? = nil,
        comparison: String? = nil,
        groups: [Group],
        contributors: [Contributor],
        commits: [Commit]
    ) {
        self.version = version
        self.tag = tag
        self.commit = commit
        self.timestamp = timestamp
        self.previous = previous
        self.comparison = comparison
        self.groups = groups
        self.contributors = contributors
        self.commits = commits
    }

    /// Changes of one kind.
    public struct Group: Sendable, Hashable, Encodable {
        /// The heading; empty where nothing is grouped.
        public var title: String
        /// Whether these break what users have.
        public var isBreaking: Bool
        /// The changes, newest first.
        public var changes: [Change]

        /// Describes changes of one kind.
        public init(title: String, isBreaking: Bool = false, changes: [Change]) {
            (self.title, self.isBreaking, self.changes) = (title, isBreaking, changes)
        }

        private enum CodingKeys: String, CodingKey {
            case title, changes
            case isBreaking = "breaking"
        }
    }

    /// One change.
    public struct Change: Sendable, Hashable {
        /// The commit.
        public var commit: String
        /// The type in lower case; nothing for a commit that is not conventional.
        public var type: String?
        /// The part of the project that it touches, as written.
        public var scope: String?
        /// Whether it breaks what users have.
        public var isBreaking: Bool
        /// What was changed, one line.
        public var text: String
        /// What users must do about a breaking change: the whole of each footer that says so.
        public var migration: [String]
        /// The issues that it closes: numbers, or `OWNER/NAME#12` for those of other repositories.
        public var closes: [String]
        /// Who wrote it.
        public var author: String

        /// Describes a change.
        public init(
            commit: String,
            type: String? = nil,
            scope: String? = nil,
            isBreaking: Bool = false,
            text: String,
            migration: [String] = [],
            closes: [String] = [],
            author: String
        ) {
            (self.commit, self.type, self.scope, self.isBreaking) = (commit, type, scope, isBreaking)
            (self.text, self.migration, self.closes, self.author) = (text, migration, closes, author)
        }
    }

    /// Somebody who had a hand in a release.
    public struct Contributor: Sendable, Hashable, Encodable {
        /// The name, by the repository's mailmap.
        public var name: String
        /// The name at GitHub, where the address tells it.
        public var login: String?
        /// Whether it is a program.
        public var isBot: Bool
        /// Whether no earlier release has a commit of theirs.
        public var isNew: Bool
        /// How many commits of the release they wrote, alone or with others.
        public var commits: Int

        /// Describes somebody.
        public init(name: String, login: String? = nil, isBot: Bool = false, isNew: Bool = false, commits: Int) {
            (self.name, self.login, self.isBot, self.isNew) = (name, login, isBot, isNew)
            self.commits = commits
        }

        private enum CodingKeys: String, CodingKey {
            case name, login, commits
            case isBot = "bot"
            case isNew = "new"
        }
    }

    /// One commit of the range.
    package struct Commit: Sendable, Hashable {
        /// Its hash.
        package var id: String
        /// The type in lower case; nothing if it is not conventional.
        package var type: String?
        /// The scope, as written.
        package var scope: String?
        /// Whether it breaks what users have, by itself or by one of the entries.
        package var isBreaking: Bool
        /// What follows the type and the colon, or the first line.
        package var subject: String
        /// The whole first line.
        package var header: String
        /// What the list in the body of a squashed commit tells beside the first line.
        package var entries: [Entry]
        /// Why it is not told; nothing if it is.
        package var hidden: ReleaseChanges.HiddenReason?

        /// Describes a commit.
        package init(
            id: String,
            type: String? = nil,
            scope: String? = nil,
            isBreaking: Bool,
            subject: String,
            header: String,
            entries: [Entry],
            hidden: ReleaseChanges.HiddenReason? = nil
        ) {
            self.id = id
            self.type = type
            self.scope = scope
            self.isBreaking = isBreaking
            self.subject = subject
            self.header = header
            self.entries = entries
            self.hidden = hidden
        }
    }

    /// One change that the body of a squashed commit lists.
    package struct Entry: Sendable, Hashable {
        /// The type in lower case.
        package var type: String?
        /// The scope, as written.
        package var scope: String?
        /// Whether it breaks what users have.
        package var isBreaking: Bool
        /// What follows the type and the colon.
        package var subject: String

        /// Describes a change that the body of a squashed commit lists.
        package init(type: String? = nil, scope: String? = nil, isBreaking: Bool, subject: String) {
            self.type = type
            self.scope = scope
            self.isBreaking = isBreaking
            self.subject = subject
        }
    }

    /// Whether there is anything to tell.
    public var hasChanges: Bool { !groups.isEmpty }

    /// The tag of the release before; nothing for the first.
    public var previousTag: String? { previous?.tag }

    /// The day of the release in UTC, `YYYY-MM-DD`.
    public var date: String { UTCTime.date(ofTimestamp: timestamp) }
}

extension ReleaseNotes {
    /// Describes a release, as to try a notes renderer.
    public init(
        version: Version?,
        tag: String?,
        commit: String,
        timestamp: Int64,
        groups: [Group],
        contributors: [Contributor] = []
    ) {
        self.init(
            version: version,
            tag: tag,
            commit: commit,
            timestamp: timestamp,
            previous: nil,
            comparison: nil,
            groups: groups,
            contributors: contributors,
            commits: []
        )
    }
}

/// What is not known is `null`, never left out, so that whoever reads the notes finds every key.
extension ReleaseNotes: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, tag, commit, date, timestamp, previous, comparison, groups, contributors, commits
    }

    /// Writes every key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(tag, forKey: .tag)
        try container.encode(commit, forKey: .commit)
        try container.encode(date, forKey: .date)
        try container.encode(timestamp, forKey: .timestamp)
        try container.encode(previous, forKey: .previous)
        try container.encode(comparison, forKey: .comparison)
        try container.encode(groups, forKey: .groups)
        try container.encode(contributors, forKey: .contributors)
        try container.encode(commits, forKey: .commits)
    }
}

extension ReleaseNotes.Change: Encodable {
    private enum CodingKeys: String, CodingKey {
        case commit, type, scope, text, migration, closes, author
        case isBreaking = "breaking"
    }

    /// Writes every key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(commit, forKey: .commit)
        try container.encode(type, forKey: .type)
        try container.encode(scope, forKey: .scope)
        try container.encode(isBreaking, forKey: .isBreaking)
        try container.encode(text, forKey: .text)
        try container.encode(migration, forKey: .migration)
        try container.encode(closes, forKey: .closes)
        try container.encode(author, forKey: .author)
    }
}

extension ReleaseNotes.Commit: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, type, scope, subject, header, entries, hidden
        case isBreaking = "breaking"
    }

    /// Writes every key.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(scope, forKey: .scope)
        try container.encode(isBreaking, forKey: .isBreaking)
        try container.encode(subject, forKey: .subject)
        try container.encode(header, forKey: .header)
        try container.encode(entries, forKey: .entries)
        try container.encode(hidden, forKey: .hidden)
    }
}

extension ReleaseNotes.Entry: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type, scope, subject
        case isBreaking = "breaking"
    }

    /// Writes every key.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(scope, forKey: .scope)
        try container.encode(isBreaking, forKey: .isBreaking)
        try container.encode(subject, forKey: .subject)
    }
}
