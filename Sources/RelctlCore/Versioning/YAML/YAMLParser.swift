/// Reads the part of YAML 1.2 (https://yaml.org/spec/1.2.2) that files such as Chart.yaml are written in: block
/// mappings and sequences, scalars of every style, flow collections of scalars, comments and one document.
///
/// Anchors, aliases, tags, merge keys, explicit keys, directives and further documents are errors: each could say
/// something that relctl does not see.
package enum YAMLParser {
    /// How many values may stand inside one another.
    package static let maximumDepth = 100

    /// Parses a whole text.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong or not understood.
    package static func parse(_ text: String, file: String) throws(RelctlError) -> YAMLNode {
        var reader = YAMLReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }
}

/// One pass over the bytes of a YAML text: blocks; scalars and flow collections have files of their own.
struct YAMLReader {
    let bytes: [UInt8]
    var position = 0
    private var places: SourcePlaces

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        places = SourcePlaces(file: file, bytes: bytes)
    }

    mutating func document() throws(RelctlError) -> YAMLNode {
        try checkCharacters()
        if bytes.starts(with: SourcePlaces.byteOrderMark) { position = SourcePlaces.byteOrderMark.count }
        let start = position
        try skipToContent()
        if byte() == UInt8(ascii: "%"), isAtStartOfLine { throw unsupported("a directive", at: position) }
        if isMarker("---") {
            position += 3
            try endOfLine()
        }
        let root = try block(below: -1, depth: 1)
        try skipToContent()
        if isMarker("...") || isMarker("---") {
            position += 3
            try skipToContent()
        }
        guard position == bytes.count else {
            throw problem("\(found()) is not expected here: only one document with one value is read", at: position)
        }
        guard root.value != .absent else { throw problem("the file holds no value", at: start) }
        return root
    }

    /// The value that stands more to the right than `parent`; that of a key may be a sequence just below the key.
    private mutating func block(
        below parent: Int,
        depth: Int,
        allowsDashBelowKey: Bool = false
    ) throws(RelctlError) -> YAMLNode {
        guard depth <= YAMLParser.maximumDepth else {
            throw problem("more than \(YAMLParser.maximumDepth) values stand inside one another", at: position)
        }
        let nothing = YAMLNode(value: .absent, place: place(at: position), range: position..<position)
        try skipToContent()
        guard position < bytes.count, !isAtMarker else { return nothing }
        let column = column
        guard column > parent || (allowsDashBelowKey && column == parent && isDash) else { return nothing }
        let (start, place) = (position, place(at: position))
        if isDash {
            let elements = try sequence(column, depth)
            let end = elements.last?.range.upperBound ?? start
            return YAMLNode(value: .sequence(elements), place: place, range: start..<end)
        }
        if try key() != nil {
            let members = try mapping(column, depth)
            let end = members.last?.node.range.upperBound ?? start
            return YAMLNode(value: .mapping(members), place: place, range: start..<end)
        }
        return try inlineValue(below: parent, depth: depth)
    }

    private mutating func mapping(_ column: Int, _ depth: Int) throws(RelctlError) -> [YAMLNode.Member] {
        var members: [YAMLNode.Member] = []
        // Compared by bytes: `String` comparison takes canonically equivalent texts for equal.
        var keys: Set<[UInt8]> = []
        repeat {
            let start = position
            guard let (text, end) = try key() else {
                throw problem("a key and `:` are expected, not \(found())", at: start)
            }
            guard text != "<<" else { throw unsupported("a merge key", at: start) }
            guard keys.insert(Array(text.utf8)).inserted else {
                throw problem("the key `\(text)` is there twice", at: start)
            }
            let keyPlace = place(at: start)
            position = end
            skipBlanks()
            let node =
                isAtEndOfLine || byte() == UInt8(ascii: "#")
                ? try block(below: column, depth: depth + 1, allowsDashBelowKey: true)
                : try inlineValue(below: column, depth: depth + 1)
            members.append(YAMLNode.Member(key: text, keyPlace: keyPlace, node: node))
        } while try isNext(at: column)
        return members
    }

    private mutating func sequence(_ column: Int, _ depth: Int) throws(RelctlError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        repeat {
            position += 1
            elements.append(try block(below: column, depth: depth + 1))
        } while try isNext(at: column) && isDash
        return elements
    }

    /// Whether another item of the collection at this column follows.
    private mutating func isNext(at column: Int) throws(RelctlError) -> Bool {
        try skipToContent()
        guard position < bytes.count, !isAtMarker else { return false }
        guard self.column <= column else { throw problem("\(found()) is indented too far", at: position) }
        return self.column == column
    }

    /// The key at the position and the offset after its colon; nothing if what stands there is not a key.
    private mutating func key() throws(RelctlError) -> (text: String, end: Int)? {
        let start = position
        defer { position = start }
        let text: String
        switch byte() {
        case UInt8(ascii: "&"): throw unsupported("an anchor", at: start)
        case UInt8(ascii: "*"): throw unsupported("an alias", at: start)
        case UInt8(ascii: "!"): throw unsupported("a tag", at: start)
        case UInt8(ascii: "?") where isBlankOrEnd(start + 1): throw unsupported("an explicit key", at: start)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            text = try quoted()
            guard !bytes[start..<position].contains(UInt8(ascii: "\n")) else { return nil }
            skipBlanks()
        default:
            guard isAtPlain else { return nil }
            text = plainLine()
        }
        guard byte() == UInt8(ascii: ":"), isBlankOrEnd(position + 1), position > start else { return nil }
        return (text, position + 1)
    }
}

