/// Pieces of Ruby.
enum RubyText {
    /// A string literal that stands for `text`, whatever is in it.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// What stands between the quotation marks of a literal for `text`.
    static func escaped(_ text: String) -> String {
        StringLiteral.escaped(text) { scalar, next in
            switch scalar {
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": "\\u{\(String(scalar.value, radix: 16))}"
            // Before these, `#` begins what is evaluated.
            case "#" where next == "{" || next == "$" || next == "@": "\\#"
            default: nil
            }
        }
    }
}
