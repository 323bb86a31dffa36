/// Bytes, lines and indentation (YAML 1.2.2, sections 5 and 6).
extension YAMLReader {
    /// The byte at the position; nil at the end.
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Number of bytes before the position on its line.
    ///
    /// If they are all blanks, it is the number of spaces before the first tab: a tab is no indentation (YAML 1.2.2,
    /// section 6.1).
    var column: Int {
        let line = bytes[(bytes[start..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start)..<position]
        let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
        return line.dropFirst(spaces).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            ? spaces : line.count
    }

    /// Returns true if the position is the start of its line; unlike ``column`` it takes no time on a long line.
    var isAtStartOfLine: Bool { isStartOfLine(position) }

    private func isStartOfLine(_ offset: Int) -> Bool { offset == start || bytes[offset - 1] == UInt8(ascii: "\n") }

    var isAtEndOfLine: Bool { byte() == nil || byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") }

    /// Returns true if `---` or `...` is at the position, at the start of its line.
    var isAtMarker: Bool { isMarker("---") || isMarker("...") }

    func isMarker(_ marker: String) -> Bool { isMarker(marker, at: position) }

    func isMarker(_ marker: String, at offset: Int) -> Bool {
        isStartOfLine(offset) && bytes[offset...].starts(with: marker.utf8) && isBlankOrEnd(offset + 3)
    }

    /// Returns true if a comment begins at the position.
    var isAtComment: Bool { byte() == UInt8(ascii: "#") && (isAtStartOfLine || isBlankOrEnd(position - 1)) }

    /// Returns true if the `:` that separates a key from its value is at the position.
    func isAtColon(inFlow: Bool) -> Bool {
        byte() == UInt8(ascii: ":") && (isBlankOrEnd(position + 1) || (inFlow && isFlowMark(position + 1)))
    }

    func isBlankOrEnd(_ offset: Int) -> Bool {
        offset >= bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset])
    }

    mutating func skipBlanks() {
        while byte() == UInt8(ascii: " ") || byte() == UInt8(ascii: "\t") { position += 1 }
    }

    /// Goes to the next byte, on this line or a later one, that is neither blank nor comment.
    mutating func skipToContent() {
        while position < bytes.count {
            if isAtComment {
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if isBlankOrEnd(position) {
                position += 1
            } else {
                return
            }
        }
    }

    /// Goes past blanks and a comment; nothing else may follow on the line.
    mutating func endOfLine() throws(RelctlError) {
        skipBlanks()
        if isAtComment { position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }
        guard isAtEndOfLine else { throw problem("the line must end here, but \(found()) follows", at: position) }
    }
}

/// Errors.
extension YAMLReader {
    /// Text for messages: the character at the position.
    func found() -> String {
        guard let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first else {
            return "the end of the file"
        }
        return character.isNewline ? "the end of the line" : "`\(character)`"
    }

    mutating func problem(_ message: String, at offset: Int, hints: [String] = []) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place(at: offset), hints: hints)
    }

    mutating func unsupported(_ form: String, at offset: Int) -> RelctlError {
        problem(
            "\(form) is YAML that relctl does not read",
            at: offset,
            hints: ["name the version's place with `pattern` instead"]
        )
    }

    /// Refuses forms that relctl does not read and that their first character tells.
    mutating func refuseUnreadForms(inFlow: Bool) throws(RelctlError) {
        switch byte() {
        case UInt8(ascii: "&"): throw unsupported("an anchor", at: position)
        case UInt8(ascii: "*"): throw unsupported("an alias", at: position)
        case UInt8(ascii: "!"): throw unsupported("a tag", at: position)
        case UInt8(ascii: "?") where isBlankOrEnd(position + 1): throw unsupported("an explicit key", at: position)
        case UInt8(ascii: ":") where isAtColon(inFlow: inFlow): throw unsupported("an empty key", at: position)
        default: break
        }
    }

    /// Refuses a tab among the blanks before the position, where a block collection begins or continues: spaces alone
    /// indent it (YAML 1.2.2, section 6.1).
    mutating func refuseTabs() throws(RelctlError) {
        var offset = position
        while offset > start, bytes[offset - 1] == UInt8(ascii: " ") { offset -= 1 }
        if offset > start { try refuseTab(at: offset - 1) }
    }

    mutating func refuseTab(at offset: Int) throws(RelctlError) {
        guard bytes[offset] == UInt8(ascii: "\t") else { return }
        throw problem("a tab cannot be indentation", at: offset, hints: ["replace the tab with spaces"])
    }

    /// The error of a line whose first byte that is not a space is at the position, and that is not indented enough.
    mutating func indentationProblem(_ line: String, below parent: Int, hints: [String] = []) -> RelctlError {
        problem("\(line) must begin with \(parent + 1) or more spaces, not \(column)", at: position, hints: hints)
    }

    /// Refuses characters that YAML does not allow (YAML 1.2.2, section 5.1), other control characters, and line breaks
    /// that its versions disagree about.
    mutating func checkCharacters() throws(RelctlError) {
        var offset = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isLoneReturn = scalar == "\r" && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A)
            let isControl = scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
            if isLoneReturn || isControl || scalar == "\u{2028}" || scalar == "\u{2029}" {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let name = "the character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
                throw isControl && scalar.value < 0x20
                    ? problem("\(name) is not allowed", at: offset) : unsupported(name, at: offset)
            }
            offset += UTF8.width(scalar)
        }
    }
}
