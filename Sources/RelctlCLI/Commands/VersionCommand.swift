/// `relctl version`: what `--version` says too.
enum VersionCommand: Command {
    static let name = "version"
    static let summary = "Print the version, commit and date of this relctl"
    static let examples = [
        Example("relctl version", "Print one line"),
        Example("relctl version --json", "Print the same for machines, with the full commit"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage]

    static func run(_ options: NoOptions, in session: Session) async throws -> Conclusion {
        try session.render(session.build) { _ in [session.build.line] }
        return .done
    }
}
