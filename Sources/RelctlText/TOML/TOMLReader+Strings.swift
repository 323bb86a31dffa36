/// The four forms of strings (TOML 1.0.0, "String").
extension TOMLReader {
    /// `"…"` on one line, with escapes.
    mutating func basicString() throws(RelctlError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let next = byte() {
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): content += try escape()
            default: content.append(try plainByte(next))
            }
        }
        throw problem("the text is not closed by `\"`", at: start)
    }

    /// `'…'` on one line, without escapes.
    mutating func literalString() throws(RelctlError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let next = byte() {
            if next == UInt8(ascii: "'") {
                position += 1
                return String(decoding: content, as: UTF8.self)
            }
            content.append(try plainByte(next))
        }
        throw problem("the text is not closed by `'`", at: start)
    }

    /// `"""…"""`, with escapes; a backslash at a line's end joins it with what follows the blanks.
    mutating func multilineBasicString() throws(RelctlError) -> String {
        let start = position
        position += 3
        _ = skipLineBreak()
        var content: [UInt8] = []
        while let next = byte() {
            if next == UInt8(ascii: "\"") {
                if closesMultiline(with: next, &content) { return String(decoding: content, as: UTF8.self) }
            } else if next == UInt8(ascii: "\\") {
                if !skipJoinedLines() { content += try escape() }
            } else {
                try appendMultiline(next, to: &content)
            }
        }
        throw problem("the text is not closed by `\"\"\"`", at: start)
    }

    /// `'''…'''`, without escapes.
    mutating func multilineLiteralString() throws(RelctlError) -> String {
        let start = position
        position += 3
        _ = skipLineBreak()
        var content: [UInt8] = []
        while let next = byte() {
            if next == UInt8(ascii: "'") {
                if closesMultiline(with: next, &content) { return String(decoding: content, as: UTF8.self) }
            } else {
                try appendMultiline(next, to: &content)
            }
        }
        throw problem("the text is not closed by `'''`", at: start)
    }

    /// Goes past a run of quotes; one or two before the closing three belong to the text.
    private mutating func closesMultiline(with quote: UInt8, _ content: inout [UInt8]) -> Bool {
        let count = bytes[position...].prefix(5).prefix { $0 == quote }.count
        position += count
        content += Array(repeating: quote, count: count < 3 ? count : count - 3)
        return count >= 3
    }

    private mutating func appendMultiline(_ byte: UInt8, to content: inout [UInt8]) throws(RelctlError) {
        if skipLineBreak() {
            // A line break is one, whichever way the file writes it.
            content.append(UInt8(ascii: "\n"))
        } else {
            content.append(try plainByte(byte))
        }
    }

    private mutating func plainByte(_ byte: UInt8) throws(RelctlError) -> UInt8 {
        guard !Self.isControl(byte) else { throw problem("\(found()) stands in a text", at: position) }
        position += 1
        return byte
    }

    /// Goes past a backslash that only blanks follow on its line, and all blanks and line breaks after it.
    private mutating func skipJoinedLines() -> Bool {
        let start = position
        position += 1
        skipBlanks()
        guard skipLineBreak() else {
            position = start
            return false
        }
        repeat { skipBlanks() } while skipLineBreak()
        return true
    }

    private mutating func escape() throws(RelctlError) -> [UInt8] {
        let start = position
        position += 1
        guard let letter = byte() else { throw problem("the text is not closed", at: start) }
        position += 1
        switch letter {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "e"): return [0x1B]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [letter]
        case UInt8(ascii: "x"): return try unicodeEscape(digits: 2, from: start)
        case UInt8(ascii: "u"): return try unicodeEscape(digits: 4, from: start)
        case UInt8(ascii: "U"): return try unicodeEscape(digits: 8, from: start)
        default: throw problem("there is no such escape; a backslash itself is written `\\\\`", at: start)
        }
    }

    private mutating func unicodeEscape(digits: Int, from start: Int) throws(RelctlError) -> [UInt8] {
        let text = bytes[position...].prefix(digits)
        let isHexadecimal = text.count == digits && text.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        guard isHexadecimal, let code = UInt32(String(decoding: text, as: UTF8.self), radix: 16) else {
            throw problem("\(digits) hexadecimal digits are expected", at: start)
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw problem("`\(String(code, radix: 16, uppercase: true))` is no Unicode character", at: start)
        }
        position += digits
        return Array(String(scalar).utf8)
    }
}
