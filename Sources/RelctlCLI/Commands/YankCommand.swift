import RelctlCore

/// `relctl yank TAG`.
enum YankCommand: Command {
    struct Options: Sendable, Equatable {
        var tag: String?
        var reason: String?
        var isDryRun = false
    }

    static let name = "yank"
    static let summary = "Mark a published release as one not to use"
    static let discussion = """
        What users have seen cannot be unseen: files and tag stay, so that nothing that depends on them breaks. At a forge \
        the release becomes a pre-release, is the latest no more, and a notice with the reason stands on top of its \
        notes. Places where nothing can be marked are named.
        """
    static let examples = [
        Example("relctl yank v1.2.0 --reason CVE-2026-0001 --dry-run", "Show what would be done"),
        Example("relctl yank v1.2.0 --reason CVE-2026-0001", "Do it"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .partiallyPublished, .usage, .configurationInvalid, .remoteUnavailable, .notAuthorized,
        .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .value("reason", "TEXT", \.reason, "Why; users read it on top of the notes"),
        .dryRun(\.isDryRun),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .optional("TAG", \.tag, "The release's tag, such as `v1.0.0`", completing: .tag)
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard options.tag != nil else { throw UsageError("`relctl yank` needs a TAG, such as `v1.0.0`") }
        guard let reason = options.reason, reason.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("`relctl yank` needs a `--reason`: users are told it")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        try await RetreatRun(
            retreat: .yank(reason: options.reason ?? ""),
            tag: options.tag,
            isDryRun: options.isDryRun,
            nothing: "there is nothing to yank"
        ).run(in: session)
    }
}
