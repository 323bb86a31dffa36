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

    /// Who wrote it.
    package var author: CommitIdentity { CommitIdentity(name: authorName, email: authorEmail) }

    /// Cuts a whole message (git's `%B`) into the two parts that a record holds; CRLF and CR become `\n`, and what is
    /// not UTF-8 becomes U+FFFD.
    package static func parts(ofMessage message: ArraySlice<UInt8>) -> (subject: String, body: String) {
        let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard !message.contains(carriageReturn) else {
            var lines: [UInt8] = []
            for (index, byte) in zip(message.indices, message) {
                let isSecondHalf = byte == newline && index > message.startIndex && message[index - 1] == carriageReturn
                if !isSecondHalf { lines.append(byte == carriageReturn ? newline : byte) }
            }
            return parts(ofMessage: lines[...])
        }
        let text = trimmingBlankLines(message)
        let end = text.firstIndex(of: newline) ?? text.endIndex
        let body = trimmingBlankLines(text[end...].dropFirst())
        return (String(decoding: text[..<end], as: UTF8.self), String(decoding: body, as: UTF8.self))
    }

    /// What lies between the first and the last line that hold more than blanks, both included.
    private static func trimmingBlankLines(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let newline = UInt8(ascii: "\n")
        let isVisible: (UInt8) -> Bool = { $0 != newline && !$0.isBlank }
        guard let first = text.firstIndex(where: isVisible), let last = text.lastIndex(where: isVisible) else {
            return []
        }
        let start = text[..<first].lastIndex(of: newline).map { $0 + 1 } ?? text.startIndex
        let end = text[last...].firstIndex(of: newline) ?? text.endIndex
        return text[start..<end]
    }

    /// The first 12 digits of the hash.
    package var shortHash: String { String(hash.prefix(12)) }

    /// Whether it joins several lines of history.
    package var isMerge: Bool { parents.count > 1 }
}
