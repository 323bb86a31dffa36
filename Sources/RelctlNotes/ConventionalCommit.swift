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
    package init?(subject: String) { self.init(Array(subject.utf8)[...]) }

    /// Whether a first line has this form to the letter of the specification.
    package static func conforms(_ subject: String) -> Bool { Self(strict: Array(subject.utf8)[...]) != nil }

    /// Reads a first line, given as UTF-8.
    init?(_ subject: ArraySlice<UInt8>) {
        guard subject.contains(UInt8(ascii: ":")) else { return nil }
        if let strict = Self(strict: subject) {
            self = strict
        } else if let lenient = Self(lenient: subject) {
            self = lenient
        } else {
            return nil
        }
    }

    private init?(strict subject: ArraySlice<UInt8>) {
        var reader = HeaderReader(subject)
        guard let type = reader.takeType() else { return nil }
        let scope = reader.takeScope()
        let isBreaking = reader.take("!")
        guard scope?.isEmpty != true, reader.take(":"), reader.skipBlanks() else { return nil }
        self.init(type, scope, isBreaking, reader.rest)
    }

    private init?(lenient subject: ArraySlice<UInt8>) {
        var reader = HeaderReader(subject)
        reader.skipEmoji()
        guard let type = reader.takeType(), Self.knownTypes.contains(type) else { return nil }
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

    private init?(_ type: String, _ scope: ArraySlice<UInt8>?, _ isBreaking: Bool, _ rest: ArraySlice<UInt8>) {
        guard let end = rest.lastIndex(where: { !$0.isBlank }) else { return nil }
        self.type = type
        self.scope = scope.flatMap { $0.allSatisfy(\.isBlank) ? nil : String(decoding: $0, as: UTF8.self) }
        self.isBreaking = isBreaking
        description = String(decoding: rest[...end], as: UTF8.self)
    }
}

/// Takes a first line apart from its start.
private struct HeaderReader {
    var rest: ArraySlice<UInt8>

    init(_ subject: ArraySlice<UInt8>) { rest = subject.drop(while: \.isBlank) }

    /// A type in lower case: letters of any script, digits, `-`, `_`, `.`, `+`, at least one.
    mutating func takeType() -> String? {
        let word = rest.prefix { $0 >= 0x80 || $0.isWordPart }
        guard !word.isEmpty else { return nil }
        let type = String(decoding: word, as: UTF8.self).lowercased()
        if word.contains(where: { $0 >= 0x80 }) {
            // An emoji is no word.
            guard type.unicodeScalars.allSatisfy({ $0.isASCII || $0.properties.isAlphabetic }) else { return nil }
        }
        rest = rest[word.endIndex...]
        return type
    }

    /// What stands in parentheses, which may hold others; nothing, and nothing taken, if none stand here.
    mutating func takeScope() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "(") else { return nil }
        var depth = 0
        for (index, byte) in zip(rest.indices, rest) {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            guard depth == 0 else { continue }
            let scope = rest[(rest.startIndex + 1)..<index]
            rest = rest[(index + 1)...]
            return scope
        }
        return nil
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips blanks, and says whether there were any.
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let start = rest.startIndex
        rest = rest.drop(while: \.isBlank)
        return rest.startIndex > start
    }

    /// Skips an emoji in front (https://gitmoji.dev), itself or as `:name:`.
    mutating func skipEmoji() {
        guard let first = rest.first else { return }
        if first == UInt8(ascii: ":") {
            let name = rest.dropFirst().prefix { $0.isWordPart }
            guard !name.isEmpty, rest[name.endIndex...].first == first else { return }
            rest = rest[(name.endIndex + 1)...]
        } else if first >= 0x80 {
            let symbol = rest.prefix { $0 >= 0x80 }
            let isWord = String(decoding: symbol, as: UTF8.self).unicodeScalars.contains(
                where: \.properties.isAlphabetic
            )
            guard !isWord else { return }
            rest = rest[symbol.endIndex...]
        }
        skipBlanks()
    }
}

extension UInt8 {
    /// Whether a type may hold it.
    fileprivate var isWordPart: Bool {
        isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "+")
    }
}
