/// Block scalars (YAML 1.2.2, section 8.1).
extension YAMLReader {
    /// `|` or `>` and what follows it on its line.
    private struct Header {
        var isFolded: Bool
        var chomping: UInt8?
        /// Spaces that belong to no line of the text; nil if its first line says how many.
        var indentation: Int?
    }

    private struct Line {
        var start: Int
        /// Spaces that the line begins with.
        var spaces: Int
        /// Offset of its line break.
        var end: Int
        /// Offset of the line feed, which ends the line break.
        var feed: Int
    }

    /// Reads the lines below `|` or `>`, and the bytes from the text of the first one to the end of the last one.
    mutating func blockScalar(below parent: Int) throws(RelctlError) -> (text: String, range: Range<Int>) {
        let header = try header(below: parent)
        var indentation = header.indentation
        var (lines, range): ([String], Range<Int>?) = ([], nil)
        var longestEmpty: Line?
        while let line = nextLine() {
            if line.start + line.spaces == line.end {
                if line.spaces > longestEmpty?.spaces ?? 0 { longestEmpty = line }
            } else {
                guard !isMarker("---", at: line.start), !isMarker("...", at: line.start) else { break }
                if indentation == nil, line.spaces > parent {
                    indentation = line.spaces
                    try checkLeading(longestEmpty, indentation: line.spaces)
                }
                guard let indentation, line.spaces >= indentation else {
                    try refuseTab(at: line.start + line.spaces)
                    break
                }
                range = (range?.lowerBound ?? line.start + indentation)..<line.end
            }
            let text = bytes[line.start + min(line.spaces, indentation ?? line.spaces)..<line.end]
            lines.append(String(decoding: text, as: UTF8.self))
            position = line.feed
        }
        return (Self.text(of: lines, header), range ?? position..<position)
    }

    private mutating func header(below parent: Int) throws(RelctlError) -> Header {
        var header = Header(isFolded: byte() == UInt8(ascii: ">"))
        position += 1
        while let next = byte(), !isBlankOrEnd(position) {
            switch next {
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard header.chomping == nil else { throw problem("\(found()) is there twice", at: position) }
                header.chomping = next
            case UInt8(ascii: "1")...UInt8(ascii: "9") where header.indentation == nil:
                header.indentation = max(parent, 0) + Int(next - UInt8(ascii: "0"))
            default: throw problem("\(found()) cannot follow `|` or `>`", at: position)
            }
            position += 1
        }
        try endOfLine()
        return header
    }

    /// Refuses an empty line before the text that has more spaces than the first line of the text.
    private mutating func checkLeading(_ empty: Line?, indentation: Int) throws(RelctlError) {
        guard let empty, empty.spaces > indentation else { return }
        throw problem(
            "an empty line has more spaces than the first line of the text below it",
            at: empty.start + indentation,
            hints: ["remove the spaces of the empty line"]
        )
    }

    /// The line after the position's; nil at the end of the text.
    private func nextLine() -> Line? {
        guard let newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n")), newline + 1 < bytes.count else {
            return nil
        }
        let rest = bytes[(newline + 1)...]
        let feed = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let end = rest[..<feed].last == UInt8(ascii: "\r") ? feed - 1 : feed
        let spaces = rest[..<end].prefix { $0 == UInt8(ascii: " ") }.count
        return Line(start: newline + 1, spaces: spaces, end: end, feed: feed)
    }

    private static func text(of lines: [String], _ header: Header) -> String {
        let count = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        let content = lines.prefix(count)
        let text = header.isFolded ? folded(content) : content.joined(separator: "\n")
        switch header.chomping {
        case UInt8(ascii: "-"): return text
        case UInt8(ascii: "+"): return text + String(repeating: "\n", count: lines.count - count + (count > 0 ? 1 : 0))
        default: return count == 0 ? text : text + "\n"
        }
    }

    /// Joins lines by blanks; empty lines and lines that are indented further keep their breaks.
    private static func folded(_ lines: ArraySlice<String>) -> String {
        var (text, breaks, wasIndented) = ("", 0, true)
        for line in lines {
            guard !line.isEmpty else {
                breaks += 1
                continue
            }
            let isIndented = line.hasPrefix(" ") || line.hasPrefix("\t")
            if !text.isEmpty, !wasIndented, !isIndented, breaks == 0 { text += " " }
            if !text.isEmpty, wasIndented || isIndented { breaks += 1 }
            text += String(repeating: "\n", count: breaks) + line
            (breaks, wasIndented) = (0, isIndented)
        }
        return text
    }
}
