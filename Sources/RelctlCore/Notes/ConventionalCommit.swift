/// The first line of a commit message in the form of Conventional Commits 1.0.0: `TYPE(SCOPE)!: DESCRIPTION`.
///
/// https://www.conventionalcommits.org/en/v1.0.0/#specification, rules 1 to 5, 13 and 15.
package struct ConventionalCommit: Sendable, Hashable {
    /// What kind of change it is, in lower case, because no case matters (rule 15).
    package var type: String
    /// The part of the project that it touches, as written.
    package var scope: String?
    /// Whether `!` marks it as a breaking change (rule 13).
    package var isBreaking: Bool
    /// What was changed.
    package var description: String

    /// The types that the specification and the convention it grew from name.
    package static let knownTypes: Set<String> = [
        "build", "chore", "ci", "deps", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test",
    ]

    /// Reads a first line; nothing if it is not of this form.
    ///
    /// A known type may be written less strictly, because its meaning is plain and a change must not get lost among
    /// the others for a blank: `fix :`, `fix (api):`, `fix():`, `feat!(api):`, `fix:x`, or an emoji in front.
    package init?(subject: String) {
        if let strict = Self(strict: subject) {
            self = strict
        } else if let lenient = Self(lenient: subject) {
            self = lenient
        } else {
            return nil
        }
    }

    private init?(strict subject: String) {
        var reader = HeaderReader(subject)
        guard let type = reader.takeType() else { return nil }
        let scope = reader.takeScope()
        let isBreaking = reader.take("!")
        guard scope != "", reader.take(":"), reader.skipBlanks() else { return nil }
        self.init(type, scope, isBreaking, reader.rest)
    }

    private init?(lenient subject: String) {
        var reader = HeaderReader(subject)
        reader.skipEmoji()
        guard let type = reader.takeType(), Self.knownTypes.contains(type.lowercased()) else { return nil }
        reader.skipBlanks()
        let isEarlyBreaking = reader.take("!")
        let scope = reader.takeScope()
        reader.skipBlanks()
        let isBreaking = reader.take("!") || isEarlyBreaking
        reader.skipBlanks()
        guard reader.take(":") else { return nil }
        reader.skipBlanks()
        self.init(type, scope, isBreaking, reader.rest)
    }

    private init?(_ type: Substring, _ scope: Substring?, _ isBreaking: Bool, _ rest: Substring) {
        guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        self.type = type.lowercased()
        self.scope = scope.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0) }
        self.isBreaking = isBreaking
        description = String(rest[...end])
    }
}

/// Takes a first line apart from its start.
private struct HeaderReader {
    var rest: Substring

    init(_ subject: String) { rest = subject.drop(while: \.isWhitespace) }

    /// A type: letters, digits, `-`, `_`, `.`, `+`, at least one.
    mutating func takeType() -> Substring? {
        let type = rest.prefix { $0.isLetter || $0.isNumber || "-_.+".contains($0) }
        rest = rest.dropFirst(type.count)
        return type.isEmpty ? nil : type
    }

    /// What stands in parentheses, which may hold others; nothing, and nothing taken, if none stand here.
    mutating func takeScope() -> Substring? {
        guard rest.first == "(" else { return nil }
        var depth = 0
        for index in rest.indices {
            if rest[index] == "(" { depth += 1 }
            if rest[index] == ")" { depth -= 1 }
            guard depth == 0 else { continue }
            let scope = rest[rest.index(after: rest.startIndex)..<index]
            rest = rest[rest.index(after: index)...]
            return scope
        }
        return nil
    }

    mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips blanks, and says whether there were any.
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let blanks = rest.prefix(while: \.isWhitespace)
        rest = rest.dropFirst(blanks.count)
        return !blanks.isEmpty
    }

    /// Skips a first word that is an emoji (https://gitmoji.dev), itself or as `:name:`.
    mutating func skipEmoji() {
        guard let word = rest.split(separator: " ", maxSplits: 1).first else { return }
        let isName = word.count > 2 && word.hasPrefix(":") && word.hasSuffix(":")
        let isSymbol = word.allSatisfy { !$0.isASCII && !$0.isLetter }
        guard isName || isSymbol else { return }
        rest = rest.dropFirst(word.count)
        skipBlanks()
    }
}
