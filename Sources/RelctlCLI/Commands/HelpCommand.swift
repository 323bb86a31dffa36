/// `relctl help [SUBCOMMAND]`: what `--help` says too.
enum HelpCommand: Command {
    struct Options: Sendable, Equatable { var subcommand: String? }

    static let name = "help"
    static let summary = "Explain relctl or one of its subcommands"
    static let examples = [Example("relctl help build", "Explain `relctl build`")]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .optional("SUBCOMMAND", \.subcommand, "What to explain", completing: .subcommand)
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let subject = try options.subcommand.map { name throws(UsageError) in try session.registry.description(of: name)
        }
        try session.write(HelpText(session.registry, style: session.console.terminal.outputStyle).text(subject))
        return .done
    }
}
