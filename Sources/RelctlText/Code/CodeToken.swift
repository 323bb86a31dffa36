/// A word, number, string or mark of a program's text.
package struct CodeToken: Sendable, Equatable {
    /// What it is.
    package var kind: Kind
    /// What it says: the text as it stands, without the quotes of a string.
    package var text: String
    /// The bytes that it covers, with quotes.
    package var range: Range<Int>
    /// The bytes of ``text``: those between the quotes of a string.
    package var content: Range<Int>
    /// Whether it is the first of its line.
    package var startsLine: Bool

    /// What a token is.
    package enum Kind: Sendable, Equatable {
        /// A name or a keyword.
        case word
        /// Something that begins with a digit.
        case number
        /// A string.
        case string(StringTraits)
        /// One byte of anything else.
        case mark
    }

    /// What is in a string beside plain text.
    package struct StringTraits: Sendable, Equatable {
        /// Backslashes that mean something.
        var hasEscapes = false
        /// Values put in.
        var hasInterpolation = false

        /// Describes a string.
        package init(hasEscapes: Bool = false, hasInterpolation: Bool = false) {
            self.hasEscapes = hasEscapes
            self.hasInterpolation = hasInterpolation
        }
    }

    /// The text of a string that means what it says, without escapes and interpolation.
    package var plainString: String? { kind == .string(StringTraits()) ? text : nil }

    /// Whether it is a string of any kind.
    package var isString: Bool {
        if case .string = kind { true } else { false }
    }

    /// Whether it is this word.
    package func isWord(_ word: String) -> Bool { kind == .word && text.utf8.elementsEqual(word.utf8) }

    /// Whether it is this mark.
    package func isMark(_ mark: String) -> Bool { kind == .mark && text.utf8.elementsEqual(mark.utf8) }
}
