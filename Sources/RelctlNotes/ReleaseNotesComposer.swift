/// Makes ``ReleaseNotes`` of what is in a release; pure.
package struct ReleaseNotesComposer: Sendable {
    private let settings: NotesSettings
    private let forge: ForgeAddress?
    private let groups: ChangeGroups

    /// Composes by these settings, with links to `forge`.
    package init(_ settings: NotesSettings, forge: ForgeAddress? = nil) {
        self.settings = settings
        self.forge = forge
        groups = ChangeGroups(settings)
    }

    /// The notes of a release.
    ///
    /// Nothing is told of commits that are hidden. A change that breaks something is told once, in the first group,
    /// whatever its type, and never left out.
    ///
    /// - Parameters:
    ///   - changes: What is in the release.
    ///   - people: What is known of those who wrote it.
    ///   - listsCommits: Whether all commits are listed beside what is told of them.
    /// - Returns: The notes.
    package func notes(
        of changes: ReleaseChanges,
        people: ReleasePeople = ReleasePeople(),
        listsCommits: Bool = true
    ) -> ReleaseNotes {
        var told = [[ReleaseNotes.Change]](repeating: [], count: groups.titles.count)
        var commits: [ReleaseNotes.Commit] = []
        if listsCommits { commits.reserveCapacity(changes.commits.count) }
        for commit in changes.commits {
            let isTold = commit.hidden == nil && tell(commit, &told)
            if listsCommits { commits.append(Self.described(commit, isTold: isTold)) }
        }
        if groups.isFlat { told = told.map { $0.filter(\.isBreaking) + $0.filter { !$0.isBreaking } } }
        let name = changes.tag ?? changes.commit
        return ReleaseNotes(
            version: changes.version,
            tag: changes.tag,
            commit: changes.commit,
            timestamp: changes.timestamp,
            previous: changes.previous,
            comparison: changes.previous.flatMap { forge?.comparison(from: $0.tag, to: name) },
            groups: told.indices.filter { !told[$0].isEmpty }.map { index in
                ReleaseNotes.Group(
                    title: groups.titles[index],
                    isBreaking: index == ChangeGroups.breaking,
                    changes: told[index]
                )
            },
            contributors: settings.contributors ? people.contributors(to: changes) : [],
            commits: commits
        )
    }

    /// Adds what a commit changed to the groups; false if all of it is left out.
    private func tell(_ commit: ReleaseChanges.Commit, _ told: inout [[ReleaseNotes.Change]]) -> Bool {
        var isTold = false
        var migration = commit.message.footers.filter(\.isBreaking).map(\.value)
            .filter { !$0.utf8.allSatisfy { $0 <= 0x20 } }
        var closes = closedIssues(commit.message.footers)
        for change in commit.message.changes {
            let (place, isKnown) = groups.place(of: change)
            guard case .group(let index) = place else { continue }
            let isWhole = isKnown && change.type != nil
            told[index].append(
                ReleaseNotes.Change(
                    commit: commit.record.hash,
                    type: change.type,
                    scope: change.scope.map(Markdown.singleLine),
                    isBreaking: change.isBreaking,
                    text: text(of: change, commit, isWhole: isWhole),
                    migration: change.isBreaking ? migration.map { Markdown.visible($0, keepingLines: true) } : [],
                    closes: closes,
                    author: Markdown.singleLine(commit.record.authorName)
                )
            )
            if !isWhole { told[index][told[index].count - 1].scope = nil }
            if change.isBreaking { migration = [] }
            (closes, isTold) = ([], true)
        }
        return isTold
    }

    /// What is told of a change.
    private func text(of change: CommitMessage.Change, _ commit: ReleaseChanges.Commit, isWhole: Bool) -> String {
        // What a type of the project's own means is not known, so it must not be cut off.
        let text = Markdown.singleLine(isWhole ? change.description : headline(of: change, commit))
        return text.isEmpty ? "(no message)" : text
    }

    /// A change with its type before it: the commit's first line, or a line of a squashed commit's list.
    private func headline(of change: CommitMessage.Change, _ commit: ReleaseChanges.Commit) -> String {
        // In one list, nothing but the mark tells that a change breaks something.
        let needsMark = groups.isFlat && change.isBreaking
        guard let type = change.type, needsMark || commit.message.changes.count > 1 else {
            return commit.message.changes.count > 1 ? change.description : commit.record.subject
        }
        return type + (change.scope.map { "(\($0))" } ?? "") + (change.isBreaking ? "!" : "") + ": "
            + change.description
    }

    private static func described(_ commit: ReleaseChanges.Commit, isTold: Bool) -> ReleaseNotes.Commit {
        let title = commit.message.title
        return ReleaseNotes.Commit(
            id: commit.record.hash,
            type: title?.type,
            scope: title?.scope.map(Markdown.singleLine),
            isBreaking: commit.message.isBreaking,
            subject: Markdown.singleLine(title?.description ?? commit.record.subject),
            header: Markdown.singleLine(commit.record.subject),
            entries: commit.message.entries.map { entry in
                ReleaseNotes.Entry(
                    type: entry.type,
                    scope: entry.scope.map(Markdown.singleLine),
                    isBreaking: entry.isBreaking,
                    subject: Markdown.singleLine(entry.description)
                )
            },
            hidden: commit.hidden ?? (isTold ? nil : .excluded)
        )
    }

    /// The issues in footers such as `Closes: #3`, `Fixes #4, OWNER/NAME#5`, `Resolves: https://…/issues/6`.
    private func closedIssues(_ footers: [CommitFooter]) -> [String] {
        guard !footers.isEmpty else { return [] }
        let words: Set<String> = [
            "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
        ]
        var issues: [String] = []
        for footer in footers where words.contains(footer.token.lowercased()) {
            for word in footer.value.utf8.split(whereSeparator: { " ,;\n\t".utf8.contains($0) }) {
                if let issue = self.issue(word) { issues.append(issue) }
            }
        }
        return issues
    }

    /// The issue that a word means: its number in this repository, `OWNER/NAME#5` in another one.
    private func issue(_ word: Substring.UTF8View) -> String? {
        let digits = word.reversed().prefix { (0x30...0x39).contains($0) }.count
        guard (1...9).contains(digits) else { return nil }
        let number = String(Substring(word.suffix(digits)))
        let before = word.dropLast(digits)
        if before.last == UInt8(ascii: "#") {
            let repository = before.dropLast()
            guard !repository.isEmpty else { return number }
            let parts = repository.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy(Self.isName) else { return nil }
            let name = String(Substring(repository))
            let isOwn = forge.map { $0.page.lowercased().hasSuffix("/" + name.lowercased()) } ?? false
            return isOwn ? number : "\(name)#\(number)"
        }
        guard let page = forge?.page, before.starts(with: page.utf8) else { return nil }
        let rest = before.dropFirst(page.utf8.count)
        return rest.elementsEqual("/issues/".utf8) || rest.elementsEqual("/-/issues/".utf8) ? number : nil
    }

    /// Whether a text may be the name of an owner or a repository.
    private static func isName(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }
}
