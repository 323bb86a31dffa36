package import RelctlCore

/// Releases for tests, made of values.
package enum ReleaseSample {
    /// A hash of one digit, forty times.
    package static func hash(_ digit: String) -> String { String(repeating: digit, count: 40) }

    /// A commit, read as conventional where it is.
    package static func commit(
        _ digit: String,
        _ subject: String,
        _ footers: [CommitFooter] = [],
        author: CommitIdentity = CommitIdentity(name: "Ada", email: "ada@example.org"),
        parents: [String] = [],
        hidden: ReleaseChanges.HiddenReason? = nil,
        body: String = ""
    ) -> ReleaseChanges.Commit {
        let header = ConventionalCommit(subject: subject)
        let change = CommitMessage.Change(
            type: header?.type,
            scope: header?.scope,
            isBreaking: header?.isBreaking ?? false || footers.contains(where: \.isBreaking),
            description: header?.description ?? subject
        )
        return ReleaseChanges.Commit(
            record: record(digit, subject, author, parents, body: body),
            message: CommitMessage(changes: [change], footers: footers),
            hidden: hidden
        )
    }

    /// A footer of any value.
    package static func footer(_ token: String, _ value: String) -> CommitFooter {
        var footer = CommitFooter.parse("\n\(token): x").footers[0]
        footer.value = value
        return footer
    }

    package static func record(
        _ digit: String,
        _ subject: String,
        _ author: CommitIdentity = CommitIdentity(name: "Ada", email: "ada@example.org"),
        _ parents: [String] = [],
        body: String = ""
    ) -> CommitRecord {
        CommitRecord(
            hash: hash(digit),
            authorName: author.name,
            authorEmail: author.email,
            timestamp: 0,
            parents: parents.map(hash),
            subject: subject,
            body: body
        )
    }

    /// A release of the 2nd of January 2026.
    package static func changes(
        _ commits: [ReleaseChanges.Commit],
        version: String? = "1.1.0",
        since previous: String? = "v1.0.0"
    ) throws -> ReleaseChanges {
        ReleaseChanges(
            version: try version.map { try Version($0) },
            tag: version.map { "v\($0)" },
            commit: hash("a"),
            timestamp: 1_767_323_045,
            previous: previous.map { ReleaseChanges.Previous(tag: $0, commit: hash("0")) },
            commits: commits
        )
    }

    package static func notes(
        _ commits: [ReleaseChanges.Commit],
        _ settings: NotesSettings = NotesSettings(),
        forge: ForgeAddress? = nil
    ) throws -> ReleaseNotes {
        ReleaseNotesComposer(settings, forge: forge).notes(of: try changes(commits))
    }
}
