/// Names, quoted values, references, and looking at the text.
extension XMLReader {
    /// A name (XML 1.0, section 2.3).
    mutating func name() throws(RelctlError) -> String {
        let start = position
        while let next = byte(), next >= 0x80 || Self.isNameByte(next) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let first = name.unicodeScalars.first, !"-.0123456789\u{B7}".unicodeScalars.contains(first),
            name.unicodeScalars.allSatisfy({ $0.isASCII || Self.isNameCharacter($0, first: $0 == first) })
        else {
            position = start
            throw problem("a name is expected, not \(found())", at: start)
        }
        guard position - start <= XMLParser.maximumNameLength else {
            throw problem("a name has more than \(XMLParser.maximumNameLength) bytes", at: start)
        }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_:-.".utf8.contains(byte)
        }
    }

    /// Whether a character beyond ASCII may stand in a name, or even at its beginning.
    private static func isNameCharacter(_ scalar: Unicode.Scalar, first isFirst: Bool) -> Bool {
        switch scalar.value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
            0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFEFE, 0xFF00...0xFFFD, 0x10000...0xEFFFF:
            true
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
        default: false
        }
    }

    /// `= "…"`; the bytes between the quotes.
    mutating func quoted(after what: String) throws(RelctlError) -> Range<Int> {
        skipBlanks()
        guard byte() == UInt8(ascii: "=") else {
            throw problem("`=` is expected after \(what), not \(found())", at: position)
        }
        position += 1
        skipBlanks()
        return try literal()
    }

    /// `"…"` or `'…'`; the bytes between the quotes.
    mutating func literal() throws(RelctlError) -> Range<Int> {
        let start = position
        guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem("a text in quotes is expected, not \(found())", at: start)
        }
        guard let end = bytes[(start + 1)...].firstIndex(of: quote) else {
            throw problem("the text is not closed by its quote", at: start)
        }
        position = end + 1
        return start + 1..<end
    }

    /// The text of these bytes with their references replaced (XML 1.0, section 4.6).
    mutating func replacingReferences(_ range: Range<Int>) throws(RelctlError) -> String {
        var text = ""
        var rest = range
        while let mark = bytes[rest].firstIndex(of: UInt8(ascii: "&")) {
            text += literal(rest.lowerBound..<mark)
            // The longest reference to a character, `&#x10FFFF;`, with some zeros in front.
            guard let end = bytes[mark..<min(mark + 32, rest.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
                throw problem("`&` begins no reference: write `&amp;`", at: mark)
            }
            let name = String(decoding: bytes[(mark + 1)..<end], as: UTF8.self)
            guard let scalar = Self.scalar(of: name) else {
                throw problem("`&\(name);` is not declared: only predefined and numeric references are read", at: mark)
            }
            text.unicodeScalars.append(scalar)
            rest = end + 1..<rest.upperBound
        }
        return text + literal(rest)
    }

    private static func scalar(of name: String) -> Unicode.Scalar? {
        let predefined: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]
        guard name.utf8.first == UInt8(ascii: "#") else { return predefined[name] }
        let isHexadecimal = name.utf8.dropFirst().first == UInt8(ascii: "x")
        let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
            let code = UInt32(Substring(digits), radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(code)
        else { return nil }
        let isCharacter = code >= 0x20 ? code != 0xFFFE && code != 0xFFFF : [0x09, 0x0A, 0x0D].contains(code)
        return isCharacter ? scalar : nil
    }

    /// The bytes as they stand, with line breaks as one line feed (XML 1.0, section 2.11).
    func literal(_ range: Range<Int>) -> String {
        guard bytes[range].contains(0x0D) else { return String(decoding: bytes[range], as: UTF8.self) }
        var content: [UInt8] = []
        for index in range {
            let isBeforeFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if bytes[index] != 0x0D { content.append(bytes[index]) } else if !isBeforeFeed { content.append(0x0A) }
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// The byte at the position; nothing at the end.
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether this stands at the position.
    func looksAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    func isBlank(_ offset: Int) -> Bool { offset < bytes.count && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) }

    mutating func skipBlanks() {
        while isBlank(position) { position += 1 }
    }

    /// Where `text` next stands between the two offsets.
    func firstIndex(of text: String, from start: Int, to end: Int? = nil) -> Int? {
        let wanted = Array(text.utf8)
        let end = end ?? bytes.count
        guard end - start >= wanted.count else { return nil }
        return (start...(end - wanted.count)).first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }

    /// What stands at the position, for messages.
    func found() -> String {
        guard let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first else {
            return "the end of the file"
        }
        return character.isNewline ? "the end of the line" : "`\(character)`"
    }

    /// Refuses characters that XML does not allow (XML 1.0, section 2.2).
    mutating func checkCharacters() throws(RelctlError) {
        for (offset, byte) in bytes.enumerated() {
            let isControl = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
            let isNoCharacter =
                byte == 0xEF && offset + 2 < bytes.count && bytes[offset + 1] == 0xBF && bytes[offset + 2] >= 0xBE
            guard isControl || isNoCharacter else { continue }
            let code = isControl ? UInt32(byte) : 0xFFC0 | UInt32(bytes[offset + 2] & 0x3F)
            let digits = String(code, radix: 16, uppercase: true)
            let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            throw problem("the character U+\(name) may not stand in XML", at: offset)
        }
    }
}
