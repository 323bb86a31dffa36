/// Elixir (https://hexdocs.pm/elixir/syntax-reference.html).
extension CodeLanguage {
    static let elixir = CodeLanguage(
        lineComments: ["#"],
        strings: ["\"\"\"", "'''", "\"", "'"].map {
            StringForm(open: $0, close: $0, isMultiline: true, interpolations: [.code("#{")])
        },
        special: { lexer throws(RelctlError) in
            if lexer.isNext("~") { return try lexer.readSigil() }
            return lexer.isNext("?") ? lexer.readCharacter() : lexer.readWordWithSuffix()
        }
    )
}

extension CodeLexer {
    /// `~s(a)`, `~S"""`, `~HTML[a]`: a name of one small letter, or of capitals and digits, and a delimiter.
    fileprivate mutating func readSigil() throws(RelctlError) -> Bool {
        var open = position + 1
        guard open < bytes.count else { return false }
        let isRaw = (0x41...0x5A).contains(bytes[open])
        if isRaw {
            while open < bytes.count, (0x41...0x5A).contains(bytes[open]) || Self.isDigit(bytes[open]) { open += 1 }
        } else if (0x61...0x7A).contains(bytes[open]) {
            open += 1
        }
        guard open > position + 1, open < bytes.count else { return false }
        let delimiter = String(decoding: [bytes[open]], as: UTF8.self)
        guard "([{<\"'/|".contains(delimiter) else { return false }
        let isDocument = bytes[open...].starts(with: (delimiter + delimiter + delimiter).utf8)
        let opening = isDocument && "\"'".contains(delimiter) ? delimiter + delimiter + delimiter : delimiter
        let closing = ["(": ")", "[": "]", "{": "}", "<": ">"][opening] ?? opening
        let name = String(decoding: bytes[position..<open], as: UTF8.self)
        try readString(
            CodeLanguage.StringForm(
                open: name + opening,
                close: closing,
                hasEscapes: !isRaw,
                isMultiline: true,
                interpolations: isRaw ? [] : [.code("#{")],
                literals: isRaw ? ["\\" + closing] : []
            )
        )
        return true
    }
}
