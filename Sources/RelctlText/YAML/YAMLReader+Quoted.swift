/// Quoted scalars (YAML 1.2.2, sections 7.3.1 and 7.3.2).
extension YAMLReader {
    var isAtQuote: Bool { byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "'") }

    /// Reads `"…"` or `'…'`.
    mutating func quoted(below parent: Int) throws(RelctlError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var content: [UInt8] = []
        // Length of the content up to the last escape: blanks that an escape stands for do not go with those before a
        // line break.
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
                content += try escape(in: start, below: parent)
                kept = content.count
            } else if isAtEndOfLine {
                while content.count > kept, let last = content.last, last == 0x20 || last == 0x09 {
                    content.removeLast()
                }
                content += try quotedBreaks(in: start, below: parent).utf8
            } else {
                content.append(next)
                position += 1
            }
        }
        throw problem("the text is not closed by its quote", at: start)
    }

    /// Goes to the next line of the scalar that begins at `start`.
    private mutating func quotedBreaks(in start: Int, below parent: Int) throws(RelctlError) -> String {
        if let breaks = foldedBreaks(below: parent) { return breaks }
        guard !isAtMarker else { throw problem("the text is not closed by its quote", at: start) }
        try refuseTab(at: position)
        let quote = place(at: start)
        throw indentationProblem("a line in quotes", below: parent, hints: ["close the quote that opens at \(quote)"])
    }

    /// Reads an escape of a double-quoted scalar (YAML 1.2.2, section 5.7).
    private mutating func escape(in text: Int, below parent: Int) throws(RelctlError) -> [UInt8] {
        let start = position
        position += 1
        // An escaped line break joins the lines; further breaks stay.
        if isAtEndOfLine { return try quotedBreaks(in: text, below: parent).utf8.filter { $0 == UInt8(ascii: "\n") } }
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
}
