/// Flow collections (YAML 1.2.2, section 7.4).
extension YAMLReader {
    var isAtFlowCollection: Bool { byte() == UInt8(ascii: "[") || byte() == UInt8(ascii: "{") }

    /// Reads `[…]` or `{…}`.
    mutating func flow(below parent: Int, depth: Int) throws(RelctlError) -> SourceNode.Content {
        try checkDepth(depth)
        let start = position
        let isMapping = bytes[start] == UInt8(ascii: "{")
        let end = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
        position += 1
        var (members, elements): ([SourceNode.Member], [SourceNode]) = ([], [])
        var keys = YAMLKeys()
        try skipInFlow(below: parent)
        while byte() != end {
            if isMapping {
                members.append(try flowMember(below: parent, depth: depth, in: &keys))
            } else {
                elements.append(try flowElement(below: parent, depth: depth))
            }
            try skipInFlow(below: parent)
            guard byte() == UInt8(ascii: ",") else { break }
            position += 1
            try skipInFlow(below: parent)
        }
        guard byte() == end else {
            throw problem("`,` or `\(Unicode.Scalar(end))` is expected, not \(found())", at: position)
        }
        position += 1
        return isMapping ? .table(members) : .list(elements)
    }

    /// Reads an entry of a mapping: a key, and a value if a colon follows it.
    private mutating func flowMember(
        below parent: Int,
        depth: Int,
        in keys: inout YAMLKeys
    ) throws(RelctlError) -> SourceNode.Member {
        let start = position
        let node = try value(below: parent, depth: depth + 1, inFlow: true)
        let absent = SourceNode(content: .absent, place: place(at: position), range: position..<position)
        let value = try flowValue(ofKeyFrom: start, below: parent, depth: depth) ?? absent
        return try flowMember(node, value, at: start, in: &keys)
    }

    /// Reads an entry of a sequence: a value, or a mapping of one key and its value without braces.
    private mutating func flowElement(below parent: Int, depth: Int) throws(RelctlError) -> SourceNode {
        let start = position
        let node = try value(below: parent, depth: depth + 1, inFlow: true)
        guard let value = try flowValue(ofKeyFrom: start, below: parent, depth: depth) else { return node }
        var keys = YAMLKeys()
        let member = try flowMember(node, value, at: start, in: &keys)
        return SourceNode(content: .table([member]), place: node.place, range: start..<value.range.upperBound)
    }

    private mutating func flowMember(
        _ key: SourceNode,
        _ value: SourceNode,
        at start: Int,
        in keys: inout YAMLKeys
    ) throws(RelctlError) -> SourceNode.Member {
        guard case .text(let text) = key.content else { throw unsupported("a collection as a key", at: start) }
        try check(text, at: start, isNewIn: &keys)
        return SourceNode.Member(key: text, node: value)
    }

    /// Reads the value of the key that begins at `start` and has just been read; nil if no colon follows the key.
    private mutating func flowValue(
        ofKeyFrom start: Int,
        below parent: Int,
        depth: Int
    ) throws(RelctlError) -> SourceNode? {
        // After a quote or bracket, a value may follow the colon without a blank.
        let isClosed = "\"'[{".utf8.contains(bytes[start])
        try skipInFlow(below: parent)
        guard isAtColon(inFlow: true) || (isClosed && byte() == UInt8(ascii: ":")) else { return nil }
        guard !bytes[start..<position].contains(UInt8(ascii: "\n")) else {
            throw unsupported("a key and `:` on more than one line", at: start)
        }
        position += 1
        let absent = SourceNode(content: .absent, place: place(at: position), range: position..<position)
        try skipInFlow(below: parent)
        let isOver = byte().map { ",]}".utf8.contains($0) } ?? true
        return isOver ? absent : try value(below: parent, depth: depth + 1, inFlow: true)
    }

    func isFlowMark(_ offset: Int) -> Bool { offset < bytes.count && ",[]{}".utf8.contains(bytes[offset]) }

    /// Goes past blanks, comments and line breaks inside a collection.
    ///
    /// Its lines are indented more than `parent` (YAML 1.2.2, section 6.3). The line of a closing bracket may have the
    /// column of `parent`: the readers of Helm and Dart allow it, and it has no other meaning.
    private mutating func skipInFlow(below parent: Int) throws(RelctlError) {
        let before = position
        skipToContent()
        guard byte() != nil, bytes[before..<position].contains(UInt8(ascii: "\n")) else { return }
        guard !isAtMarker else { throw problem("a bracket is not closed before the document ends", at: position) }
        guard column <= parent else { return }
        try refuseTabs()
        let isClosing = byte() == UInt8(ascii: "]") || byte() == UInt8(ascii: "}")
        guard isClosing, column == parent else { throw indentationProblem("a line in brackets", below: parent) }
    }
}
