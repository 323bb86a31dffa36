/// Cuts the text of a ``Glob`` into its components and spells out its braces.
struct GlobParser {
    /// How many patterns the braces of one may spell out.
    static let alternativeLimit = 1024

    private var rest: Substring.UnicodeScalarView

    static func parse(_ pattern: String) throws(Glob.Problem) -> [GlobPath] {
        var parser = GlobParser(rest: pattern.unicodeScalars[...])
        let sequences = try parser.sequences(insideBraces: false)
        var paths: [GlobPath] = []
        for sequence in sequences { paths.append(try path(of: sequence)) }
        return paths
    }

    /// A piece of a pattern after its braces are spelt out.
    private enum Piece: Equatable {
        case slash
        case token(GlobPath.Token)
    }

    /// Reads up to the end, or to the `,` or `}` that ends this alternative of a brace, and returns what it spells out.
    private mutating func sequences(insideBraces: Bool) throws(Glob.Problem) -> [[Piece]] {
        var sequences: [[Piece]] = [[]]
        while let scalar = rest.first {
            if insideBraces, scalar == "," || scalar == "}" { break }
            rest.removeFirst()
            let endings: [[Piece]]
            switch scalar {
            case "/": endings = [[.slash]]
            case "*": endings = [[.token(.any)]]
            case "?": endings = [[.token(.one)]]
            case "[": endings = [[.token(try set())]]
            case "{": endings = try alternatives()
            case "\\": endings = [[try escaped()]]
            default: endings = [[.token(.scalar(scalar))]]
            }
            guard sequences.count * endings.count <= Self.alternativeLimit else { throw .tooManyAlternatives }
            sequences = sequences.flatMap { start in endings.map { start + $0 } }
        }
        return sequences
    }

    /// Reads the rest of `{a,b}`.
    private mutating func alternatives() throws(Glob.Problem) -> [[Piece]] {
        var result: [[Piece]] = []
        while true {
            result += try sequences(insideBraces: true)
            guard result.count <= Self.alternativeLimit else { throw .tooManyAlternatives }
            guard let mark = rest.popFirst() else { throw .unclosed("{") }
            if mark == "}" { return result }
        }
    }

    private mutating func escaped() throws(Glob.Problem) -> Piece {
        guard let scalar = rest.popFirst() else { throw .trailingEscape }
        return scalar == "/" ? .slash : .token(.scalar(scalar))
    }

    /// Reads the rest of `[a-z]`; a `]` that comes first is one of the characters.
    private mutating func set() throws(Glob.Problem) -> GlobPath.Token {
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while ranges.isEmpty || rest.first != "]" {
            let low = try member()
            guard rest.first == "-", let next = rest.dropFirst().first, next != "]" else {
                ranges.append(low...low)
                continue
            }
            rest.removeFirst()
            let high = try member()
            guard low <= high else { throw .badClass }
            ranges.append(low...high)
        }
        rest.removeFirst()
        return .oneOf(ranges, isNegated: isNegated)
    }

    private mutating func member() throws(Glob.Problem) -> Unicode.Scalar {
        guard var scalar = rest.popFirst() else { throw .unclosed("[") }
        if scalar == "\\" {
            guard let next = rest.popFirst() else { throw .trailingEscape }
            scalar = next
        }
        guard scalar != "/" else { throw .badClass }
        return scalar
    }

    private static func path(of sequence: [Piece]) throws(Glob.Problem) -> GlobPath {
        var parts = sequence.split(separator: .slash, omittingEmptySubsequences: false).map { Array($0) }
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        var components: [GlobPath.Component] = []
        for part in parts { components.append(try component(of: part)) }
        return GlobPath(components: components)
    }

    private static func component(of part: [Piece]) throws(Glob.Problem) -> GlobPath.Component {
        let tokens = part.compactMap { piece in
            if case .token(let token) = piece { token } else { nil }
        }
        if tokens == [.any, .any] { return .anyDepth }
        var name = String.UnicodeScalarView()
        for token in tokens {
            guard case .scalar(let scalar) = token else { return .wildcard(tokens) }
            name.append(scalar)
        }
        let text = String(name)
        guard (try? RelativePath(text)) != nil else { throw .badComponent(text) }
        return .name(text)
    }
}
