/// One commit, as git records it.
package struct CommitRecord: Sendable, Hashable, Codable {
    /// The object's name: 40 or 64 lower-case hexadecimal digits.
    package var hash: String
    /// Who wrote it, by the repository's mailmap.
    package var authorName: String
    /// The author's address, by the repository's mailmap.
    package var authorEmail: String
    /// When it was committed, in seconds since 1970.
    package var timestamp: Int64
    /// The commits it stands on, the first parent first; several for a merge, none for a root.
    package var parents: [String]
    /// The first line of the message.
    ///
    /// Not git's `%s`, which joins the lines of the first paragraph and so loses a body that no blank line precedes.
    package var subject: String
    /// What follows the first line, from its first line that is not blank on; lines end in `\n`.
    package var body: String

    /// Describes a commit.
    package init(
        hash: String,
        authorName: String,
        authorEmail: String,
        timestamp: Int64,
        parents: [String] = [],
        subject: String,
        body: String = ""
    ) {
        self.hash = hash
        self.authorName = authorName
        self.authorEmail = authorEmail
        self.timestamp = timestamp
        self.parents = parents
        self.subject = subject
        self.body = body
    }

    /// Cuts a whole message (git's `%B`) into the two parts that a record holds; CRLF and CR become `\n`.
    package static func parts(ofMessage message: String) -> (subject: String, body: String) {
        let lines = message.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let isBlank: (Substring) -> Bool = { $0.allSatisfy(\.isWhitespace) }
        let message = lines.drop(while: isBlank)
        let body = message.dropFirst().drop(while: isBlank)
        let end = body.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? body.endIndex
        return (message.first.map(String.init) ?? "", body[..<end].joined(separator: "\n"))
    }

    /// The first 12 digits of the hash.
    package var shortHash: String { String(hash.prefix(12)) }

    /// Whether it joins several lines of history.
    package var isMerge: Bool { parents.count > 1 }
}
