/// Writes one line that somebody wrote as Markdown that shows it.
///
/// All goes by bytes, for there are as many lines as commits; what Markdown has a meaning for is ASCII.
struct MarkdownProse {
    private let text: [UInt8]
    private let style: Markdown.Style

    /// Takes a text of one line, without control characters.
    init(_ text: [UInt8], _ style: Markdown.Style) {
        self.text = text
        self.style = style
    }

    /// Writes the text at the end of `output`.
    mutating func write(to output: inout [UInt8]) {
        var index = 0
        // Where the last code span or link ended.
        var spanEnd = -1
        output.reserveCapacity(output.count + text.count)
        while index < text.count {
            let byte = text[index]
            if Self.isPlain(byte) {
                output.append(byte)
                index += 1
            } else if let end = codeSpanEnd(from: index) {
                append(code: text[index..<end], to: &output)
                (index, spanEnd) = (end, end)
            } else if let end = mentionEnd(from: index, isFresh: index == spanEnd) {
                if style.mentions == .keep {
                    output += text[index..<end]
                } else {
                    append(code: [Self.tick] + text[index..<end] + [Self.tick], to: &output)
                }
                (index, spanEnd) = (end, end)
            } else if let end = addressEnd(from: index) {
                output += text[index..<end]
                index = end
            } else if let reference = reference(at: index) {
                output += "[\(reference.text)](\(reference.address))".utf8
                index += reference.text.utf8.count
                spanEnd = index
            } else {
                if mustEscape(at: index) { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
                index += 1
            }
        }
    }

    private static let tick = UInt8(ascii: "`")

    /// Whether a byte is written as it is wherever it stands: letters but `h`, which may begin an address, blanks, and
    /// what is not ASCII.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "g"), UInt8(ascii: "i")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x20, 0x80...: true
        default: false
        }
    }

    /// Two code spans side by side would share their backticks, and be none.
    private func append(code: some Collection<UInt8>, to output: inout [UInt8]) {
        if output.last == Self.tick { output.append(0x20) }
        output += code
    }

    /// Where the code span ends that begins at `start`, if one does: at the next run of as many backticks.
    private func codeSpanEnd(from start: Int) -> Int? {
        guard text[start] == Self.tick, start == 0 || text[start - 1] != Self.tick else { return nil }
        let length = text[start...].prefix { $0 == Self.tick }.count
        var index = start + length
        while index < text.count {
            guard text[index] == Self.tick else {
                index += 1
                continue
            }
            let run = text[index...].prefix { $0 == Self.tick }.count
            if run == length { return index + run }
            index += run
        }
        return nil
    }

    /// Where the mention of a person or team ends that begins at `start`, if one does: `@name`, `@org/team`.
    ///
    /// What follows code or a link directly begins a text of its own, in which forges look for mentions: `isFresh`.
    private func mentionEnd(from start: Int, isFresh: Bool) -> Int? {
        guard text[start] == UInt8(ascii: "@"), start == 0 || isFresh || !isWord(at: start - 1) else { return nil }
        var end = start + 1
        var last: Int?
        while end < text.count {
            if isWord(at: end) { last = end } else if !"-/.".utf8.contains(text[end]) { break }
            if last == nil { return nil }
            end += 1
        }
        // A sentence's own full stop or slash is not the name's.
        return last.map { $0 + 1 }
    }

    /// Where the plain web address ends that begins at `start`, if one does; escapes would become part of it.
    private func addressEnd(from start: Int) -> Int? {
        guard text[start] == UInt8(ascii: "h"), start == 0 || !isWord(at: start - 1),
            ["https://", "http://"].contains(where: { text[start...].starts(with: $0.utf8) })
        else { return nil }
        var (end, isCertain) = (start, false)
        while end < text.count, Self.isWord(text[end]) || "/:.-_~%?=#+,;&@".utf8.contains(text[end]) {
            if text[end] == UInt8(ascii: "&"), beginsEntity(at: end) { break }
            if text[end] == UInt8(ascii: "@"), !isCertain {
                isCertain = isCertainAddress(start..<end)
                guard isCertain else { break }
            }
            end += 1
        }
        return end
    }

    /// Whether everybody takes this for a link (GFM 6.9), so that what follows is no mention: after a blank, with a host
    /// of several names, and a path.
    private func isCertainAddress(_ range: Range<Int>) -> Bool {
        guard range.lowerBound == 0 || " (".utf8.contains(text[range.lowerBound - 1]) else { return false }
        let parts = text[range].split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let end = parts[2].firstIndex(of: UInt8(ascii: "/")) else { return false }
        let names = parts[2][..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count > 1 && names.allSatisfy { !$0.isEmpty && $0.allSatisfy { Self.isWord($0) || $0 == 0x2d } }
    }

    /// Whether what begins with `&` would show as another character (GFM 6.2).
    private func beginsEntity(at start: Int) -> Bool {
        let name = text[(start + 1)...].prefix { Self.isWord($0) || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && name.endIndex < text.count && text[name.endIndex] == UInt8(ascii: ";")
    }

    private struct Reference {
        var text: String
        var address: String
    }

    /// The issue or the request to merge that `#12` or, at GitLab, `!12` means, if one begins at `start`.
    private func reference(at start: Int) -> Reference? {
        let mark = text[start]
        guard mark == UInt8(ascii: "#") || mark == UInt8(ascii: "!"), let forge = style.forge,
            start == 0 || !isWord(at: start - 1) && !"/&#!".utf8.contains(text[start - 1])
        else { return nil }
        let digits = text[(start + 1)...].prefix { Self.isDigit($0) }
        guard (1...9).contains(digits.count), digits.endIndex == text.count || !isWord(at: digits.endIndex) else {
            return nil
        }
        let number = String(decoding: digits, as: UTF8.self)
        // Forges end the first line of what they squash with the number of the pull request, in parentheses.
        let isLast = digits.endIndex == text.count - 1 && text[digits.endIndex] == UInt8(ascii: ")")
        let isPullRequest = isLast && start > 0 && text[start - 1] == UInt8(ascii: "(")
        let pages =
            mark == UInt8(ascii: "!")
            ? forge.page(of: .mergeRequest, number)
            : (isPullRequest ? forge.page(of: .pullRequest, number) : nil) ?? forge.page(of: .issue, number)
        guard let address = pages else { return nil }
        return Reference(text: String(decoding: text[start..<digits.endIndex], as: UTF8.self), address: address)
    }

    private func mustEscape(at index: Int) -> Bool {
        switch text[index] {
        // Where Markdown is kept, there is still no HTML and no picture, and nothing reaches beyond its line.
        case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "@"), Self.tick: return true
        case UInt8(ascii: "["): return style.markup == .escape || index == 0 && definesLink
        case UInt8(ascii: "!"):
            return style.markup == .keep && index + 1 < text.count && text[index + 1] == UInt8(ascii: "[")
        case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "~"),
            UInt8(ascii: "$"):
            return style.markup == .escape || index == 0 && beginsBlock
        case UInt8(ascii: "_"):
            // Inside a word it is plain text (GFM 6.4, rule 2).
            let isInside = index > 0 && isWord(at: index - 1) && index + 1 < text.count && isWord(at: index + 1)
            return !isInside && (style.markup == .escape || index == 0 && beginsBlock)
        case UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="): return index == 0
        case UInt8(ascii: "."), UInt8(ascii: ")"):
            let isEnd = index + 1 == text.count || text[index + 1] == 0x20
            return isEnd && index > 0 && index <= 9 && text[..<index].allSatisfy(Self.isDigit)
        default: return false
        }
    }

    /// Whether the line would be a quotation, an item of a list, a block of code or a line across the page.
    private var beginsBlock: Bool {
        guard let first = text.first, first != UInt8(ascii: ">") else { return true }
        let rest = text.dropFirst()
        if first == UInt8(ascii: "~") { return rest.starts(with: "~~".utf8) }
        let isItem = first == UInt8(ascii: "*") && (rest.isEmpty || rest.first == 0x20)
        return isItem || text.allSatisfy { $0 == first || $0 == 0x20 }
    }

    private var definesLink: Bool {
        zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: ":") }
    }

    private func isWord(at index: Int) -> Bool { Self.isWord(text[index]) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: isDigit(byte)
        }
    }
}
