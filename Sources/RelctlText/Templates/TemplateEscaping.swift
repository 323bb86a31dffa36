/// What becomes of a text where a template names it, so that it shows itself and nothing else in the template's format.
package enum TemplateEscaping: Sendable, Hashable {
    /// As it is.
    case none
    /// With entities for the characters that have a meaning in HTML, in attributes too.
    case html
    /// As prose of one line of Markdown.
    case markdown(Markdown.Style)

    package func append(_ text: String, to output: inout String) {
        switch self {
        case .none: output += text
        case .html: Self.appendHTML(text, to: &output)
        case .markdown(let style): output += Markdown.prose(text, style)
        }
    }

    private static func appendHTML(_ text: String, to output: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(scalar)
            }
        }
    }
}