/// Looking at the text, and saying what is wrong with it.
extension YAMLReader {
    /// The byte at the position; nothing at the end.
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Bytes between the line's start and the position.
    var column: Int {
        let start = bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let mark = start == 0 && bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        return position - start - mark
    }

    /// Whether nothing stands before the position on its line; unlike ``column`` it takes no time on a long line.
    private var isAtStartOfLine: Bool {
        let mark = SourcePlaces.byteOrderMark
        return position == 0 || bytes[position - 1] == UInt8(ascii: "\n")
            || (position == mark.count && bytes.starts(with: mark))
    }

    var isAtEndOfLine: Bool { byte() == nil || byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") }

    /// Whether `---` or `...` stands at the position, at the start of its line.
    var isAtMarker: Bool { isMarker("---") || isMarker("...") }

    func isMarker(_ marker: String) -> Bool {
        isAtStartOfLine && bytes[position...].starts(with: marker.utf8) && isBlankOrEnd(position + 3)
    }

    private var isDash: Bool { byte() == UInt8(ascii: "-") && isBlankOrEnd(position + 1) }

    func isBlankOrEnd(_ offset: Int) -> Bool {
        offset >= bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset])
    }

    mutating func skipBlanks() {
        while byte() == UInt8(ascii: " ") || byte() == UInt8(ascii: "\t") { position += 1 }
    }

    /// Goes to the rest of the line's or the next lines' first byte that is neither blank nor comment.
    mutating func skipToContent() throws(RelctlError) {
        while let next = byte() {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\t"):
                let isIndentation = bytes[..<position].last.map { $0 == UInt8(ascii: "\n") } ?? true
                skipBlanks()
                guard !isIndentation || isAtEndOfLine || byte() == UInt8(ascii: "#") else {
                    throw problem("a line is indented by a tab", at: position)
                }
            case UInt8(ascii: "#") where isAtStartOfLine || isBlankOrEnd(position - 1):
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            default: return
            }
        }
    }

    /// Goes past blanks and a comment; nothing else may stand before the line's end.
    mutating func endOfLine() throws(RelctlError) {
        let start = position
        skipBlanks()
        if byte() == UInt8(ascii: "#"), position > start {
            position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        }
        guard isAtEndOfLine else { throw problem("the line must end here, but \(found()) follows", at: position) }
    }

    /// What stands at the position, for messages.
    func found() -> String {
        guard let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first else {
            return "the end of the file"
        }
        return character.isNewline ? "the end of the line" : "`\(character)`"
    }

    mutating func place(at offset: Int) -> SourcePlace { places.place(at: offset) }

    mutating func problem(_ message: String, at offset: Int, hints: [String] = []) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place(at: offset), hints: hints)
    }

    mutating func unsupported(_ what: String, at offset: Int) -> RelctlError {
        problem(
            "\(what) is YAML that relctl does not read",
            at: offset,
            hints: ["name the version's place with `pattern` instead"]
        )
    }

    /// Refuses characters that YAML does not allow, and line breaks that its versions disagree about.
    private mutating func checkCharacters() throws(RelctlError) {
        var offset = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isLoneReturn = scalar == "\r" && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A)
            let isControl = scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
            if isLoneReturn || isControl || scalar == "\u{2028}" || scalar == "\u{2029}" {
                let code = String(scalar.value, radix: 16, uppercase: true)
                throw problem(
                    "the character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
                        + " may not stand here",
                    at: offset
                )
            }
            offset += UTF8.width(scalar)
        }
    }
}
