/// Values that begin on the line of their key or dash, and plain scalars (YAML 1.2.2, section 7.3.3).
extension YAMLReader {
    /// Reads the value at the position and goes to the end of its line.
    mutating func inlineValue(below parent: Int, depth: Int) throws(RelctlError) -> SourceNode {
        let start = position
        let node = try value(below: parent, depth: depth, inFlow: false)
        skipBlanks()
        if isAtColon(inFlow: false) {
            guard case .text = node.content else { throw unsupported("a collection as a key", at: start) }
            throw problem(
                "`:` is not expected after a value",
                at: position,
                hints: ["put a value that contains `: ` in quotes, and write a key on a line of its own"]
            )
        }
        try endOfLine()
        return node
    }

    /// Reads the scalar or flow collection at the position.
    mutating func value(below parent: Int, depth: Int, inFlow: Bool) throws(RelctlError) -> SourceNode {
        try refuseUnreadForms(inFlow: inFlow)
        let start = position
        let place = place(at: start)
        if isAtQuote {
            let text = try quoted(below: parent)
            return SourceNode(content: .text(text), place: place, range: start + 1..<position - 1)
        }
        if isAtFlowCollection {
            let value = try flow(below: parent, depth: depth)
            return SourceNode(content: value, place: place, range: start..<position)
        }
        let isBlockScalar = !inFlow && (byte() == UInt8(ascii: "|") || byte() == UInt8(ascii: ">"))
        let (text, range) = isBlockScalar ? try blockScalar(below: parent) : try plain(below: parent, inFlow: inFlow)
        return SourceNode(content: .text(text), place: place, range: range)
    }

    /// Reads a scalar without quotes, over one or more lines.
    private mutating func plain(
        below parent: Int,
        inFlow: Bool
    ) throws(RelctlError) -> (text: String, range: Range<Int>) {
        let start = position
        guard isAtPlain(inFlow: inFlow) else { throw problem("a value is expected, not \(found())", at: start) }
        // YAML 1.1 reads another value there than YAML 1.2.
        if inFlow, "?:".utf8.contains(bytes[start]) {
            throw unsupported("a value in brackets that begins with \(found())", at: start)
        }
        var text = plainLine(inFlow: inFlow)
        var end = position
        skipBlanks()
        while isAtEndOfLine, let breaks = foldedBreaks(below: parent) {
            let line = plainLine(inFlow: inFlow)
            guard !line.isEmpty else { break }
            text += breaks + line
            end = position
            skipBlanks()
        }
        position = end
        return (text, start..<end)
    }

    /// Returns true if a scalar without quotes can begin at the position.
    func isAtPlain(inFlow: Bool) -> Bool {
        guard !isBlankOrEnd(position), !",[]{}#&*!|>'\"%@`".utf8.contains(bytes[position]) else { return false }
        let isAlone = isBlankOrEnd(position + 1) || (inFlow && isFlowMark(position + 1))
        return !"?:-".utf8.contains(bytes[position]) || !isAlone
    }

    /// Reads the rest of the line up to a comment, a `:` that ends a key, or the end of an entry of a flow collection,
    /// without the blanks before it.
    mutating func plainLine(inFlow: Bool) -> String {
        let start = position
        var end = position
        while let next = byte(), !isAtEndOfLine, !isAtComment, !isAtColon(inFlow: inFlow) {
            if inFlow, isFlowMark(position) { break }
            position += 1
            if next != UInt8(ascii: " "), next != UInt8(ascii: "\t") { end = position }
        }
        position = end
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Goes past line breaks and the indentation of the next line of a scalar (YAML 1.2.2, sections 6.3 and 6.5).
    ///
    /// - Returns: the text that the breaks mean: one is a blank, each further one a line break. It is nil if the next
    ///   line is not indented more than `parent`; the position is then after the spaces of that line.
    mutating func foldedBreaks(below parent: Int) -> String? {
        var breaks = 0
        while byte() != nil, isAtEndOfLine {
            position += byte() == UInt8(ascii: "\r") ? 2 : 1
            breaks += 1
            while byte() == UInt8(ascii: " ") { position += 1 }
            guard !isAtEndOfLine else { continue }
            guard column > parent, !isAtMarker else { return nil }
            skipBlanks()
        }
        return breaks == 1 ? " " : String(repeating: "\n", count: max(0, breaks - 1))
    }
}
