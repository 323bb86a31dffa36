/// Texts between the quotation marks of literals, in languages that agree on the commonest escapes.
enum StringLiteral {
    /// What stands for `text`, whatever is in it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - other: What stands for another scalar before those that follow it, where the language gives it a meaning.
    /// - Returns: The inside of the literal.
    static func escaped(
        _ text: String,
        _ other: (_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> String?
    ) -> String {
        var result = ""
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result += other(scalar, scalars.first) ?? String(scalar)
            }
        }
        return result
    }
}
