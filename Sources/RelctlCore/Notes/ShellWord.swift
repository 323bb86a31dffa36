/// Texts as one word of a command that a reader pastes into a shell.
package enum ShellWord {
    /// A word of the POSIX shell (IEEE Std 1003.1-2017, Shell Command Language, 2.2.2), also where it starts with a
    /// dash and names a file.
    package static func posix(_ text: String) -> String {
        let text = text.hasPrefix("-") ? "./" + text : text
        let isPlain = text.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte < 0x80 && (character.isLetter || character.isNumber || "._/:@%+=,-".contains(character))
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A word of PowerShell, between single quotes.
    ///
    /// PowerShell takes typographic quotes for quotes (about_Quoting_Rules), so that they are doubled like the plain
    /// one.
    package static func powerShell(_ text: String) -> String {
        let quotes: Set<Character> = ["'", "\u{2018}", "\u{2019}", "\u{201a}", "\u{201b}"]
        return "'" + text.reduce(into: "") { $0 += quotes.contains($1) ? "\($1)\($1)" : "\($1)" } + "'"
    }
}
