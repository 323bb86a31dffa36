/// How text may look where it is going.
package struct TextStyle: Sendable, Equatable {
    /// Whether colours may be used.
    package var isColored: Bool
    /// Whether characters beyond ASCII are shown.
    package var isUnicode: Bool

    /// Describes where text is going.
    package init(isColored: Bool = false, isUnicode: Bool = false) {
        self.isColored = isColored
        self.isUnicode = isUnicode
    }

    /// A look, as the parameter of "Select Graphic Rendition" (ECMA-48, 8.3.117).
    package enum Look: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "1;33"
        case cyan = "36"
    }

    /// The text in a look, where there are colours.
    package func text(_ text: String, _ look: Look) -> String {
        isColored && !text.isEmpty ? "\u{1b}[\(look.rawValue)m\(text)\u{1b}[0m" : text
    }
}
