extension Template {
    /// How a template is filled in.
    package struct Rendering: Sendable, Hashable {
        /// What becomes of texts.
        package var escaping: TemplateEscaping
        /// The texts of partials, by name.
        package var partials: [String: String]
        /// Whether a name or a partial that is not there is an error; else it stands for nothing, as Mustache's
        /// specification has it.
        package var isStrict: Bool

        /// Describes a way to fill templates in; by default that of the configuration.
        package init(escaping: TemplateEscaping = .none, partials: [String: String] = [:], isStrict: Bool = true) {
            self.escaping = escaping
            self.partials = partials
            self.isStrict = isStrict
        }
    }

    /// Fills the places in.
    ///
    /// - Throws: ``Problem`` for a name that is not in scope, or a list where a text belongs.
    package func render(_ scope: TemplateScope, _ rendering: Rendering = Rendering()) throws(Problem) -> String {
        var renderer = TemplateRenderer(scope, rendering)
        try renderer.render(pieces)
        return renderer.output
    }

    /// The names of the partials that this template includes itself.
    package var partialNames: [String] {
        func names(in pieces: [Piece]) -> [String] {
            pieces.flatMap { piece -> [String] in
                switch piece {
                case .text, .variable: []
                case .section(_, _, let pieces): names(in: pieces)
                case .partial(let name, _): [name]
                }
            }
        }
        return names(in: pieces)
    }

    /// What would go wrong in this scope, also in the sections that its values would leave out.
    ///
    /// For templates of the configuration, which have no partials.
    package func problems(in scope: TemplateScope) -> [Problem] {
        var stack = TemplateStack(scope)
        return Self.problems(of: pieces, &stack)
    }

    /// Whether a place to fill in or a section has this name.
    package func names(_ name: String) -> Bool { Self.names(name, in: pieces) }

    private static func problems(of pieces: [Piece], _ stack: inout TemplateStack) -> [Problem] {
        var problems: [Problem] = []
        for piece in pieces {
            switch piece {
            case .text, .partial: continue
            case .variable(let name, _):
                switch stack.value(of: name) {
                case .list, .object: problems.append(.notText(name))
                case nil: problems.append(.unknownName(name, known: stack.names))
                case .text, .markup, .flag: continue
                }
            case .section(let name, let isInverted, let pieces):
                guard let value = stack.value(of: name) else {
                    problems.append(.unknownName(name, known: stack.names))
                    continue
                }
                for scope in isInverted ? [TemplateScope()] : value.allScopes {
                    stack.push(scope)
                    problems += Self.problems(of: pieces, &stack)
                    stack.pop()
                }
            }
        }
        return problems
    }

    private static func names(_ name: String, in pieces: [Piece]) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text, .partial: false
            case .variable(let other, _): other == name
            case .section(let other, _, let pieces): other == name || names(name, in: pieces)
            }
        }
    }
}

extension TemplateScope.Value {
    /// The scopes that a section of this value is rendered in, one after the other; none where the value is empty.
    fileprivate var scopes: [TemplateScope] {
        switch self {
        case .text(let text), .markup(let text): text.isEmpty ? [] : allScopes
        case .flag(let flag): flag ? allScopes : []
        case .list(let items): items
        case .object: allScopes
        }
    }

    /// The same, as if the value were not empty.
    fileprivate var allScopes: [TemplateScope] {
        switch self {
        case .text, .markup, .flag: [TemplateScope([".": self])]
        case .list(let items): items
        case .object(let scope): [scope]
        }
    }
}

/// Fills one template in, with the partials that it includes.
private struct TemplateRenderer {
    private(set) var output = ""
    private let rendering: Template.Rendering
    private var stack: TemplateStack
    private var parsed: [Partial: [Template.Piece]] = [:]
    private var depth = 0
    private var inclusions = 0

    /// How many partials may stand inside one another, and how many a page may have in all: a partial that includes
    /// itself twice would never end in any time that matters.
    private static let maximumDepth = 100
    private static let maximumInclusions = 10_000

    private struct Partial: Hashable {
        let name: String
        let indentation: String
    }

    init(_ scope: TemplateScope, _ rendering: Template.Rendering) {
        stack = TemplateStack(scope)
        self.rendering = rendering
    }

    mutating func render(_ pieces: [Template.Piece]) throws(Template.Problem) {
        for piece in pieces {
            switch piece {
            case .text(let text): output += text
            case .variable(let name, let isEscaped): try fill(name, isEscaped)
            case .section(let name, let isInverted, let pieces):
                let scopes = try value(of: name)?.scopes ?? []
                guard !isInverted else {
                    if scopes.isEmpty { try render(pieces) }
                    continue
                }
                for scope in scopes {
                    stack.push(scope)
                    try render(pieces)
                    stack.pop()
                }
            case .partial(let name, let indentation): try include(Partial(name: name, indentation: indentation))
            }
        }
    }

    private mutating func fill(_ name: String, _ isEscaped: Bool) throws(Template.Problem) {
        switch try value(of: name) {
        case .text(let text)?:
            if isEscaped { rendering.escaping.append(text, to: &output) } else { output += text }
        case .markup(let text)?: output += text
        case .flag(let flag)?: output += String(flag)
        case .list?, .object?:
            if rendering.isStrict { throw .notText(name) }
        case nil: return
        }
    }

    private func value(of name: String) throws(Template.Problem) -> TemplateScope.Value? {
        if let value = stack.value(of: name) { return value }
        if rendering.isStrict { throw .unknownName(name, known: stack.names) }
        return nil
    }

    private mutating func include(_ partial: Partial) throws(Template.Problem) {
        guard let text = rendering.partials[partial.name] else {
            guard rendering.isStrict else { return }
            throw .unknownPartial(partial.name, known: rendering.partials.keys.sortedBytewise())
        }
        inclusions += 1
        guard depth < Self.maximumDepth, inclusions <= Self.maximumInclusions else {
            throw .tooManyPartials(partial.name)
        }
        let pieces: [Template.Piece]
        if let known = parsed[partial] {
            pieces = known
        } else {
            // Each line of the partial's text is indented, not what is filled in (specification of partials).
            pieces = try TemplateParser.parse(Self.indented(text, partial.indentation), language: .whole)
            parsed[partial] = pieces
        }
        depth += 1
        try render(pieces)
        depth -= 1
    }

    private static func indented(_ text: String, _ indentation: String) -> String {
        guard !indentation.isEmpty else { return text }
        var result: [UInt8] = []
        var isAtStart = true
        for byte in text.utf8 {
            if isAtStart, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
                result += indentation.utf8
            }
            result.append(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        return String(decoding: result, as: UTF8.self)
    }
}
