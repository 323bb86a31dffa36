/// Values that begin on the line of their key or dash: scalars and flow collections.
extension YAMLReader {
    /// The value at the position, whose further lines stand more to the right than `parent`.
    mutating func inlineValue(below parent: Int, depth: Int) throws(RelctlError) -> YAMLNode {
        let start = position
        let place = place(at: start)
        let value: YAMLNode.Value
        var range: Range<Int>
        switch byte() {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            value = .scalar(try quoted())
            range = start + 1..<position - 1
            try endOfLine()
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            value = try flow(depth: depth)
            range = start..<position
            try endOfLine()
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            let (text, lines) = try blockScalar(below: parent)
            (value, range) = (.scalar(text), lines)
        case UInt8(ascii: "&"): throw unsupported("an anchor", at: start)
        case UInt8(ascii: "*"): throw unsupported("an alias", at: start)
        case UInt8(ascii: "!"): throw unsupported("a tag", at: start)
        default:
            let (text, end) = try plain(below: parent)
            (value, range) = (.scalar(text), start..<end)
        }
        return YAMLNode(value: value, place: place, range: range)
    }

    /// A scalar without quotes, and where it ends; its lines are joined by blanks.
    private mutating func plain(below parent: Int) throws(RelctlError) -> (text: String, end: Int) {
        guard isAtPlain else { throw problem("a value cannot begin with \(found())", at: position) }
        var text = ""
        while true {
            text += plainLine()
            guard byte() != UInt8(ascii: ":") else {
                throw problem("a key and `:` cannot follow a value on its line", at: position)
            }
            let end = position
            let isOver = !isAtEndOfLine
            try skipToContent()
            let between = bytes[end..<position]
            let hasComment = between.contains(UInt8(ascii: "#"))
            guard !isOver, !hasComment, position < bytes.count, !isAtMarker, column > parent else {
                position = end
                try endOfLine()
                let last = bytes[..<end].lastIndex { $0 != 0x20 && $0 != 0x09 } ?? end
                return (text, last + 1)
            }
            let breaks = between.count { $0 == UInt8(ascii: "\n") }
            text += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)
        }
    }

    /// Whether a scalar without quotes can begin at the position (YAML 1.2.2, section 7.3.3).
    var isAtPlain: Bool {
        guard let first = byte(), !",[]{}#&*!|>'\"%@`".utf8.contains(first) else { return false }
        return !"?:-".utf8.contains(first) || !isBlankOrEnd(position + 1)
    }

    /// The rest of the line up to a comment or `: `, without blanks at its end; the position is left there.
    mutating func plainLine() -> String {
        let start = position
        var end = position
        while let next = byte(), !isAtEndOfLine {
            let isBlank = next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
            if next == UInt8(ascii: ":"), isBlankOrEnd(position + 1) { break }
            if next == UInt8(ascii: "#"), position > start, isBlankOrEnd(position - 1) {
                position = end
                break
            }
            position += 1
            if !isBlank { end = position }
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// `|` or `>`: the lines below it, kept or folded, and the bytes from the first line's text to the last one's.
    private mutating func blockScalar(below parent: Int) throws(RelctlError) -> (text: String, range: Range<Int>) {
        let isFolded = byte() == UInt8(ascii: ">")
        position += 1
        var (chomping, indentation): (UInt8?, Int?) = (nil, nil)
        while let next = byte(), !isBlankOrEnd(position) {
            switch next {
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard chomping == nil else { throw problem("\(found()) is there twice", at: position) }
                chomping = next
            case UInt8(ascii: "1")...UInt8(ascii: "9") where indentation == nil:
                indentation = max(parent, 0) + Int(next - UInt8(ascii: "0"))
            default: throw problem("\(found()) cannot follow `|` or `>`", at: position)
            }
            position += 1
        }
        try endOfLine()
        var lines: [String] = []
        var range: Range<Int>?
        while let (line, blanks, end) = nextLine() {
            let isEmpty = blanks == line.utf8.count
            if !isEmpty {
                let isMarker = blanks == 0 && (line.hasPrefix("---") || line.hasPrefix("..."))
                let start = end - line.utf8.count - (bytes[end - 1] == 0x0D ? 1 : 0)
                if isMarker, isBlankOrEnd(start + 3) { break }
                if indentation == nil, blanks > parent { indentation = blanks }
                guard let indentation, blanks >= indentation, blanks > parent else { break }
                range = (range?.lowerBound ?? start + indentation)..<start + line.utf8.count
            }
            lines.append(String(decoding: line.utf8.dropFirst(indentation ?? blanks), as: UTF8.self))
            position = end
        }
        let content = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        let text = isFolded ? Self.folded(lines.prefix(content)) : lines.prefix(content).joined(separator: "\n")
        let end =
            switch chomping {
            case UInt8(ascii: "-"): ""
            case UInt8(ascii: "+"): String(repeating: "\n", count: lines.count - content + (content > 0 ? 1 : 0))
            default: content == 0 ? "" : "\n"
            }
        return (text + end, range ?? position..<position)
    }

    /// The line after the position's, the blanks it begins with, and where it ends; nothing at the end of the text.
    private func nextLine() -> (line: String, blanks: Int, end: Int)? {
        guard let newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n")), newline + 1 < bytes.count else {
            return nil
        }
        let rest = bytes[(newline + 1)...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = rest[..<end]
        if line.last == 0x0D { line = line.dropLast() }
        let blanks = line.prefix { $0 == UInt8(ascii: " ") }.count
        return (String(decoding: line, as: UTF8.self), blanks, end)
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
