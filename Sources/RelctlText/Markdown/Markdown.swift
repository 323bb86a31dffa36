/// Texts of unknown origin as GitHub Flavored Markdown (https://github.github.com/gfm/) that shows them and nothing
/// else: no heading, link, image, HTML or mention comes of what somebody wrote into a commit or a file's name.
///
/// All goes by scalars, as Markdown does: an accent after a backtick makes no other character of it.
package enum Markdown {
    /// How far texts of unknown origin are believed.
    package struct Style: Sendable, Hashable {
        /// What becomes of `@name`.
        package var mentions = Mentions.neutralize
        /// What becomes of Markdown's own marks.
        package var markup = Markup.escape
        /// Where `#12` leads; nothing to leave it as it is.
        package var forge: ForgeAddress?

        /// Believes nothing.
        package init() {}
    }

    /// One line of prose.
    ///
    /// Code spans stay; a mention becomes one, because a forge resolves mentions after Markdown's
    /// escapes and would notify whoever has that name.
    package static func prose(_ text: String, _ style: Style = Style()) -> String {
        var output: [UInt8] = []
        append(prose: text, style, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes one line of prose at the end of `output`.
    package static func append(prose text: String, _ style: Style, to output: inout [UInt8]) {
        var writer = MarkdownProse(Array(singleLine(text).utf8), style)
        writer.write(to: &output)
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
        if isPlain(text, keepingLines: keepingLines) { return text }
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar.value {
            case 0x0a where isAfterReturn: continue
            case 0x0a where keepingLines, 0x0d where keepingLines: result.append("\n")
            case 0x09...0x0d, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: continue
            case 0xe0000...0xe007f: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether a text is visible ASCII alone, as most are.
    private static func isPlain(_ text: String, keepingLines: Bool) -> Bool {
        func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
            for byte in bytes where byte < 0x20 || byte > 0x7e {
                guard keepingLines, byte == 0x0a else { return false }
            }
            return true
        }
        return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
    }

    /// `text` as it can stand on one line.
    package static func singleLine(_ text: String) -> String {
        let line = visible(text, keepingLines: false)
        let blank = UInt8(ascii: " ")
        guard line.utf8.first == blank || line.utf8.last == blank else { return line }
        var rest = line.utf8.drop { $0 == blank }
        while rest.last == blank { rest.removeLast() }
        return String(Substring(rest))
    }

    private static func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
        var (longest, current) = (0, 0)
        for next in text.unicodeScalars {
            current = next == scalar ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}

extension Markdown {
    /// What to do about mentions.
    package enum Mentions: String, Sendable, Hashable, Codable, CaseIterable {
        /// They become code, so that nobody is notified.
        case neutralize
        /// They stay, and forges notify whoever is named.
        case keep
    }

    /// What to do about Markdown.
    package enum Markup: String, Sendable, Hashable, Codable, CaseIterable {
        /// It shows itself; code spans stay.
        case escape
        /// Emphasis and links stay; HTML and pictures never do.
        case keep
    }
}
