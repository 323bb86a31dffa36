/// How notes are written down: as what, and how texts become safe in it.
package struct NotesMarkup: Sendable, Hashable {
    /// As what.
    package var format: Format
    /// How far commits' texts are believed, where that is Markdown.
    package var style: Markdown.Style

    /// What notes may be written as.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// GitHub Flavored Markdown.
        case markdown
        /// Plain text.
        case text
        /// HTML, for templates of the project's own.
        case html

        /// The format that a template's name promises: HTML for `.html` and `.htm`, text for `.txt`, else Markdown.
        package init(ofTemplate name: String) {
            let name = name.lowercased()
            self =
                name.hasSuffix(".html") || name.hasSuffix(".htm") ? .html : name.hasSuffix(".txt") ? .text : .markdown
        }
    }

    /// Markdown by the project's settings, or another format.
    package init(_ format: Format = .markdown, settings: NotesSettings = NotesSettings(), forge: ForgeAddress? = nil) {
        self.format = format
        style = Markdown.Style()
        style.mentions = settings.mentions
        style.markup = settings.markup
        style.forge = forge
    }

    /// What becomes of texts where a template names them.
    var escaping: TemplateEscaping {
        switch format {
        case .markdown: .markdown(Markdown.Style())
        case .text: .none
        case .html: .html
        }
    }

    /// What somebody wrote into a commit.
    func written(_ text: String) -> TemplateScope.Value {
        format == .markdown ? .markup(Markdown.prose(text, style)) : .text(text)
    }

    /// A name that is shown as code.
    func code(_ text: String) -> String {
        switch format {
        case .markdown: Markdown.code(text)
        case .text: Markdown.singleLine(text)
        case .html: text.isEmpty ? "" : "<code>\(html(text))</code>"
        }
    }

    /// A name that is shown as code and leads to `address`, if there is one.
    func link(code text: String, _ address: String?) -> String {
        guard let address else { return code(text) }
        return switch format {
        case .markdown: "[\(code(text))](\(address))"
        case .text: code(text)
        case .html: "<a href=\"\(html(address))\">\(code(text))</a>"
        }
    }

    /// A text in HTML.
    func html(_ text: String) -> String {
        var result = ""
        TemplateEscaping.html.append(text, to: &result)
        return result
    }
}
