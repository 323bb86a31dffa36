/// A text with places to fill in, in Mustache's language (https://mustache.github.io/mustache.5.html) without HTML
/// escaping: `{{name}}`, sections `{{#list}}…{{/list}}`, inverted sections `{{^list}}…{{/list}}`, comments `{{! … }}`.
///
/// Partials and other delimiters are refused. A name that is not in scope is an error that lists what is.
package struct Template: Sendable, Hashable {
    /// The text as it was written.
    package let source: String
    let pieces: [Piece]

    /// Parses a template.
    ///
    /// - Throws: ``Problem`` for a tag that is not closed, not known, or closes nothing.
    package init(_ source: String) throws(Problem) {
        self.source = source
        pieces = try TemplateParser.parse(source)
    }

    /// The empty template.
    init() {
        source = ""
        pieces = []
    }

    /// Part of a parsed template.
    indirect enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String)
        case section(name: String, isInverted: Bool, pieces: [Piece])
    }

    /// Why a template cannot be parsed or filled in.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// `{{` without `}}`.
        case unclosedTag(String)
        /// A section without its end.
        case unclosedSection(String)
        /// An end without its section.
        case unexpectedEnd(String, expected: String?)
        /// A tag that relctl does not have.
        case unsupportedTag(String)
        /// A name that is not in scope.
        case unknownName(String, known: [String])
        /// A list where a text belongs.
        case notText(String)
        /// More sections inside one another than anyone needs.
        case tooDeep(String)

        package var description: String {
            switch self {
            case .unclosedTag(let text): "`{{` is not closed by `}}` in `\(text)`"
            case .unclosedSection(let name): "the section `{{#\(name)}}` is not closed by `{{/\(name)}}`"
            case .unexpectedEnd(let name, let expected?): "`{{/\(name)}}` stands where `{{/\(expected)}}` is expected"
            case .unexpectedEnd(let name, nil): "`{{/\(name)}}` closes no section"
            case .unsupportedTag(let tag): "`{{\(tag)}}` is not supported (partials and other delimiters are not)"
            case .unknownName(let name, let known):
                "`\(name)` is not in scope; known here: \(known.joined(separator: ", "))"
            case .tooDeep(let name):
                "more than \(TemplateParser.maximumDepth) sections stand inside one another at `{{#\(name)}}`"
            case .notText(let name): "`\(name)` is a list; use it as a section, `{{#\(name)}}…{{/\(name)}}`"
            }
        }
    }
}

/// The names that a template may use, and what they stand for; inner scopes hide outer ones.
package struct TemplateScope: Sendable, Hashable {
    /// What each name stands for.
    package var values: [String: Value]

    /// What a name may stand for.
    package enum Value: Sendable, Hashable {
        case text(String)
        case flag(Bool)
        case list([TemplateScope])
    }

    /// Creates a scope.
    package init(_ values: [String: Value] = [:]) { self.values = values }

    /// Creates a scope of texts.
    package init(texts: [String: String]) { values = texts.mapValues { .text($0) } }

    /// This scope with `other` in front of it.
    package func adding(_ other: TemplateScope) -> TemplateScope {
        TemplateScope(values.merging(other.values) { _, new in new })
    }

    /// This scope with texts in front of it.
    package func adding(texts: [String: String]) -> TemplateScope { adding(TemplateScope(texts: texts)) }
}

extension Template {
    /// Fills the places in.
    ///
    /// - Throws: ``Problem`` for a name that is not in scope, or a list where a text belongs.
    package func render(_ scope: TemplateScope) throws(Problem) -> String {
        try Self.render(pieces, scope)
    }

    /// What would go wrong in this scope, also in the sections that its values would leave out.
    package func problems(in scope: TemplateScope) -> [Problem] { Self.problems(of: pieces, scope) }

    /// Whether a place to fill in or a section has this name.
    package func names(_ name: String) -> Bool { Self.names(name, in: pieces) }

    private static func problems(of pieces: [Piece], _ scope: TemplateScope) -> [Problem] {
        pieces.flatMap { piece -> [Problem] in
            do throws(Problem) {
                switch piece {
                case .text: return []
                case .variable(let name):
                    if case .list = try look(up: name, in: scope) { return [.notText(name)] }
                    return []
                case .section(let name, let isInverted, let pieces):
                    let value = try look(up: name, in: scope)
                    guard !isInverted else { return problems(of: pieces, scope) }
                    switch value {
                    case .text: return problems(of: pieces, scope.adding(texts: [".": ""]))
                    case .flag: return problems(of: pieces, scope)
                    case .list(let items): return items.flatMap { problems(of: pieces, scope.adding($0)) }
                    }
                }
            } catch {
                return [error]
            }
        }
    }

    private static func names(_ name: String, in pieces: [Piece]) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text: false
            case .variable(let other): other == name
            case .section(let other, _, let pieces): other == name || names(name, in: pieces)
            }
        }
    }

    private static func render(_ pieces: [Piece], _ scope: TemplateScope) throws(Problem) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let piece): text += piece
            case .variable(let name):
                switch try look(up: name, in: scope) {
                case .text(let value): text += value
                case .flag(let value): text += String(value)
                case .list: throw .notText(name)
                }
            case .section(let name, let isInverted, let pieces):
                for inner in try passes(of: look(up: name, in: scope), scope: scope, isInverted: isInverted) {
                    text += try render(pieces, inner)
                }
            }
        }
        return text
    }

    /// The scopes in which a section's content is rendered, one after the other.
    private static func passes(
        of value: TemplateScope.Value,
        scope: TemplateScope,
        isInverted: Bool
    ) -> [TemplateScope] {
        let passes: [TemplateScope] =
            switch value {
            case .text(let text): text.isEmpty ? [] : [scope.adding(TemplateScope([".": .text(text)]))]
            case .flag(let flag): flag ? [scope] : []
            case .list(let items): items.map { scope.adding($0) }
            }
        guard isInverted else { return passes }
        return passes.isEmpty ? [scope] : []
    }

    private static func look(up name: String, in scope: TemplateScope) throws(Problem) -> TemplateScope.Value {
        guard let value = scope.values[name] else {
            throw .unknownName(name, known: scope.values.keys.filter { $0 != "." }.sorted { $0.precedesBytewise($1) })
        }
        return value
    }
}
