/// A text with places to fill in, in Mustache's language: the core modules of its specification
/// (https://github.com/mustache/spec): `{{name}}`, `{{{name}}}` and `{{&name}}`, dotted names, sections
/// `{{#list}}…{{/list}}`, inverted sections `{{^list}}…{{/list}}`, comments `{{! … }}`, and in the whole language also
/// partials `{{> part}}` and other delimiters `{{=<% %>=}}`.
package struct Template: Sendable, Hashable {
    /// The text as it was written.
    package let source: String
    package let pieces: [Piece]

    /// How much of the language a template may use.
    package enum Language: Sendable, Hashable {
        /// Without partials and other delimiters, for which the values of a configuration, a line each, have no use.
        case configuration
        /// All of it.
        case whole
    }

    /// Parses a template.
    ///
    /// - Throws: ``Problem`` for a tag that is not closed, not known, or closes nothing.
    package init(_ source: String, language: Language = .configuration) throws(Problem) {
        self.source = source
        pieces = try TemplateParser.parse(source, language: language)
    }

    /// The empty template.
    package init() {
        source = ""
        pieces = []
    }

    /// Part of a parsed template.
    package indirect enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String, isEscaped: Bool)
        case section(name: String, isInverted: Bool, pieces: [Piece])
        case partial(String, indentation: String)
    }

    /// Why a template cannot be parsed or filled in.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// `{{` without `}}`.
        case unclosedTag(String)
        /// A section without its end.
        case unclosedSection(String)
        /// An end without its section.
        case unexpectedEnd(String, expected: String?)
        /// A tag that relctl does not have, or not here.
        case unsupportedTag(String)
        /// Delimiters that cannot be told from what they delimit.
        case badDelimiters(String)
        /// A name that is not in scope.
        case unknownName(String, known: [String])
        /// A partial that is not there.
        case unknownPartial(String, known: [String])
        /// A list where a text belongs.
        case notText(String)
        /// More sections inside one another than anyone needs.
        case tooDeep(String)
        /// More partials, one by way of the other, than anyone needs.
        case tooManyPartials(String)

        package var description: String {
            switch self {
            case .unclosedTag(let text): "a tag is not closed in `\(text)`"
            case .unclosedSection(let name): "the section `{{#\(name)}}` is not closed by `{{/\(name)}}`"
            case .unexpectedEnd(let name, let expected?): "`{{/\(name)}}` stands where `{{/\(expected)}}` is expected"
            case .unexpectedEnd(let name, nil): "`{{/\(name)}}` closes no section"
            case .unsupportedTag(let tag): "`{{\(tag)}}` is not supported here"
            case .badDelimiters(let tag): "`\(tag)` does not name two delimiters, as `=<% %>=` does"
            case .unknownName(let name, let known):
                "`\(name)` is not in scope; known here: \(known.joined(separator: ", "))"
            case .unknownPartial(let name, let known):
                "there is no partial `\(name)`; known: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
            case .tooDeep(let name):
                "more than \(TemplateParser.maximumDepth) sections stand inside one another at `{{#\(name)}}`"
            case .tooManyPartials(let name): "`{{> \(name)}}` leads to itself, or to too many others"
            case .notText(let name): "`\(name)` is a list; use it as a section, `{{#\(name)}}…{{/\(name)}}`"
            }
        }
    }
}
