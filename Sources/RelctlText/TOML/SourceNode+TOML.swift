extension SourceNode {
    /// Reads a TOML text.
    ///
    /// The range of a text lies inside its quotes, without the line break that follows an opening `"""` or `'''` and is
    /// no part of it. A table of a header covers its header.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package init(toml text: String, file: String) throws(RelctlError) {
        self.init(try TOMLParser.parse(text, file: file), in: Array(text.utf8))
    }

    private init(_ node: TOMLNode, in bytes: [UInt8]) {
        let content: Content =
            switch node.value {
            case .table(let members): .table(members.map { Member(key: $0.key, node: Self($0.node, in: bytes)) })
            case .array(let items): .list(items.map { Self($0, in: bytes) })
            case .string(let text): .text(text)
            case .integer, .float, .flag, .dateTime: .other(String(decoding: bytes[node.range], as: UTF8.self))
            }
        let isText = if case .text = content { true } else { false }
        let range = isText ? Self.inside(node.range, in: bytes) : node.range
        self.init(content: content, place: node.place, range: range)
    }

    /// What stands between the quotes that a range of bytes begins and ends with.
    private static func inside(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        let opening = bytes[range].prefix(3)
        // `""` is an empty text on one line; three quotes in a row only ever open one of several lines.
        guard range.count >= 6, let quote = opening.first, opening.allSatisfy({ $0 == quote }) else {
            return range.lowerBound + 1..<range.upperBound - 1
        }
        let content = bytes[range].dropFirst(3).dropLast(3)
        let lineBreak = content.starts(with: [0x0D, 0x0A]) ? 2 : content.first == 0x0A ? 1 : 0
        return range.lowerBound + 3 + lineBreak..<range.upperBound - 3
    }
}
