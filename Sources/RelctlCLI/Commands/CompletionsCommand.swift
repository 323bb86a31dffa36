/// `relctl completions SHELL`: a script for the shell, made from the same tables as help.
enum CompletionsCommand: Command {
    struct Options: Sendable, Equatable { var shell = Shell.bash }

    enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

    static let name = "completions"
    static let summary = "Print a script that completes relctl's command line in a shell"
    static let examples = [
        Example("source <(relctl completions bash)", "Complete in this bash; in ~/.bashrc, in every one"),
        Example("relctl completions zsh > ~/.zfunc/_relctl", "Complete in zsh, with ~/.zfunc in fpath"),
        Example("relctl completions fish > ~/.config/fish/completions/relctl.fish", "Complete in fish"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "SHELL",
            .required,
            "bash, zsh or fish",
            completing: .words(Shell.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.shell = try Shell(argument: text) }
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        switch options.shell {
        case .bash: try session.write(BashCompletions(session.registry).text)
        case .zsh: try session.write(ZshCompletions(session.registry).text)
        case .fish: try session.write(FishCompletions(session.registry).text)
        }
        return .done
    }
}
