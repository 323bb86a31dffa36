/// How the text of a programming language falls into tokens: what ``CodeLexer`` has to know of it, and no more.
package struct CodeLanguage: Sendable {
    /// What a comment to the line's end begins with.
    var lineComments: [String] = []
    /// Comments with an end of their own.
    var blockComments: [BlockComment] = []
    /// Strings; the one with the longest opening that fits is taken.
    var strings: [StringForm] = []
    /// The bytes beside letters, digits, `_` and non-ASCII ones that a word may hold after its first.
    var wordBytes: [UInt8] = []
    /// Words such as `return` after which a value begins, where a `/` opens a string and does not divide.
    var wordsBeforeValues: [String] = []
    /// Reads what the language has beside all this, such as here documents.
    ///
    /// It is asked first wherever a token may begin; it moves ``CodeLexer/position`` past what it reads, appends tokens
    /// itself, and says whether it did anything.
    var special: @Sendable (inout CodeLexer) throws(RelctlError) -> Bool = { _ throws(RelctlError) in false }

    /// A comment with an opening and an end.
    struct BlockComment: Sendable {
        var open: String
        var close: String
        /// Whether comments lie in comments.
        var nests = false
    }

    /// One way of writing strings.
    struct StringForm: Sendable {
        /// What opens it, with prefixes such as `r`.
        var open: String
        /// What ends it.
        var close: String
        /// Whether a backslash takes the next character's meaning away or gives it one.
        var hasEscapes = true
        /// Whether it may go over several lines.
        var isMultiline = false
        /// Where values are put in.
        var interpolations: [Interpolation] = []
        /// What is skipped as a whole although it holds the end or an interpolation, such as `''$` in Nix.
        var literals: [String] = []
        /// Whether more of the closing quote may follow, of which the last ones end it, as in Kotlin's `"""a""""`.
        var endsWithLastQuotes = false
        /// What opens, in it, something that needs a closing of its own, as the second bracket in Ruby's `%q(a (b))`.
        var nestedOpen: String?
        /// Whether it only begins where a value may, since its opening is an operator elsewhere.
        var isOnlyValue = false
    }

    /// How a value is put into a string.
    enum Interpolation: Sendable {
        /// Code from an opening that ends with `{` to its `}`.
        case code(String)
        /// A name after a mark, as in `$name`.
        case name(String)
    }
}
