/// Quoted scalars and flow collections, which may stretch over lines whatever their indentation.
extension YAMLReader {
    /// `"…"` or `'…'`.
    mutating func quoted() throws(RelctlError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var content: [UInt8] = []
        // Blanks before a line break go, but not those that an escape says.
        var kept = 0
        while let next = byte() {
            if next == quote {
                position += 1
                guard quote == UInt8(ascii: "'"), byte() == quote else {
                    return String(decoding: content, as: UTF8.self)
                }
                content.append(quote)
                position += 1
            } else if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                content += try escape()
                kept = content.count
            } else if isAtEndOfLine {
                while content.count > kept, let last = content.last, last == 0x20 || last == 0x09 {
                    content.removeLast()
                }
                content += try foldedBreaks(from: start)
            } else {
                content.append(next)
                position += 1
            }
        }
        throw problem("the text is not closed by its quote", at: start)
    }

    /// Goes past line breaks and blanks: one break is a blank, each further one stays.
    private mutating func foldedBreaks(from start: Int) throws(RelctlError) -> [UInt8] {
        var breaks = 0
        while let next = byte(), isBlankOrEnd(position) {
            if next == UInt8(ascii: "\n") { breaks += 1 }
            position += 1
            guard !isAtMarker else { throw problem("the text is not closed by its quote", at: start) }
        }
        return breaks == 1 ? [UInt8(ascii: " ")] : Array(repeating: UInt8(ascii: "\n"), count: max(0, breaks - 1))
    }

    /// An escape of a double-quoted scalar (YAML 1.2.2, section 5.7).
    private mutating func escape() throws(RelctlError) -> [UInt8] {
        let start = position
        position += 1
        if isAtEndOfLine {
            // The line goes on; only breaks beyond the first stay.
            let breaks = try foldedBreaks(from: start)
            return breaks.filter { $0 == UInt8(ascii: "\n") }
        }
        guard let letter = byte() else { throw problem("the text is not closed", at: start) }
        position += 1
        let simple: [Unicode.Scalar: Unicode.Scalar] = [
            "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}",
            "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}",
            "L": "\u{2028}", "P": "\u{2029}",
        ]
        if let scalar = simple[Unicode.Scalar(letter)] { return Array(String(scalar).utf8) }
        let lengths: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
        guard let length = lengths[Unicode.Scalar(letter)] else { throw problem("there is no such escape", at: start) }
        let digits = bytes[position...].prefix(length)
        guard digits.count == length, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(code)
        else { throw problem("\(length) hexadecimal digits of a character are expected", at: start) }
        position += length
        return Array(String(scalar).utf8)
    }

    /// `[…]` or `{…}`.
    mutating func flow(depth: Int) throws(RelctlError) -> YAMLNode.Value {
        let start = position
        guard depth <= YAMLParser.maximumDepth else {
            throw problem("more than \(YAMLParser.maximumDepth) values stand inside one another", at: start)
        }
        let isMapping = bytes[position] == UInt8(ascii: "{")
        let end = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
        position += 1
        var (members, elements): ([YAMLNode.Member], [YAMLNode]) = ([], [])
        var keys: Set<[UInt8]> = []
        try skipToContent()
        while byte() != end {
            guard !isAtMarker else { throw problem("the bracket is not closed", at: start) }
            if isMapping {
                members.append(try flowMember(depth: depth, known: &keys))
            } else {
                elements.append(try flowNode(depth: depth))
            }
            try skipToContent()
            guard byte() == UInt8(ascii: ",") else { break }
            position += 1
            try skipToContent()
        }
        guard byte() == end else {
            throw problem("`,` or `\(Unicode.Scalar(end))` is expected, not \(found())", at: position)
        }
        position += 1
        return isMapping ? .mapping(members) : .sequence(elements)
    }

    private mutating func flowMember(
        depth: Int,
        known: inout Set<[UInt8]>
    ) throws(RelctlError) -> YAMLNode.Member {
        let start = position
        let node = try flowNode(depth: depth)
        guard case .scalar(let key) = node.value, key != "<<" else { throw unsupported("such a key", at: start) }
        guard known.insert(Array(key.utf8)).inserted else {
            throw problem("the key `\(key)` is there twice", at: start)
        }
        // A key and its colon stand on one line (YAML 1.2.2, section 7.4.2, wants it of most; libyaml of all).
        let isOnLine = !bytes[start..<position].contains(UInt8(ascii: "\n"))
        skipBlanks()
        var value = YAMLNode(value: .absent, place: place(at: position), range: position..<position)
        if isOnLine, byte() == UInt8(ascii: ":") {
            position += 1
            try skipToContent()
            if byte() != UInt8(ascii: ","), byte() != UInt8(ascii: "}") { value = try flowNode(depth: depth) }
        }
        return YAMLNode.Member(key: key, keyPlace: node.place, node: value)
    }

    private mutating func flowNode(depth: Int) throws(RelctlError) -> YAMLNode {
        let start = position
        let place = place(at: start)
        switch byte() {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let value = try flow(depth: depth + 1)
            return YAMLNode(value: value, place: place, range: start..<position)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let text = try quoted()
            return YAMLNode(value: .scalar(text), place: place, range: start + 1..<position - 1)
        case UInt8(ascii: "&"): throw unsupported("an anchor", at: start)
        case UInt8(ascii: "*"): throw unsupported("an alias", at: start)
        case UInt8(ascii: "!"): throw unsupported("a tag", at: start)
        default: break
        }
        // YAML 1.1 and 1.2 disagree about `?` and `:` that begin a value in brackets.
        guard isAtPlain, !"?:".utf8.contains(bytes[start]), bytes[start] != UInt8(ascii: "-") || !isFlowMark(start + 1)
        else {
            throw problem("a value is expected, not \(found())", at: start)
        }
        var end = position
        while let next = byte(), !isAtEndOfLine, !",[]{}".utf8.contains(next) {
            let isMark = next == UInt8(ascii: ":") && (isBlankOrEnd(position + 1) || isFlowMark(position + 1))
            if isMark || (next == UInt8(ascii: "#") && isBlankOrEnd(position - 1)) { break }
            position += 1
            if next != 0x20, next != 0x09 { end = position }
        }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return YAMLNode(value: .scalar(text), place: place, range: start..<end)
    }

    private func isFlowMark(_ offset: Int) -> Bool { offset < bytes.count && ",[]{}".utf8.contains(bytes[offset]) }
}
