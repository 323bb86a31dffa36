import RelctlCore

/// One logical option: parsing, help, manual and completions are all derived from this value.
package struct OptionSpec<Options>: Sendable {
    /// What the user sees of it.
    package var description: OptionDescription
    /// Takes the option's value into the options; looks at the text alone, never at the world.
    package var apply: @Sendable (inout Options, String) throws(UsageError) -> Void
}

/// What the user sees of an option.
package struct OptionDescription: Sendable, Equatable {
    /// The name after `--`.
    package var long: String
    /// The letter after `-`.
    package var short: Character?
    /// What its value is called, such as `DIR`; nothing for a flag, which takes none.
    package var valueName: String?
    /// What it is for, one line.
    package var summary: String
    /// Whether each of several occurrences counts; else the last one wins.
    package var isRepeatable = false
    /// The environment variable that stands in where the option is not given; an empty one counts as not set.
    package var environment: String?
    /// What a shell offers as value.
    package var completion = CompletionKind.none

    /// All spellings, the value left out: `-q, --quiet`.
    package var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}

extension OptionSpec {
    /// An option without value.
    package static func flag(
        _ long: String,
        short: Character? = nil,
        _ summary: String,
        set: @escaping @Sendable (inout Options) -> Void
    ) -> OptionSpec {
        let description = OptionDescription(long: long, short: short, summary: summary)
        return OptionSpec(description: description) { (options, _) throws(UsageError) in set(&options) }
    }

    /// An option without value that sets a property to true.
    package static func flag(
        _ long: String,
        short: Character? = nil,
        _ property: any WritableKeyPath<Options, Bool> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        flag(long, short: short, summary) { $0[keyPath: property] = true }
    }

    /// An option with a value that `apply` reads.
    package static func value(
        _ long: String,
        _ valueName: String,
        _ summary: String,
        apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
    ) -> OptionSpec {
        OptionSpec(description: OptionDescription(long: long, valueName: valueName, summary: summary), apply: apply)
    }

    /// An option with a text, the last of several.
    package static func value(
        _ long: String,
        _ valueName: String,
        _ property: any WritableKeyPath<Options, String?> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        value(long, valueName, summary) { (options, text) throws(UsageError) in options[keyPath: property] = text }
    }

    /// An option with a text, the last of several, that has a default.
    package static func value(
        _ long: String,
        _ valueName: String,
        _ property: any WritableKeyPath<Options, String> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        value(long, valueName, summary) { (options, text) throws(UsageError) in options[keyPath: property] = text }
    }

    /// An option that may be repeated, each time with a text.
    package static func values(
        _ long: String,
        _ valueName: String,
        _ property: any WritableKeyPath<Options, [String]> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        var spec = value(long, valueName, summary) { (options, text) throws(UsageError) in
            options[keyPath: property].append(text)
        }
        spec.description.isRepeatable = true
        return spec
    }

    /// An option whose value is a whole number in a range.
    package static func integer(
        _ long: String,
        _ valueName: String,
        in range: ClosedRange<Int>,
        _ property: any WritableKeyPath<Options, Int?> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        value(long, valueName, summary) { (options, text) throws(UsageError) in
            guard let number = Int(text), range.contains(number) else {
                throw UsageError("`\(text)` is not a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            options[keyPath: property] = number
        }
    }

    /// An option whose value is one of the names of `Choice`.
    package static func choice<Choice>(
        _ long: String,
        _ property: any WritableKeyPath<Options, Choice> & Sendable,
        _ summary: String
    ) -> OptionSpec where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        let names = Choice.allCases.map(\.rawValue)
        return value(long, names.joined(separator: "|"), summary) { (options, text) throws(UsageError) in
            options[keyPath: property] = try Choice(argument: text)
        }
        .completing(.words(names))
    }

    /// The same option with a letter of its own.
    package func short(_ letter: Character) -> OptionSpec {
        var copy = self
        copy.description.short = letter
        return copy
    }

    /// The same option with another way to complete its value.
    package func completing(_ kind: CompletionKind) -> OptionSpec {
        var copy = self
        copy.description.completion = kind
        return copy
    }

    /// The same option with an environment variable that stands in for it.
    package func environment(_ name: String) -> OptionSpec {
        var copy = self
        copy.description.environment = name
        return copy
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case of this name.
    ///
    /// - Throws: ``UsageError`` that lists the names and the nearest.
    package init(argument text: String) throws(UsageError) {
        let names = Self.allCases.map(\.rawValue)
        guard let value = Self(rawValue: text) else {
            let nearest = Nearest.to(text, among: names).map { ["did you mean `\($0)`?"] } ?? []
            throw UsageError(
                "`\(text)` is not one of \(names.map { "`\($0)`" }.joined(separator: ", "))",
                hints: nearest
            )
        }
        self = value
    }
}
