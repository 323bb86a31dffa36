/// Block mappings and sequences (YAML 1.2.2, section 8.2).
extension YAMLReader {
    /// Reads the value after `---` or after a key and its `:`; a block collection begins on a later line.
    mutating func valueAfterIndicator(
        below parent: Int,
        depth: Int,
        allowsDashBelowKey: Bool = false
    ) throws(RelctlError) -> SourceNode {
        skipBlanks()
        guard isAtEndOfLine || isAtComment else { return try inlineValue(below: parent, depth: depth) }
        return try block(below: parent, depth: depth, allowsDashBelowKey: allowsDashBelowKey)
    }

    /// Reads the value that is indented more than `parent`; the sequence of a key may have the key's column.
    mutating func block(
        below parent: Int,
        depth: Int,
        allowsDashBelowKey: Bool = false
    ) throws(RelctlError) -> SourceNode {
        try checkDepth(depth)
        let absent = SourceNode(content: .absent, place: place(at: position), range: position..<position)
        skipToContent()
        guard position < bytes.count, !isAtMarker else { return absent }
        let column = column
        guard column > parent || (allowsDashBelowKey && column == parent && isDash) else { return absent }
        let (start, place) = (position, place(at: position))
        if isDash {
            try refuseTabs()
            let elements = try sequence(column, depth)
            let end = elements.last?.range.upperBound ?? start
            return SourceNode(content: .list(elements), place: place, range: start..<end)
        }
        if try key(below: parent) != nil {
            try refuseTabs()
            let members = try mapping(column, depth)
            let end = members.last?.node.range.upperBound ?? start
            return SourceNode(content: .table(members), place: place, range: start..<end)
        }
        return try inlineValue(below: parent, depth: depth)
    }

    private mutating func mapping(_ column: Int, _ depth: Int) throws(RelctlError) -> [SourceNode.Member] {
        var members: [SourceNode.Member] = []
        var keys = YAMLKeys()
        repeat {
            let start = position
            guard let (text, end) = try key(below: column) else {
                if isAtFlowCollection { throw unsupported("a collection as a key", at: start) }
                throw problem("a key and `:` are expected, not \(found())", at: start)
            }
            try check(text, at: start, isNewIn: &keys)
            position = end
            let node = try valueAfterIndicator(below: column, depth: depth + 1, allowsDashBelowKey: true)
            members.append(SourceNode.Member(key: text, node: node))
        } while try isNext(at: column)
        return members
    }

    private mutating func sequence(_ column: Int, _ depth: Int) throws(RelctlError) -> [SourceNode] {
        var elements: [SourceNode] = []
        repeat {
            position += 1
            elements.append(try block(below: column, depth: depth + 1))
        } while try isNext(at: column) && isDash
        return elements
    }

    /// Returns true if another item of the collection at this column follows.
    private mutating func isNext(at column: Int) throws(RelctlError) -> Bool {
        skipToContent()
        guard position < bytes.count, !isAtMarker else { return false }
        try refuseTabs()
        guard self.column <= column else { throw problem("\(found()) is indented too far", at: position) }
        return self.column == column
    }

    private var isDash: Bool { byte() == UInt8(ascii: "-") && isBlankOrEnd(position + 1) }

    /// Finds the key at the position and the offset after its colon; nil if there is no key on this line.
    private mutating func key(below parent: Int) throws(RelctlError) -> (text: String, end: Int)? {
        let start = position
        defer { position = start }
        try refuseUnreadForms(inFlow: false)
        let text: String
        if isAtQuote {
            text = try quoted(below: parent)
            guard !bytes[start..<position].contains(UInt8(ascii: "\n")) else { return nil }
        } else {
            guard isAtPlain(inFlow: false) else { return nil }
            text = plainLine(inFlow: false)
        }
        skipBlanks()
        guard isAtColon(inFlow: false) else { return nil }
        return (text, position + 1)
    }
}

/// Keys of one mapping, compared by bytes: `String` comparison takes canonically equivalent texts for equal.
typealias YAMLKeys = Set<[UInt8]>

extension YAMLReader {
    /// Throws if the mapping already has the key, or if the key merges another mapping into it.
    mutating func check(_ key: String, at offset: Int, isNewIn keys: inout YAMLKeys) throws(RelctlError) {
        guard key != "<<" else { throw unsupported("a merge key", at: offset) }
        guard keys.insert(Array(key.utf8)).inserted else {
            throw problem("the key `\(key)` is there twice", at: offset)
        }
    }

    mutating func checkDepth(_ depth: Int) throws(RelctlError) {
        guard depth <= YAMLParser.maximumDepth else {
            throw problem("more than \(YAMLParser.maximumDepth) values stand inside one another", at: position)
        }
    }
}
