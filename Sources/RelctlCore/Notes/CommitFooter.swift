/// A line at the end of a commit message that a machine can read, such as `Refs: #12` or `BREAKING CHANGE: …`.
///
/// Conventional Commits 1.0.0 (https://www.conventionalcommits.org/en/v1.0.0/#specification), rules 8 to 12 and 16.
package struct CommitFooter: Sendable, Hashable {
    /// What it is, as written: a word with `-` for blanks, or `BREAKING CHANGE`.
    package var token: String
    /// What it says, with its line breaks; for `Refs #12`, `#12`.
    package var value: String

    /// Whether it tells of a breaking change: the one token whose case matters (rule 15).
    package var isBreaking: Bool { token == "BREAKING CHANGE" || token == "BREAKING-CHANGE" }

    /// Cuts what follows a message's first line into text and footers.
    ///
    /// Footers begin with a paragraph whose first line is one (rule 8), and go on to the end: a value may hold any
    /// lines until the next footer (rule 10). Beyond the rules, a line that tells of a breaking change is a footer
    /// wherever it stands, because a missing blank line must not hide it.
    package static func parse(_ body: String) -> (text: String, footers: [CommitFooter]) {
        var text: [Substring] = []
        var footers: [CommitFooter] = []
        var followsBlank = true
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            if let footer = CommitFooter(line: line), followsBlank || !footers.isEmpty || footer.isBreaking {
                footers.append(footer)
            } else if footers.isEmpty {
                text.append(line)
            } else {
                footers[footers.count - 1].value += "\n" + line
            }
            followsBlank = line.allSatisfy(\.isWhitespace)
        }
        for index in footers.indices { footers[index].value = trimmed(footers[index].value) }
        return (trimmed(text.joined(separator: "\n")), footers)
    }

    /// Reads a footer's first line: a token, then `: ` or ` #`, then a value (rule 8).
    private init?(line: Substring) {
        let breaking = ["BREAKING CHANGE", "BREAKING-CHANGE"].first { line.hasPrefix($0) }
        let token =
            breaking.map { line.prefix($0.count) }
            ?? line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard token.first?.isLetter == true || token.first?.isNumber == true else { return nil }
        let rest = line.dropFirst(token.count)
        if rest.hasPrefix(": ") {
            value = String(rest.dropFirst(2))
        } else if rest == ":" {
            // An editor took the blank away, and the value begins on the next line.
            value = ""
        } else if rest.hasPrefix(" #") {
            value = String(rest.dropFirst())
        } else {
            return nil
        }
        self.token = String(token)
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
