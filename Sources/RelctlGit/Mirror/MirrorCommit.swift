/// A commit that is to be made on top of another one.
package struct MirrorCommit: Sendable, Hashable {
    /// The commit that it stands on.
    package var parent: String
    /// What it says.
    package var message: String
    /// Who wrote and committed it.
    package var author: CommitIdentity
    /// When, in seconds since 1970.
    package var time: Int64
    /// What it changes.
    package var changes: [PlannedChange]
    /// Whether it is signed with the key that git is configured to use.
    package var isSigned: Bool

    /// Describes a commit.
    package init(
        parent: String,
        message: String,
        author: CommitIdentity,
        time: Int64,
        changes: [PlannedChange],
        isSigned: Bool = false
    ) {
        self.parent = parent
        self.message = message
        self.author = author
        self.time = time
        self.changes = changes
        self.isSigned = isSigned
    }

    /// The object without a signature, for a tree.
    package func content(tree: String) -> [UInt8] {
        let who = author.stamp(time)
        return Array("tree \(tree)\nparent \(parent)\nauthor \(who)\ncommitter \(who)\n\n".utf8) + message.gitMessage
    }
}

/// An annotated tag that is to be made.
package struct MirrorTag: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// The commit that it leads to.
    package var commit: String
    /// What it says.
    package var message: String
    /// Who made it.
    package var author: CommitIdentity
    /// When, in seconds since 1970.
    package var time: Int64
    /// Whether it is signed with the key that git is configured to use.
    package var isSigned: Bool

    /// Describes a tag.
    package init(
        name: String,
        commit: String,
        message: String,
        author: CommitIdentity,
        time: Int64,
        isSigned: Bool = false
    ) {
        self.name = name
        self.commit = commit
        self.message = message
        self.author = author
        self.time = time
        self.isSigned = isSigned
    }

    /// The object without a signature.
    var content: [UInt8] {
        let head = "object \(commit)\ntype commit\ntag \(name)\ntagger \(author.stamp(time))\n\n"
        return Array(head.utf8) + message.gitMessage
    }

    /// The name of the tag's object, which is known beforehand where it is not signed.
    package var id: String? {
        isSigned ? nil : GitObjectFormat(ofName: commit)?.name(of: content, kind: "tag")
    }
}

extension CommitIdentity {
    /// Who and when, as objects have it; the time is in UTC.
    func stamp(_ time: Int64) -> String { "\(name) <\(email)> \(time) +0000" }

    /// What keeps git from writing this into an object; nothing if all is well.
    package var problem: String? {
        for (text, what) in [(name, "name"), (email, "address")] {
            guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x3C || $0 == 0x3E }) else {
                return "the \(what) `\(text)` holds `<`, `>` or a control character"
            }
            guard text.utf8.contains(where: { $0 != 0x20 }) else { return "the \(what) is empty" }
            guard text.utf8.first != 0x20, text.utf8.last != 0x20 else {
                return "the \(what) `\(text)` begins or ends with a blank"
            }
        }
        return nil
    }
}

extension String {
    /// A message as commits and tags have it: without blank lines and blanks at its end, and with a line break there.
    var gitMessage: [UInt8] {
        var bytes = Array(utf8)
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes + [0x0A]
    }
}
