/// Texts of unknown origin as GitHub Flavored Markdown (https://github.github.com/gfm/) that shows them and nothing
/// else: no heading, link, image, HTML or mention comes of what somebody wrote into a commit or a file's name.
///
/// All goes by scalars, as Markdown does: an accent after a backtick makes no other character of it.
package enum Markdown {
    /// One line of prose.
    ///
    /// Code spans stay; a mention becomes one, because a forge resolves mentions after Markdown's
    /// escapes and would notify whoever has that name.
    package static func prose(_ text: String) -> String {
        let characters = Array(singleLine(text).unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < characters.count {
            if let end = codeSpanEnd(characters, from: index) {
                append(code: characters[index..<end], to: &result)
                index = end
            } else if let end = mentionEnd(characters, from: index) {
                append(code: ["`"] + characters[index..<end] + ["`"], to: &result)
                index = end
            } else if let end = addressEnd(characters, from: index) {
                result += characters[index..<end]
                index = end
            } else {
                if mustEscape(characters, at: index) { result.append("\\") }
                result.append(characters[index])
                index += 1
            }
        }
        return String(result)
    }

    /// One line of code, between as many backticks as it takes (GFM 6.3).
    package static func code(_ text: String) -> String {
        let text = singleLine(text)
        guard !text.isEmpty else { return "" }
        let marks = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
        let needsBlanks = [text.utf8.first, text.utf8.last].contains(UInt8(ascii: "`"))
        return needsBlanks ? "\(marks) \(text) \(marks)" : marks + text + marks
    }

    /// Markdown of one line for a table's cell: a `|` would end the cell, even in code (GFM 4.10).
    package static func cell(_ markdown: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in markdown.unicodeScalars {
            if scalar == "|", result.last != "\\" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// The line above and below a block of code that holds `text` (GFM 4.5).
    package static func fence(for text: String) -> String {
        String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    }

    /// `text` without what a reader cannot see: control characters, and those that reorder text.
    ///
    /// Line breaks and tabs become blanks where `keepingLines` is false.
    package static func visible(_ text: String, keepingLines: Bool) -> String {
        var result = String.UnicodeScalarView()
        let lines = String(text.map { $0 == "\r\n" ? "\n" : $0 })
        for scalar in lines.unicodeScalars {
            switch scalar.value {
            case 0x0a where keepingLines: result.append(scalar)
            case 0x09...0x0d, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func singleLine(_ text: String) -> String {
        let line = visible(text, keepingLines: false)
        let start = line.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
        var (longest, current) = (0, 0)
        for next in text.unicodeScalars {
            current = next == scalar ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }

    /// Two code spans side by side would share their backticks, and be none.
    private static func append(code: some Collection<Unicode.Scalar>, to result: inout String.UnicodeScalarView) {
        if result.last == "`" { result.append(" ") }
        result += code
    }
}

/// What prose is made of.
extension Markdown {
    /// Where the code span ends that begins at `start`, if one does: at the next run of as many backticks.
    private static func codeSpanEnd(_ text: [Unicode.Scalar], from start: Int) -> Int? {
        guard text[start] == "`", start == 0 || text[start - 1] != "`" else { return nil }
        let length = text[start...].prefix { $0 == "`" }.count
        var index = start + length
        while index < text.count {
            let run = text[index...].prefix { $0 == "`" }.count
            if run == length { return index + run }
            index += max(1, run)
        }
        return nil
    }

    /// Where the mention of a person or team ends that begins at `start`, if one does: `@name`, `@org/team`.
    private static func mentionEnd(_ text: [Unicode.Scalar], from start: Int) -> Int? {
        guard text[start] == "@", start == 0 || !isWord(text[start - 1]) else { return nil }
        let name = text[(start + 1)...].prefix { isWord($0) || $0 == "-" || $0 == "/" || $0 == "." }
        guard let first = name.first, isWord(first) else { return nil }
        // A sentence's own full stop or slash is not the name's.
        let last = name.lastIndex { isWord($0) } ?? start
        return last + 1
    }

    /// Where the plain web address ends that begins at `start`, if one does; escapes would become part of it.
    private static func addressEnd(_ text: [Unicode.Scalar], from start: Int) -> Int? {
        let schemes = ["https://".unicodeScalars, "http://".unicodeScalars]
        guard start == 0 || !isWord(text[start - 1]), schemes.contains(where: { text[start...].starts(with: $0) })
        else { return nil }
        let address = text[start...].prefix { isWord($0) || "/:.-_~%?=#+,;&".unicodeScalars.contains($0) }
        return address.endIndex
    }

    private static func mustEscape(_ text: [Unicode.Scalar], at index: Int) -> Bool {
        switch text[index] {
        case "\\", "`", "*", "[", "]", "<", ">", "|", "~", "&", "$", "@": return true
        case "_":
            // Inside a word it is plain text (GFM 6.4, rule 2).
            let isInside = index > 0 && isWord(text[index - 1]) && index + 1 < text.count && isWord(text[index + 1])
            return !isInside
        case "#", "+", "-", "=": return index == 0
        case ".", ")": return index > 0 && index <= 9 && text[..<index].allSatisfy { ("0"..."9").contains($0) }
        default: return false
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
