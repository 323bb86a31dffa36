/// Pieces of Nix's language (https://nix.dev/manual/nix/latest/language), laid out as RFC 166 of NixOS has it.
enum NixText {
    /// A string between quotation marks that stands for `text`, whatever is in it.
    static func string(_ text: String) -> String {
        let inside = StringLiteral.escaped(text) { scalar, next in scalar == "$" && next == "{" ? "\\$" : nil }
        return "\"\(inside)\""
    }

    /// The name of an attribute, between quotation marks where it would not be taken for one.
    static func attribute(_ name: String) -> String { isIdentifier(name) ? name : string(name) }

    /// Whether a name may stand for a variable.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return !keywords.contains(text)
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_'-".utf8.contains($0) }
    }

    /// Whether a text names an attribute of another, such as `xorg.libX11`.
    static func isPath(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { isIdentifier(String(Substring($0))) }
    }

    /// The lines of a list after `prefix`: nothing or one item on a line, more on one each.
    static func list(_ prefix: String, _ items: [String], end: String = ";") -> [String] {
        guard items.count > 1 else { return [prefix + "[ " + items.map { $0 + " " }.joined() + "]" + end] }
        return [prefix + "["] + indented(items) + ["]" + end]
    }

    /// Lines one level deeper; empty ones stay empty.
    static func indented(_ lines: [String], by levels: Int = 1) -> [String] {
        let blanks = String(repeating: "  ", count: levels)
        return lines.map { $0.isEmpty ? $0 : blanks + $0 }
    }

    /// A word of a shell's line inside of an indented string.
    ///
    /// Names are taken as they are where neither the shell nor Nix sees anything in them; others Nix quotes for the shell.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "._/+-".utf8.contains($0) }
        guard isPlain, !text.isEmpty, text.utf8.first != UInt8(ascii: "-") else {
            let word = text.utf8.first == UInt8(ascii: "-") ? "./" + text : text
            return "${lib.escapeShellArg \(string(word))}"
        }
        return text
    }

    /// What is left of a text where the name of something in the store may have no other characters.
    ///
    /// Letters, digits and `+-._?=`, no dot in front, at most 211 of them.
    static func storeName(_ text: String) -> String {
        let bytes = text.utf8.map { isStoreByte($0) ? $0 : UInt8(ascii: "-") }
        // The end is what tells formats apart.
        return String(decoding: bytes.suffix(211).drop { $0 == UInt8(ascii: ".") }, as: UTF8.self)
    }

    private static func isStoreByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "+-._?=".utf8.contains(byte)
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static let keywords: Set = ["assert", "else", "if", "in", "inherit", "let", "or", "rec", "then", "with"]
}
