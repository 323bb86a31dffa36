/// Cuts the text of a ``Template`` into its pieces.
enum TemplateParser {
    /// How many sections may stand inside one another.
    static let maximumDepth = 100

    static func parse(_ source: String) throws(Template.Problem) -> [Template.Piece] {
        var open = [Open(name: nil, isInverted: false)]
        for token in standaloneLinesRemoved(try tokens(of: source)) {
            switch token {
            case .text(let text): open[open.count - 1].pieces.append(.text(text))
            case .comment: continue
            case .variable(let name): open[open.count - 1].pieces.append(.variable(name))
            case .begin(let name, let isInverted):
                guard open.count <= maximumDepth else { throw .tooDeep(name) }
                open.append(Open(name: name, isInverted: isInverted))
            case .end(let name):
                let section = open.removeLast()
                guard let expected = section.name else { throw .unexpectedEnd(name, expected: nil) }
                guard expected == name else { throw .unexpectedEnd(name, expected: expected) }
                open[open.count - 1].pieces.append(
                    .section(name: name, isInverted: section.isInverted, pieces: section.pieces)
                )
            }
        }
        if let name = open[open.count - 1].name { throw .unclosedSection(name) }
        return open[0].pieces
    }

    /// A section whose end has not come yet; the outermost has no name.
    private struct Open {
        let name: String?
        let isInverted: Bool
        var pieces: [Template.Piece] = []
    }

    private enum Token {
        case text(String)
        case comment
        case variable(String)
        case begin(String, isInverted: Bool)
        case end(String)

        /// Whether the tag is taken out together with its line when nothing else stands on it (Mustache spec,
        /// "Standalone Tags").
        var mayStandAlone: Bool {
            switch self {
            case .text, .variable: false
            case .comment, .begin, .end: true
            }
        }
    }

    private static func tokens(of source: String) throws(Template.Problem) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(source)
        while let start = rest.firstRange(of: "{{") {
            if start.lowerBound > rest.startIndex { tokens.append(.text(String(rest[..<start.lowerBound]))) }
            let isTriple = rest[start.upperBound...].hasPrefix("{")
            let inner = isTriple ? rest[start.upperBound...].dropFirst() : rest[start.upperBound...]
            guard let end = inner.firstRange(of: isTriple ? "}}}" : "}}") else {
                throw .unclosedTag(String(rest[start.lowerBound...].prefix(40)))
            }
            tokens.append(try token(of: String(inner[..<end.lowerBound])))
            rest = inner[end.upperBound...]
        }
        if !rest.isEmpty { tokens.append(.text(String(rest))) }
        return tokens
    }

    private static func token(of tag: String) throws(Template.Problem) -> Token {
        let trimmed = trim(tag)
        guard let sigil = trimmed.first else { throw .unsupportedTag(tag) }
        if sigil == "!" { return .comment }
        let marks: Set<Character> = ["#", "^", "/", "&"]
        let name = marks.contains(sigil) ? trim(String(trimmed.dropFirst())) : trimmed
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        guard isName else { throw .unsupportedTag(tag) }
        return switch sigil {
        case "#": .begin(name, isInverted: false)
        case "^": .begin(name, isInverted: true)
        case "/": .end(name)
        default: .variable(name)
        }
    }

    private static func trim(_ text: String) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Takes away the line break and the indentation round a tag that is alone on its line.
    private static func standaloneLinesRemoved(_ tokens: [Token]) -> [Token] {
        var result = tokens
        for (index, token) in tokens.enumerated() where token.mayStandAlone {
            guard let indentation = blankLineStart(before: index, in: tokens),
                let rest = blankLineEnd(after: index, in: tokens)
            else { continue }
            if case .text(let before)? = index > 0 ? result[index - 1] : nil {
                result[index - 1] = .text(String(before.dropLast(indentation)))
            }
            if case .text(let after)? = index + 1 < result.count ? result[index + 1] : nil {
                result[index + 1] = .text(String(after.dropFirst(rest)))
            }
        }
        return result
    }

    /// How many blanks stand between the line's start and the tag, or nothing if something else does.
    private static func blankLineStart(before index: Int, in tokens: [Token]) -> Int? {
        guard index > 0 else { return 0 }
        guard case .text(let before) = tokens[index - 1] else { return nil }
        let blanks = before.reversed().prefix { $0 == " " || $0 == "\t" }.count
        if blanks == before.count { return index == 1 ? blanks : nil }
        return before.dropLast(blanks).last?.isNewline == true ? blanks : nil
    }

    /// How many characters to the line's end and past its break, or nothing if something else stands there.
    private static func blankLineEnd(after index: Int, in tokens: [Token]) -> Int? {
        guard index + 1 < tokens.count else { return 0 }
        guard case .text(let after) = tokens[index + 1] else { return nil }
        let blanks = after.prefix { $0 == " " || $0 == "\t" }.count
        if blanks == after.count { return index + 2 == tokens.count ? blanks : nil }
        return after.dropFirst(blanks).first?.isNewline == true ? blanks + 1 : nil
    }
}
