/// What the user sees of a subcommand: all that help, manual and completions need.
package struct CommandDescription: Sendable, Equatable {
    package var name: String
    package var summary: String
    package var discussion: String
    package var examples: [Example]
    package var exitCodes: [ExitCode]
    package var options: [OptionDescription]
    package var positionals: [PositionalDescription]

    /// Describes a subcommand.
    package init<Described: Command>(_ command: Described.Type) {
        name = Described.name
        summary = Described.summary
        discussion = Described.discussion
        examples = Described.examples
        exitCodes = Described.exitCodes
        options = Described.options.map(\.description)
        positionals = Described.positionals.map(\.description)
    }

    /// How it is called: `relctl build [OPTIONS] [TAG]`.
    package var synopsis: String {
        let words = ["relctl", name] + (options.isEmpty ? [] : ["[OPTIONS]"]) + positionals.map(\.synopsis)
        return words.joined(separator: " ")
    }
}

/// The subcommands of a relctl, in the order in which help lists them.
package struct CommandRegistry: Sendable {
    /// The subcommands.
    package let commands: [any Command.Type]

    /// Creates a registry.
    package init(_ commands: [any Command.Type]) { self.commands = commands }

    /// The names, in order.
    package var names: [String] { commands.map { $0.name } }

    /// The subcommand of this name.
    package func command(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

    /// What the user sees of each, in order.
    package var descriptions: [CommandDescription] { commands.map { CommandDescription($0) } }

    /// The subcommand of this name.
    ///
    /// - Throws: ``UsageError`` that names the nearest.
    package func description(of name: String) throws(UsageError) -> CommandDescription {
        guard let command = command(name) else { throw unknown(name) }
        return CommandDescription(command)
    }

    func unknown(_ name: String) -> UsageError {
        .unknown("subcommand", name, known: names, otherwise: ["run `relctl --help` for the list"])
    }
}
