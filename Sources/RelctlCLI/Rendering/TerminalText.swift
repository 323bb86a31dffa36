/// Text as a terminal shows it.
package enum TerminalText {
    /// The text without anything that a terminal would act on: control characters, and the marks that change the
    /// direction of writing (Unicode Technical Report 36, 2.1), become `\n`, `\t` or `\u{1b}`.
    ///
    /// File names may hold anything, and must not move the cursor, fake a line or hide what they say.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isActive(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The lines of a text of several, such as what a program said, with nothing in them that a terminal would act on.
    ///
    /// Colours are taken away and tabulators become blanks, so that what a compiler says can be read.
    package static func lines(_ text: String) -> [String] {
        var scalars = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for index in scalars.indices where scalars[index].last == "\r" { scalars[index].removeLast() }
        return scalars.map { escaped(expanded(String(unstyled($0)))) }
    }

    /// The text without colours and the like ("Select Graphic Rendition", ECMA-48, 8.3.117).
    private static func unstyled(_ text: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
        var (rest, result) = (text, String.UnicodeScalarView())
        while let scalar = rest.popFirst() {
            if scalar == "\u{1b}", rest.first == "[" {
                let after = rest.dropFirst().drop { ("0"..."9").contains($0) || $0 == ";" || $0 == ":" }
                if after.first == "m" {
                    rest = after.dropFirst()
                    continue
                }
            }
            result.append(scalar)
        }
        return result
    }

    /// The text with blanks in place of tabulators, up to the next column that a multiple of eight numbers.
    private static func expanded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
        var parts = text.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }[...]
        var result = parts.popFirst() ?? ""
        for part in parts { result = padded(result, to: (width(result) / 8 + 1) * 8) + part }
        return result
    }

    /// The columns that a text takes, which for Chinese, Japanese, Korean and combining characters is not their number.
    package static func width(_ text: String) -> Int {
        text.utf8.allSatisfy { (0x20...0x7e).contains($0) } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
    }

    /// The text in at most `limit` columns, with `mark` in place of what does not fit.
    package static func truncated(_ text: String, to limit: Int, mark: String = "...") -> String {
        guard width(text) > limit else { return text }
        var (result, columns) = ("", width(mark))
        guard columns <= limit else { return "" }
        for character in text {
            columns += width(character)
            guard columns <= limit else { break }
            result.append(character)
        }
        return result + mark
    }

    /// The text with blanks behind it, or in front of it, up to `columns`.
    package static func padded(_ text: String, to columns: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - width(text)))
        return isRight ? blanks + text : text + blanks
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1f, 0x7f...0x9f, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// A cluster is as wide as its widest part; the emoji variation selector makes it wide.
    private static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        return scalars.contains("\u{fe0f}") ? 2 : scalars.map(width).max() ?? 0
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks whose characters are wide or full-width (Unicode Standard Annex 11), whole blocks where nearly all are.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x231a...0x231b, 0x23e9...0x23ec, 0x2614...0x2615, 0x2648...0x2653, 0x26a1...0x26a1,
        0x26d4...0x26d4, 0x2705...0x2705, 0x270a...0x270b, 0x2728...0x2728, 0x274c...0x274c, 0x2753...0x2757,
        0x2795...0x2797, 0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf,
        0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60,
        0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1b000...0x1b2ff, 0x1f200...0x1f251, 0x1f300...0x1f64f,
        0x1f680...0x1f6ff, 0x1f7e0...0x1f7eb, 0x1f90c...0x1f9ff, 0x1fa70...0x1faff, 0x20000...0x3fffd,
    ]
}
