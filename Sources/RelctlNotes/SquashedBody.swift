/// What follows a message's first line, cut where a squashed commit lists the commits that went into it.
///
/// An entry is a line of the form of Conventional Commits with a type that is known: an item of a list, `* feat: a` or
/// `- fix(x): b`, as GitHub makes one of each commit, or a paragraph's first line. What follows it, up to the next, is
/// its body, with its own footers.
struct SquashedBody {
    /// The whole, in pieces; the first one has no entry.
    private(set) var parts: [Part]

    /// An entry with its body, or text that belongs to none.
    struct Part {
        var entry: ConventionalCommit?
        var text: ArraySlice<UInt8>
    }

    /// Leaves a body as it is.
    init(undivided body: ArraySlice<UInt8>) { parts = [Part(text: body)] }

    /// Looks for entries in a body.
    init(_ body: ArraySlice<UInt8>) {
        self.init(undivided: body)
        // Whatever the first line is, what follows it is a new paragraph.
        var mayBegin = true
        var lineStart = body.startIndex
        while lineStart < body.endIndex {
            let lineEnd = body[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
            let line = body[lineStart..<lineEnd]
            let next = min(lineEnd + 1, body.endIndex)
            if mayBegin, let entry = Self.entry(line) {
                parts[parts.count - 1].text = parts[parts.count - 1].text[..<lineStart]
                parts.append(Part(entry: entry, text: body[next...]))
            } else if parts.count > 1, Self.isRule(line) {
                // GitHub's line between the list and the trailers of all that went in.
                parts[parts.count - 1].text = parts[parts.count - 1].text[..<lineStart]
                parts.append(Part(text: body[next...]))
                mayBegin = true
            } else if Self.item(line) == nil {
                // A list goes on as it began: one that explains a footer has no entries.
                mayBegin = line.allSatisfy(\.isBlank)
            }
            lineStart = next
        }
    }

    private static func entry(_ whole: ArraySlice<UInt8>) -> ConventionalCommit? {
        let item = item(whole)
        // A paragraph of prose may begin with what only looks like a type: `Fix: #12`, or an example of code.
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let line = item ?? (whole.first.map(small.contains) == true ? whole : nil) else { return nil }
        // Most lines are prose; a type is short.
        guard line.prefix(200).contains(UInt8(ascii: ":")), let entry = ConventionalCommit(line) else { return nil }
        return ConventionalCommit.knownTypes.contains(entry.type) ? entry : nil
    }

    /// What an item of a list holds; nothing for another line.
    private static func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let line = line.drop(while: \.isBlank)
        guard line.starts(with: "* ".utf8) || line.starts(with: "- ".utf8) else { return nil }
        return line.dropFirst(2)
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 3 && line.allSatisfy { $0 == UInt8(ascii: "-") }
    }
}
