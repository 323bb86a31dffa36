/// `relctl man`: the manual page, made from the same tables as help.
enum ManCommand: Command {
    static let name = "man"
    static let summary = "Print the manual page"
    static let discussion = "The page is roff source, as man(1) reads it."
    static let examples = [
        Example("relctl man | man -l -", "Read the manual page"),
        Example("relctl man > ~/.local/share/man/man1/relctl.1", "Install it for yourself"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage]

    static func run(_ options: NoOptions, in session: Session) async throws -> Conclusion {
        try session.write(ManPage(session.registry, build: session.build).text)
        return .done
    }
}
