/// Pieces of Ruby.
enum RubyText {
    /// A string literal that stands for `text`, whatever is in it.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// What stands between the quotation marks of a literal for `text`.
    static func escaped(_ text: String) -> String {
        var result = ""
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\\u{\(String(scalar.value, radix: 16))}"
            // Before these, `#` begins what is evaluated.
            case "#" where scalars.first.map({ "{$@".unicodeScalars.contains($0) }) ?? false: result += "\\#"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
