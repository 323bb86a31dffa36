/// A line at the end of a commit message that a machine can read, such as `Refs: #12` or `BREAKING CHANGE: …`.
///
/// Conventional Commits 1.0.0 (https://www.conventionalcommits.org/en/v1.0.0/#specification), rules 8 to 12 and 16.
package struct CommitFooter: Sendable, Hashable {
    /// What it is, as written: a word with `-` for blanks, or `BREAKING CHANGE`.
    package var token: String
    /// What it says, with its line breaks; for `Refs #12`, `#12`.
    package var value: String

    /// Whether it tells of a breaking change: the one token whose case matters (rule 15).
    package var isBreaking: Bool { Self.isBreaking(token) }

    /// Cuts what follows a message's first line into text and footers.
    ///
    /// Footers begin with a paragraph whose first line is one (rule 8), and go on to the end: a value may hold any
    /// lines until the next footer (rule 10). Beyond the rules, a line that tells of a breaking change is a footer
    /// wherever it stands, because a missing blank line must not hide it.
    package static func parse(_ body: String) -> (text: String, footers: [CommitFooter]) {
        parse(Array(body.utf8)[...])
    }

    /// Cuts what follows a message's first line, given as UTF-8, into text and footers.
    package static func parse(_ body: ArraySlice<UInt8>) -> (text: String, footers: [CommitFooter]) {
        var text = body[..<body.startIndex]
        var begun: (token: String, start: Int)?
        var footers: [CommitFooter] = []
        var followsBlank = true
        var fences = CodeFences(body)
        var lineStart = body.startIndex
        while lineStart < body.endIndex {
            let lineEnd = body[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
            let line = body[lineStart..<lineEnd]
            let isCode = fences.takes(line, from: lineStart)
            if !isCode, let (token, value) = Self.beginning(line), followsBlank || begun != nil || isBreaking(token) {
                begun.map { footers.append(CommitFooter($0.token, body[$0.start..<lineStart])) }
                begun = (token, value)
            } else if begun == nil {
                text = body[..<lineEnd]
            }
            followsBlank = line.allSatisfy(\.isBlank)
            lineStart = min(lineEnd + 1, body.endIndex)
        }
        begun.map { footers.append(CommitFooter($0.token, body[$0.start...])) }
        return (String(decoding: text.trimmingBlanks(), as: UTF8.self), footers)
    }

    private init(_ token: String, _ value: ArraySlice<UInt8>) {
        self.token = token
        self.value = String(decoding: value.trimmingBlanks(), as: UTF8.self)
    }

    private static func isBreaking(_ token: String) -> Bool { token == "BREAKING CHANGE" || token == "BREAKING-CHANGE" }

    /// Reads a footer's first line: a token, then `: ` or ` #`, then a value (rule 8); the token, and where the value
    /// starts.
    private static func beginning(_ line: ArraySlice<UInt8>) -> (token: String, value: Int)? {
        guard line.first?.isLetterOrDigit == true else { return nil }
        let spaced = "BREAKING CHANGE".utf8
        let token =
            line.starts(with: spaced)
            ? line.prefix(spaced.count) : line.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        let rest = line[token.endIndex...]
        let value: Int
        if rest.starts(with: ": ".utf8) {
            value = rest.startIndex + 2
        } else if rest.elementsEqual(":".utf8) {
            // An editor took the blank away, and the value begins on the next line.
            value = rest.endIndex
        } else if rest.starts(with: " #".utf8) {
            // The mark is part of a number, and of nothing else.
            value = rest.startIndex + (isBreaking(String(decoding: token, as: UTF8.self)) ? 2 : 1)
        } else {
            return nil
        }
        return (String(decoding: token, as: UTF8.self), value)
    }
}

/// Blocks of code between two lines of backticks or tildes, asked about line by line.
private struct CodeFences {
    private let body: ArraySlice<UInt8>
    /// Where the block ends that a line lies in.
    private var end: Int
    /// Whether a fence may still be closed.
    private var mayClose = true

    init(_ body: ArraySlice<UInt8>) {
        self.body = body
        end = body.startIndex
    }

    /// Whether a line is part of a block; the lines must come in order.
    mutating func takes(_ line: ArraySlice<UInt8>, from start: Int) -> Bool {
        if start < end { return true }
        guard mayClose, let mark = Self.mark(of: line) else { return false }
        var next = line.endIndex + 1
        while next < body.endIndex {
            let lineEnd = body[next...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
            if Self.mark(of: body[next..<lineEnd]) == mark {
                end = min(lineEnd + 1, body.endIndex)
                return true
            }
            next = lineEnd + 1
        }
        mayClose = false
        return false
    }

    /// What a fence is made of; nothing for a line that is none.
    private static func mark(of line: ArraySlice<UInt8>) -> UInt8? {
        let line = line.drop(while: \.isBlank)
        guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        return line.prefix { $0 == mark }.count >= 3 ? mark : nil
    }
}
