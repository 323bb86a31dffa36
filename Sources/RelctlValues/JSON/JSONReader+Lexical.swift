/// Strings, keys without quotes, and escapes (JSON5 sections 3.1 and 5, RFC 8259 section 7).
extension JSONReader {
    /// Reads a string, from its opening quote on.
    mutating func string() throws(RelctlError) -> String {
        let start = position
        let quote = bytes[position]
        guard dialect == .json5 || quote == UInt8(ascii: "\"") else {
            throw problem("single quotes are not JSON; use double quotes", at: start)
        }
        position += 1
        var text: [UInt8] = []
        while let next = byte() {
            switch next {
            case quote:
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if let scalar = try escape() { text += Array(String(scalar).utf8) }
            case 0x0A, 0x0D:
                throw problem("the string is not closed on its line", at: start, hints: ["a line break is `\\n`"])
            case 0..<0x20 where dialect == .json:
                throw problem("\(found()) must be escaped in a JSON string", at: position)
            default:
                text.append(next)
                position += 1
            }
        }
        throw problem("the string is not closed", at: start)
    }

    /// Reads an escape, from its backslash on; nothing for a line continuation.
    private mutating func escape() throws(RelctlError) -> Unicode.Scalar? {
        let start = position
        guard let (scalar, length) = scalar(at: position + 1) else {
            throw problem("the string is not closed", at: start)
        }
        position += 1 + length
        switch scalar {
        case "\"", "\\", "/": return scalar
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try unicodeEscape(start: start)
        default: break
        }
        guard dialect == .json5 else { throw problem("`\\\(scalar)` is not an escape of JSON", at: start) }
        switch scalar {
        case "v": return "\u{B}"
        case "x": return Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(digits: 2, of: "\\x", start: start)))
        case "0" where !isDigit(byte()): return "\0"
        case "0"..."9": throw problem("`\\\(scalar)` begins an octal escape, which JSON5 does not have", at: start)
        case "\r":
            _ = skip("\n")
            return nil
        case "\n", "\u{2028}", "\u{2029}": return nil
        default: return scalar
        }
    }

    /// Reads the digits of `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(start: Int) throws(RelctlError) -> Unicode.Scalar {
        let unit = try hexadecimal(digits: 4, of: "\\u", start: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let isPair =
            unit < 0xDC00 && byte() == UInt8(ascii: "\\") && position + 1 < bytes.count
            && bytes[position + 1] == UInt8(ascii: "u")
        if isPair {
            position += 2
            let low = try hexadecimal(digits: 4, of: "\\u", start: position - 2)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        let shown = String(unit, radix: 16, uppercase: true)
        throw problem("`\\u\(shown)` is half of a surrogate pair; the other half is missing", at: start)
    }

    private mutating func hexadecimal(digits: Int, of escape: String, start: Int) throws(RelctlError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = hexadecimalValue(byte()) else {
                throw problem("`\(escape)` wants \(digits) hexadecimal digits", at: start)
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    /// Reads an `IdentifierName` of ECMAScript 5.1 (section 7.6) with its escapes; nothing where none begins.
    mutating func identifier() throws(RelctlError) -> String? {
        var name = String.UnicodeScalarView()
        while let (scalar, length) = scalar(at: position) {
            let start = position
            var part = scalar
            if scalar == "\\", dialect == .json5 {
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else { break }
                position += 2
                part = try unicodeEscape(start: start)
                guard isIdentifierPart(part, isFirst: name.isEmpty) else {
                    throw problem("\(Self.shown(part)) is not allowed in a key without quotes", at: start)
                }
            } else {
                guard isIdentifierPart(scalar, isFirst: name.isEmpty) else { break }
                position += length
            }
            name.append(part)
        }
        return name.isEmpty ? nil : String(name)
    }

    func isIdentifierPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "$", "_": return true
        case "0"..."9", "\u{200C}", "\u{200D}": return !isFirst
        default: break
        }
        guard !scalar.isASCII else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: !isFirst
        default: false
        }
    }
}

