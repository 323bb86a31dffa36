/// Breaks running text into lines.
package enum TextWrapping {
    /// The text in lines of at most `width` columns, broken between words; a longer word has a line of its own.
    package static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, TerminalText.width(line) + 1 + TerminalText.width(String(word)) > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
