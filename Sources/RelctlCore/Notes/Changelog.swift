/// What changed between two releases, in sections of one kind each.
///
/// Texts are as the commits have them; ``NotesScope`` makes them safe for Markdown.
package struct Changelog: Sendable, Hashable, Codable {
    /// The sections that have entries, in the order of ``Kind``; one of kind `all` where nothing is grouped.
    package var sections: [Section]

    /// Changes of one kind.
    package struct Section: Sendable, Hashable, Codable {
        /// Which kind.
        package var kind: Kind
        /// The changes, newest first.
        package var entries: [Entry]
    }

    /// One change.
    package struct Entry: Sendable, Hashable, Codable {
        /// The part of the project that it touches.
        package var scope: String?
        /// What was changed, one line.
        package var text: String
        /// For a breaking change, what its footers say, one line each.
        package var details: [String]
        /// The commit.
        package var hash: String
        /// Who wrote it.
        package var author: String
    }

    /// Kinds of change, in the order in which they are told.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Not grouped by kind.
        case all
        /// Marked by `!` or by a `BREAKING CHANGE` footer, whatever the type.
        case breaking
        /// `feat`.
        case features
        /// `fix`.
        case fixes
        /// `perf`.
        case performance
        /// `revert` and git's own `Revert "…"`.
        case reverts
        /// `refactor`.
        case refactoring
        /// `docs`.
        case documentation
        /// `deps`.
        case dependencies
        /// Any other type, and commits without one.
        case other
        /// `build`, `chore`, `ci`, `style` and `test`.
        case maintenance

        /// The section's heading; empty where nothing is grouped.
        package var title: String {
            switch self {
            case .all: ""
            case .breaking: "Breaking changes"
            case .features: "Features"
            case .fixes: "Bug fixes"
            case .performance: "Performance"
            case .reverts: "Reverts"
            case .refactoring: "Refactoring"
            case .documentation: "Documentation"
            case .dependencies: "Dependencies"
            case .other: "Other changes"
            case .maintenance: "Maintenance"
            }
        }

        init(type: String) {
            switch type {
            case "feat": self = .features
            case "fix": self = .fixes
            case "perf": self = .performance
            case "revert": self = .reverts
            case "refactor": self = .refactoring
            case "docs": self = .documentation
            case "deps": self = .dependencies
            case "build", "chore", "ci", "style", "test": self = .maintenance
            default: self = .other
            }
        }
    }

    /// Tells what the commits changed.
    ///
    /// Left out are merges, because what they brought in is listed itself; `fixup!`, `squash!` and `amend!` commits,
    /// which belong to another; and what was reverted before the release (see ``RevertedCommits``).
    ///
    /// - Parameters:
    ///   - commits: newest first, as `git log` gives them.
    ///   - grouping: how to group them.
    package init(commits: [CommitRecord], grouping: NotesSettings.Grouping) {
        var entries: [Kind: [Entry]] = [:]
        for commit in RevertedCommits.cancelled(in: commits) where !commit.isMerge && !Self.isPartOfAnother(commit) {
            switch grouping {
            case .none: entries[.all, default: []].append(Self.plain(commit, details: []))
            case .conventional:
                let (kind, entry) = Self.classified(commit)
                entries[kind, default: []].append(entry)
            }
        }
        sections = Kind.allCases.compactMap { kind in entries[kind].map { Section(kind: kind, entries: $0) } }
    }

    /// Whether a commit waits to be folded into another (`git rebase --autosquash`).
    private static func isPartOfAnother(_ commit: CommitRecord) -> Bool {
        ["fixup! ", "squash! ", "amend! "].contains { commit.subject.hasPrefix($0) }
    }

    private static func classified(_ commit: CommitRecord) -> (Kind, Entry) {
        // A commit that is not conventional may still warn of a breaking change in its footers.
        let details = CommitFooter.parse(commit.body).footers.filter(\.isBreaking).map { firstParagraph($0.value) }
        guard let header = ConventionalCommit(subject: commit.subject) else {
            let kind: Kind = commit.subject.hasPrefix("Revert \"") ? .reverts : .other
            return (details.isEmpty ? kind : .breaking, plain(commit, details: details))
        }
        let kind = header.isBreaking || !details.isEmpty ? .breaking : Kind(type: header.type)
        // What a type of the project's own means is not known, so it must not be cut off.
        guard ConventionalCommit.knownTypes.contains(header.type) else {
            return (kind, plain(commit, details: details))
        }
        var entry = plain(commit, details: details)
        (entry.scope, entry.text) = (header.scope, header.description)
        return (kind, entry)
    }

    private static func plain(_ commit: CommitRecord, details: [String]) -> Entry {
        Entry(
            scope: nil,
            text: commit.subject,
            details: details.filter { !$0.isEmpty },
            hash: commit.hash,
            author: commit.authorName
        )
    }

    /// The lines up to the first blank one, as one line.
    private static func firstParagraph(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.allSatisfy(\.isWhitespace) }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .joined(separator: " ")
    }
}
