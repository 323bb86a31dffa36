/// One positional argument of a subcommand.
package struct PositionalSpec<Options>: Sendable {
    /// What the user sees of it.
    package var description: PositionalDescription
    /// Takes the argument into the options; looks at the text alone, never at the world.
    package var apply: @Sendable (inout Options, String) throws(UsageError) -> Void
}

/// What the user sees of a positional argument.
package struct PositionalDescription: Sendable, Equatable {
    /// What it is called, such as `TAG`.
    package var name: String
    /// What it is, one line.
    package var summary: String
    /// How often it may stand.
    package var arity: Arity
    /// What a shell offers for it.
    package var completion: CompletionKind

    /// How often an argument may stand.
    package enum Arity: Sendable, Equatable {
        /// Once.
        case required
        /// Once or not at all.
        case optional
        /// Any number of times; only for the last one.
        case repeating
    }

    /// As it stands in a synopsis.
    package var synopsis: String {
        switch arity {
        case .required: name
        case .optional: "[\(name)]"
        case .repeating: "[\(name)...]"
        }
    }
}

extension PositionalSpec {
    /// An argument that `apply` reads.
    package static func argument(
        _ name: String,
        _ arity: PositionalDescription.Arity,
        _ summary: String,
        completing completion: CompletionKind = .none,
        apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
    ) -> PositionalSpec {
        let description = PositionalDescription(name: name, summary: summary, arity: arity, completion: completion)
        return PositionalSpec(description: description, apply: apply)
    }

    /// An argument that must be there.
    package static func required(
        _ name: String,
        _ property: any WritableKeyPath<Options, String> & Sendable,
        _ summary: String,
        completing completion: CompletionKind = .none
    ) -> PositionalSpec {
        argument(name, .required, summary, completing: completion) { (options, text) throws(UsageError) in
            options[keyPath: property] = text
        }
    }

    /// An argument that may be left out.
    package static func optional(
        _ name: String,
        _ property: any WritableKeyPath<Options, String?> & Sendable,
        _ summary: String,
        completing completion: CompletionKind = .none
    ) -> PositionalSpec {
        argument(name, .optional, summary, completing: completion) { (options, text) throws(UsageError) in
            options[keyPath: property] = text
        }
    }

    /// Any number of arguments.
    package static func repeating(
        _ name: String,
        _ property: any WritableKeyPath<Options, [String]> & Sendable,
        _ summary: String,
        completing completion: CompletionKind = .none
    ) -> PositionalSpec {
        argument(name, .repeating, summary, completing: completion) { (options, text) throws(UsageError) in
            options[keyPath: property].append(text)
        }
    }
}
