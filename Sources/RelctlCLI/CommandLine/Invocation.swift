/// What a command line asks for.
package struct Invocation: Sendable {
    /// The global options, as far as they could be read: even a complaint is made in the form they ask for.
    package var globals: GlobalOptions
    /// What is to be done, or what is wrong with the command line.
    package var action: Result<Action, UsageError>

    /// What is to be done.
    package enum Action: Sendable {
        /// Print the help of relctl, or of a subcommand.
        case help(CommandDescription?)
        /// Print the version.
        case version
        /// Run a subcommand.
        case run(@Sendable (Session) async throws -> Conclusion)
    }

    /// Reads a command line, without the program's name.
    ///
    /// Nothing but the arguments and the environment given here is looked at. Help and version are served however wrong
    /// the rest is.
    package init(_ arguments: [String], registry: CommandRegistry, environment: [String: String]) {
        let scanned = ScannedArguments(arguments, registry: registry)
        var reader = OptionReader(GlobalOptions.table, defaults: GlobalOptions())
        reader.read(environment: environment, given: scanned.items)
        for case .global(let option, let value) in scanned.items { reader.read(option, value) }
        globals = reader.options
        action = Result { () throws(UsageError) in
            if scanned.contains(global: GlobalOptions.help) {
                return .help(scanned.command.map { CommandDescription($0) })
            }
            if scanned.contains(global: GlobalOptions.version) { return .version }
            for case .problem(let problem) in scanned.items { throw problem }
            if let problem = reader.problems.first { throw problem }
            guard let command = scanned.command else {
                throw UsageError("a subcommand is missing", hints: ["run `relctl --help` for the list"])
            }
            return try Self.action(command, scanned.items, environment)
        }
    }

    /// The options that a command line gives a subcommand, which it names first.
    ///
    /// - Throws: ``UsageError`` for the first thing that is wrong with the subcommand's own part.
    package static func options<Called: Command>(
        of command: Called.Type,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws(UsageError) -> Called.Options {
        let scanned = ScannedArguments(arguments, registry: CommandRegistry([command]))
        for case .problem(let problem) in scanned.items { throw problem }
        return try Called.options(scanned.items, environment: environment)
    }

    private static func action<Called: Command>(
        _ command: Called.Type,
        _ items: [ScannedArguments.Item],
        _ environment: [String: String]
    ) throws(UsageError) -> Action {
        let options = try Called.options(items, environment: environment)
        return .run { session in try await Called.run(options, in: session) }
    }
}

extension Command {
    /// Reads the subcommand's own options and arguments.
    ///
    /// - Throws: ``UsageError`` for the first thing that is wrong.
    static func options(
        _ items: [ScannedArguments.Item],
        environment: [String: String]
    ) throws(UsageError) -> Options {
        var reader = OptionReader(options, defaults: defaults)
        reader.read(environment: environment, given: items)
        var waiting = positionals[...]
        for item in items {
            switch item {
            case .option(let option, let value): reader.read(option, value)
            case .argument(let text):
                guard let positional = waiting.first else {
                    throw UsageError("unexpected argument `\(text)`", hints: ["usage: \(synopsis)"])
                }
                reader.read(positional, text)
                if positional.description.arity != .repeating { waiting.removeFirst() }
            case .global, .problem: continue
            }
        }
        if let problem = reader.problems.first { throw problem }
        if let missing = waiting.first, missing.description.arity == .required {
            throw UsageError("the argument \(missing.description.name) is missing", hints: ["usage: \(synopsis)"])
        }
        try check(reader.options)
        return reader.options
    }

    private static var synopsis: String { CommandDescription(Self.self).synopsis }
}

/// Takes options, one by one, into a value.
private struct OptionReader<Options> {
    private(set) var options: Options
    private(set) var problems: [UsageError] = []
    private let table: [OptionSpec<Options>]

    init(_ table: [OptionSpec<Options>], defaults: Options) {
        self.table = table
        options = defaults
    }

    /// Takes the environment's values for the options that are not given.
    mutating func read(environment: [String: String], given items: [ScannedArguments.Item]) {
        let given = items.compactMap(\.optionName)
        for spec in table where !given.contains(spec.description.long) {
            guard let name = spec.description.environment, let value = environment[name], !value.isEmpty else {
                continue
            }
            take("the environment variable `\(name)`") { (options) throws(UsageError) in
                try spec.apply(&options, value)
            }
        }
    }

    mutating func read(_ option: OptionDescription, _ value: String) {
        guard let spec = table.first(where: { $0.description.long == option.long }) else { return }
        take("the option `--\(option.long)`") { (options) throws(UsageError) in try spec.apply(&options, value) }
    }

    mutating func read(_ positional: PositionalSpec<Options>, _ text: String) {
        take("the argument \(positional.description.name)") { (options) throws(UsageError) in
            try positional.apply(&options, text)
        }
    }

    private mutating func take(_ what: String, _ apply: (inout Options) throws(UsageError) -> Void) {
        do {
            try apply(&options)
        } catch {
            problems.append(UsageError("cannot take \(what): \(error.message)", hints: error.hints))
        }
    }
}
