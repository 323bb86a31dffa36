/// What users must do about a breaking change: paragraphs, lists and blocks of code, as its author wrote them.
struct MigrationText {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The indentation that makes all of it a part of the list's item that it belongs to.
    private static let indentation = "  "

    /// Writes the text after the line of its change, each paragraph with an empty line before it.
    func append(to output: inout [UInt8], _ markup: NotesMarkup) {
        switch markup.format {
        case .markdown: appendMarkdown(to: &output, markup.style)
        case .text:
            output += "\n".utf8
            for line in lines { output += line.isBlank ? "\n".utf8 : "\n\(Self.indentation)\(line)".utf8 }
        case .html:
            for paragraph in lines.split(whereSeparator: \.isBlank) {
                output += "<p>\(markup.html(paragraph.joined(separator: "\n")))</p>".utf8
            }
        }
    }

    private func appendMarkdown(to output: inout [UInt8], _ style: Markdown.Style) {
        output += "\n".utf8
        var index = 0
        while index < lines.count {
            let line = lines[index]
            if let block = CodeBlock(lines, at: index) {
                output += "\n\(Self.indentation)\(block.fence)\(block.language)".utf8
                for line in block.content { output += line.isBlank ? "\n".utf8 : "\n\(Self.indentation)\(line)".utf8 }
                output += "\n\(Self.indentation)\(block.fence)".utf8
                index = block.end
                continue
            }
            output.append(UInt8(ascii: "\n"))
            if !line.isBlank {
                output += Self.indentation.utf8
                var prose: [UInt8] = []
                Markdown.append(prose: String(line.listItem ?? line), style, to: &prose)
                // A mark with nothing to show behind it would underline the line above, as a heading (GFM 4.3).
                if line.listItem != nil { output += (prose.allSatisfy(\.isBlank) ? "\\-" : "- ").utf8 }
                output += prose
            }
            index += 1
        }
    }

    /// A block of code between fences (GFM 4.5), which ends with the text where nothing else ends it.
    private struct CodeBlock {
        /// What is written in the place of its own fences: longer than any in it.
        let fence: String
        /// The name of the language, where there is one and it is no more than a word.
        let language: String
        let content: ArraySlice<Substring>
        /// The line after it.
        let end: Int

        init?(_ lines: [Substring], at start: Int) {
            let first = lines[start].drop { $0 == " " }
            let length = first.utf8.prefix { $0 == UInt8(ascii: "`") }.count
            guard length >= 3, !first.utf8.dropFirst(length).contains(UInt8(ascii: "`")) else { return nil }
            let word = first.utf8.dropFirst(length).drop(while: \.isBlank)
            let isWord = word.allSatisfy { byte in
                byte < 0x80 && UnicodeScalar(byte).properties.isAlphabetic || "0123456789+#-_".utf8.contains(byte)
            }
            language = isWord ? String(Substring(word)) : ""
            let rest = lines[(start + 1)...]
            let closing = rest.firstIndex { line in
                let line = line.drop { $0 == " " }
                let marks = line.utf8.prefix { $0 == UInt8(ascii: "`") }.count
                return marks >= length && line.utf8.dropFirst(marks).allSatisfy(\.isBlank)
            }
            content = rest[..<(closing ?? lines.endIndex)]
            end = closing.map { $0 + 1 } ?? lines.endIndex
            fence = Markdown.fence(for: content.joined(separator: "\n"))
        }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { utf8.allSatisfy(\.isBlank) }

    /// What follows the mark of a list's item.
    fileprivate var listItem: Substring? {
        let text = drop { $0 == " " }
        let marks = [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")]
        guard let first = text.utf8.first, marks.contains(first), text.utf8.dropFirst().first?.isBlank == true else {
            return nil
        }
        return Substring(text.utf8.dropFirst(2))
    }
}
