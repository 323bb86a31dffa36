extension CommitMessage {
    /// Reads a commit's message; with `readsSquashedEntries`, the list of a squashed commit as changes of their own (see
    /// ``SquashedBody``).
    package init(_ record: CommitRecord, readsSquashedEntries: Bool = true) {
        let bytes = Array(record.body.utf8)[...]
        let body = readsSquashedEntries ? SquashedBody(bytes) : SquashedBody(undivided: bytes)
        var texts: [String] = []
        var footers: [CommitFooter] = []
        var entries: [Change] = []
        var isBreaking = false
        for part in body.parts {
            let (text, ownFooters) = CommitFooter.parse(part.text)
            if !text.isEmpty { texts.append(text) }
            footers += ownFooters
            let isOwnBreaking = ownFooters.contains(where: \.isBreaking)
            if let header = part.entry {
                entries.append(Change(header, isBreaking: isOwnBreaking))
            } else if isOwnBreaking {
                isBreaking = true
            }
        }
        let title = Change(subject: record.subject, isBreaking: isBreaking)
        var changes: [Change] = []
        var summary: Change?
        // A title that is no change itself sums up what its list tells.
        if title.type != nil || title.isBreaking || entries.isEmpty {
            changes.append(title)
        } else {
            summary = title
            // The pull request that brought them is named in the title alone.
            let number = PullRequestNumber.cut(record.subject).number
            for index in entries.indices where PullRequestNumber.cut(entries[index].description).number.isEmpty {
                entries[index].description += number.isEmpty ? "" : " " + number
            }
        }
        for entry in entries where !changes.contains(where: { $0.tells(entry) }) { changes.append(entry) }
        self.init(changes: changes, body: texts.joined(separator: "\n\n"), footers: footers)
        self.summary = summary
    }
}

extension CommitMessage.Change {
    fileprivate init(_ header: ConventionalCommit, isBreaking: Bool) {
        self.init(
            type: header.type,
            scope: header.scope,
            isBreaking: header.isBreaking || isBreaking,
            description: header.description
        )
    }

    /// Reads a first line; where a footer tells of a breaking change, it is one whatever the line says.
    fileprivate init(subject: String, isBreaking: Bool) {
        if subject.utf8.starts(with: "BREAKING".utf8), let footer = CommitFooter.parse(subject).footers.first,
            footer.isBreaking, !footer.value.isEmpty
        {
            // A warning that got into the first line; `BREAKING-CHANGE` looks like a type, too.
            self.init(isBreaking: true, description: footer.value)
        } else if let header = ConventionalCommit(subject: subject) {
            self.init(header, isBreaking: isBreaking)
        } else {
            self.init(isBreaking: isBreaking, description: subject)
        }
    }

    /// Whether it says what `entry` says, with or without the number of a pull request behind.
    fileprivate func tells(_ entry: CommitMessage.Change) -> Bool {
        guard type == entry.type, scope == entry.scope, isBreaking || !entry.isBreaking else { return false }
        let rest = description.utf8.dropFirst(entry.description.utf8.count)
        return description.utf8.starts(with: entry.description.utf8) && (rest.isEmpty || rest.starts(with: " (#".utf8))
    }
}
