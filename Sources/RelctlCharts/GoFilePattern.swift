/// A pattern of Go's `path/filepath.Match`, which Helm's `.helmignore` is made of: `*` and `?` for what is no slash,
/// `[a-z]` and `[^a-z]`, and `\` in front of what shall mean itself.
struct GoFilePattern: Sendable, Hashable {
    /// Parts of the pattern, each of which may have a `*` in front.
    private var parts: [Part] = []

    private struct Part: Sendable, Hashable {
        var hasStar: Bool
        var tokens: [Token] = []
    }

    private enum Token: Sendable, Hashable {
        case scalar(Unicode.Scalar)
        case any
        case range([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    /// A pattern that Go calls malformed.
    struct Malformed: Error {}

    /// Parses a pattern.
    init(_ text: String) throws(Malformed) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*":
                if parts.last.map({ !$0.hasStar || !$0.tokens.isEmpty }) ?? true { parts.append(Part(hasStar: true)) }
            case "?": append(.any)
            case "[": append(try Self.range(&rest))
            case "\\":
                guard let escaped = rest.popFirst() else { throw Malformed() }
                append(.scalar(escaped))
            default: append(.scalar(scalar))
            }
        }
    }

    private mutating func append(_ token: Token) {
        if parts.isEmpty { parts.append(Part(hasStar: false)) }
        parts[parts.count - 1].tokens.append(token)
    }

    private static func range(_ rest: inout ArraySlice<Unicode.Scalar>) throws(Malformed) -> Token {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var isEmpty = true
        while rest.first != "]" || isEmpty {
            isEmpty = false
            let low = try bound(&rest)
            var high = low
            if rest.first == "-" {
                rest.removeFirst()
                high = try bound(&rest)
            }
            // A range from high to low is one that holds nothing.
            if low <= high { ranges.append(low...high) }
        }
        rest.removeFirst()
        return .range(ranges, isNegated: isNegated)
    }

    /// One end of a range; something must follow it.
    private static func bound(_ rest: inout ArraySlice<Unicode.Scalar>) throws(Malformed) -> Unicode.Scalar {
        guard var scalar = rest.popFirst(), scalar != "-", scalar != "]" else { throw Malformed() }
        if scalar == "\\" {
            guard let escaped = rest.popFirst() else { throw Malformed() }
            scalar = escaped
        }
        guard !rest.isEmpty else { throw Malformed() }
        return scalar
    }

    /// Whether the pattern matches all of `name`; as in Go, each part is matched as early as it can be.
    func matches(_ name: String) -> Bool {
        var rest = Array(name.unicodeScalars)[...]
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part.hasStar, part.tokens.isEmpty { return !rest.contains("/") }
            guard let after = Self.match(part, rest, isLast: isLast) else { return false }
            rest = after
        }
        return rest.isEmpty
    }

    private static func match(
        _ part: Part,
        _ name: ArraySlice<Unicode.Scalar>,
        isLast: Bool
    ) -> ArraySlice<Unicode.Scalar>? {
        var start = name
        while true {
            if let after = match(part.tokens, start), !isLast || after.isEmpty { return after }
            guard part.hasStar, let skipped = start.popFirst(), skipped != "/" else { return nil }
        }
    }

    private static func match(
        _ tokens: [Token],
        _ name: ArraySlice<Unicode.Scalar>
    ) -> ArraySlice<Unicode.Scalar>? {
        var rest = name
        for token in tokens {
            guard let scalar = rest.popFirst() else { return nil }
            let matches =
                switch token {
                case .scalar(let wanted): scalar == wanted
                case .any: scalar != "/"
                case .range(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
                }
            guard matches else { return nil }
        }
        return rest
    }
}
