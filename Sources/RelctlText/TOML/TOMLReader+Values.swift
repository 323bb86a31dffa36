/// Values: what stands right of `=`, and in arrays.
extension TOMLReader {
    /// A value of any kind, `depth` values deep.
    mutating func value(depth: Int) throws(RelctlError) -> TOMLTable.Slot {
        let start = position
        let place = place(at: start)
        guard depth <= TOMLParser.maximumDepth else {
            throw problem("more than \(TOMLParser.maximumDepth) values stand inside one another", at: start)
        }
        let content: SourceNode.Content
        switch byte() {
        case UInt8(ascii: "{"): return .table(try inlineTable(depth: depth))
        case UInt8(ascii: "["): content = .list(try array(depth: depth))
        case UInt8(ascii: "\""):
            let isMultiline = bytes[start...].starts(with: #"""""#.utf8)
            content = .text(isMultiline ? try multilineBasicString() : try basicString())
        case UInt8(ascii: "'"):
            let isMultiline = bytes[start...].starts(with: "'''".utf8)
            content = .text(isMultiline ? try multilineLiteralString() : try literalString())
        default: content = .other(try word())
        }
        let isText = if case .text = content { true } else { false }
        let range = isText ? inside(start..<position) : start..<position
        return .value(SourceNode(content: content, place: place, range: range))
    }

    /// What stands between the quotes that a range of bytes begins and ends with.
    private func inside(_ range: Range<Int>) -> Range<Int> {
        let opening = bytes[range].prefix(3)
        // `""` is an empty text on one line; three quotes in a row only ever open one of several lines.
        guard range.count >= 6, let quote = opening.first, opening.allSatisfy({ $0 == quote }) else {
            return range.lowerBound + 1..<range.upperBound - 1
        }
        let content = bytes[range].dropFirst(3).dropLast(3)
        let lineBreak = content.starts(with: [0x0D, 0x0A]) ? 2 : content.first == 0x0A ? 1 : 0
        return range.lowerBound + 3 + lineBreak..<range.upperBound - 3
    }

    private mutating func array(depth: Int) throws(RelctlError) -> [SourceNode] {
        let start = position
        position += 1
        var elements: [SourceNode] = []
        while true {
            try skipBlanksAndLines()
            if byte() == UInt8(ascii: "]") { break }
            switch try value(depth: depth + 1) {
            case .value(let node): elements.append(node)
            case .table(let table): elements.append(table.node)
            case .tables: break
            }
            try skipBlanksAndLines()
            guard byte() == UInt8(ascii: ",") else { break }
            position += 1
        }
        guard byte() == UInt8(ascii: "]") else {
            guard byte() != nil else { throw problem("`[` is not closed by `]`", at: start) }
            throw problem("`,` or `]` is expected, not \(found())", at: position)
        }
        position += 1
        return elements
    }

    private mutating func skipBlanksAndLines() throws(RelctlError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while skipLineBreak()
    }

    /// `{ key = value }`, with line breaks, comments and a comma after the last value where TOML 1.1.0 lets them stand.
    private mutating func inlineTable(depth: Int) throws(RelctlError) -> TOMLTable {
        let start = position
        position += 1
        // Its place is that of the brace; what it covers is known when it is closed.
        let growing = TOMLTable(.inline, place: place(at: start), range: start..<start)
        let section = nextSection()
        while true {
            try skipBlanksAndLines()
            if byte() == UInt8(ascii: "}") { break }
            try keyAndValue(into: growing, section: section, depth: depth + 1)
            try skipBlanksAndLines()
            guard byte() == UInt8(ascii: ",") else { break }
            position += 1
        }
        guard byte() == UInt8(ascii: "}") else {
            throw problem("`,` or `}` is expected, not \(found())", at: position)
        }
        position += 1
        let table = TOMLTable(.inline, place: growing.place, range: start..<position)
        for member in growing.members { table.set(member.slot, for: member.key) }
        return table
    }

    /// A truth value, a number, a date or a time, as it is written.
    private mutating func word() throws(RelctlError) -> String {
        let start = position
        var text = take(while: Self.isWordByte)
        // RFC 3339 lets a blank stand for the `T` between date and time.
        if TOMLDateTime.isDate(text), byte() == UInt8(ascii: " "), position + 1 < bytes.count,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position + 1])
        {
            position += 1
            text += " " + take(while: Self.isWordByte)
        }
        guard !text.isEmpty else { throw problem("a value is expected, not \(found())", at: start) }
        if text == "true" || text == "false" || TOMLDateTime.isValid(text) { return text }
        switch TOMLNumber.parse(text) {
        case .integer, .float: return text
        case .tooLarge: throw problem("`\(text)` does not fit into 64 bits", at: start)
        case nil: throw problem("`\(text)` is not a value; a text stands in quotes", at: start)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