/// Numbers (JSON5 section 6, RFC 8259 section 6).
extension JSONReader {
    /// Reads a number as it is written.
    mutating func number() throws(RelctlError) -> String {
        let start = position
        if byte() == UInt8(ascii: "+"), dialect == .json {
            throw problem("a number with `+` in front is not JSON", at: start)
        }
        if !skip("-") { _ = skip("+") }
        if isIdentifierStart(), dialect == .json5 {
            let name = try identifier()
            guard name == "Infinity" || name == "NaN" else { throw malformed(from: start) }
        } else if byte() == UInt8(ascii: "0"), position + 1 < bytes.count, bytes[position + 1] | 0x20 == 0x78 {
            guard dialect == .json5 else { throw problem("hexadecimal numbers are not JSON", at: start) }
            position += 2
            guard hexadecimalValue(byte()) != nil else { throw malformed(from: start) }
            while hexadecimalValue(byte()) != nil { position += 1 }
        } else {
            try decimal(from: start)
        }
        guard !isIdentifierStart(), !isDigit(byte()), byte() != UInt8(ascii: ".") else { throw malformed(from: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func decimal(from start: Int) throws(RelctlError) {
        let hasLeadingZero = byte() == UInt8(ascii: "0")
        let whole = skipDigits()
        if hasLeadingZero, whole > 1 { throw problem("a number must not begin with `0`", at: start) }
        var fraction = 0
        if skip(".") {
            fraction = skipDigits()
            if dialect == .json, whole == 0 || fraction == 0 {
                throw problem("JSON wants digits on both sides of a decimal point", at: start)
            }
        }
        guard whole + fraction > 0 else { throw malformed(from: start) }
        guard skip("e") || skip("E") else { return }
        if !skip("-") { _ = skip("+") }
        guard skipDigits() > 0 else { throw malformed(from: start) }
    }

    /// An error about the whole word that begins like a number.
    private mutating func malformed(from start: Int) -> RelctlError {
        let word = bytes[start...].prefix { byte in
            byte >= 0x80 || isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x5F].contains(byte)
                || (0x61...0x7A).contains(byte | 0x20)
        }
        return problem("`\(String(decoding: word.prefix(80), as: UTF8.self))` is not a number", at: start)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while isDigit(byte()) { position += 1 }
        return position - start
    }

    private func isIdentifierStart() -> Bool {
        scalar(at: position).map { isIdentifierPart($0.scalar, isFirst: true) } ?? false
    }

    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

    func hexadecimalValue(_ byte: UInt8?) -> UInt32? {
        switch byte {
        case (0x30...0x39)?: byte.map { UInt32($0) - 0x30 }
        case (0x41...0x46)?, (0x61...0x66)?: byte.map { UInt32($0 | 0x20) - 0x57 }
        default: nil
        }
    }
}

/// White space and comments (JSON5 sections 7 and 8, RFC 8259 section 2).
extension JSONReader {
    /// Goes past white space, and in JSON5 past comments.
    mutating func skipBlanks() throws(RelctlError) {
        while let (scalar, length) = scalar(at: position) {
            switch scalar {
            case " ", "\t", "\n", "\r": position += 1
            case "/" where position + 1 < bytes.count && [0x2A, 0x2F].contains(bytes[position + 1]): try skipComment()
            default:
                guard dialect == .json5, isBlank(scalar) else { return }
                position += length
            }
        }
    }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{B}", "\u{C}", "\u{FEFF}", "\u{2028}", "\u{2029}": true
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    private mutating func skipComment() throws(RelctlError) {
        let start = position
        guard dialect == .json5 else { throw problem("comments are not JSON", at: start) }
        let isBlock = bytes[position + 1] == UInt8(ascii: "*")
        position += 2
        while let (scalar, length) = scalar(at: position) {
            switch scalar {
            case "*" where isBlock && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
                position += 2
                return
            case "\n", "\r", "\u{2028}", "\u{2029}":
                if !isBlock { return }
                position += length
            default: position += length
            }
        }
        if isBlock { throw problem("`/*` is not closed by `*/`", at: start) }
    }
}
