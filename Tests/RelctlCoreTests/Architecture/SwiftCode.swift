/// Swift source without its comments and the text of its literals, so that rules see code alone.
///
/// What is taken out becomes blanks, and lines stay lines: a line number in here is one in the file. What an
/// interpolation holds is code and stays.
struct SwiftCode {
    private let source: [UInt8]
    private var position = 0
    private var kept: [UInt8] = []

    /// The code in `text`.
    static func code(in text: String) -> String {
        var reader = SwiftCode(source: Array(text.utf8))
        reader.kept.reserveCapacity(reader.source.count)
        reader.readCode(isInterpolation: false)
        return String(decoding: reader.kept, as: UTF8.self)
    }

    private init(source: [UInt8]) { self.source = source }

    private var isAtNewline: Bool { source[position] == UInt8(ascii: "\n") }

    private func starts(with text: [UInt8]) -> Bool {
        position + text.count <= source.count && source[position..<position + text.count].elementsEqual(text)
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            position + text.count <= source.count && source[position..<position + text.count].elementsEqual(text)
        }
    }

    private mutating func blank(_ count: Int = 1) {
        let end = min(position + count, source.count)
        while position < end {
            kept.append(isAtNewline ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            position += 1
        }
    }

    /// Reads code to its end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(isInterpolation: Bool) {
        var depth = 0
        while position < source.count {
            if starts(with: "//") {
                while position < source.count, !isAtNewline { blank() }
            } else if starts(with: "/*") {
                readBlockComment()
            } else if let hashes = literalStart() {
                readLiteral(hashes: hashes)
            } else {
                let byte = source[position]
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                kept.append(byte)
                position += 1
                if isInterpolation, depth < 0 { return }
            }
        }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < source.count
    }

    /// The number of `#` before the quote of a literal that begins here.
    private func literalStart() -> Int? {
        var quote = position
        while quote < source.count, source[quote] == UInt8(ascii: "#") { quote += 1 }
        return quote < source.count && source[quote] == UInt8(ascii: "\"") ? quote - position : nil
    }

    private mutating func readLiteral(hashes: Int) {
        let hash = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        blank(hashes)
        let quote = [UInt8](repeating: UInt8(ascii: "\""), count: starts(with: "\"\"\"") ? 3 : 1)
        blank(quote.count)
        let escape = [UInt8(ascii: "\\")] + hash
        while position < source.count, !starts(with: quote + hash) {
            if starts(with: escape + [UInt8(ascii: "(")]) {
                blank(escape.count)
                kept.append(source[position])
                position += 1
                readCode(isInterpolation: true)
            } else if starts(with: escape) {
                blank(escape.count + 1)
            } else if quote.count == 1, isAtNewline {
                return
            } else {
                blank()
            }
        }
        blank(quote.count + hashes)
    }
}
