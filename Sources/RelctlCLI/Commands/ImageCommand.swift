import RelctlCore

/// `relctl image ACTION`: the actions are the lines of ``actions``.
enum ImageCommand: Command {
    struct Options: PackingOptions {
        var action: String = ""
        var arguments: [String] = []
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var engine = DeflateChoice.relctl
        var jobs: Int?
        var threads: Int?
        var skipsCache = false
        var comparison: String?
        var platforms: [String] = []
        var loadableTar: String?
        var isDryRun = false
    }

    /// What can be done with images; each has a file of its own.
    static let actions: [ImageAction] = [.build]

    static let name = "image"
    static let summary = "Make container images of a release, without a daemon"
    static let discussion = actions.map { "`\($0.word)`: \($0.discussion)" }.joined(separator: "\n\n")
    static let examples = actions.flatMap(\.examples)
    static let exitCodes: [ExitCode] = [
        .done, .failed, .usage, .configurationInvalid, .remoteUnavailable, .notAuthorized, .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + OptionSpec.ofPacking + [
            .values("platform", "PLATFORM", \.platforms, "Only for `linux/arm64` and the like; may be repeated"),
            .value("load-tar", "FILE", \.loadableTar, "Also write a tar for `docker load`, to FILE").completing(.file),
            .dryRun(\.isDryRun),
        ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            actions.map(\.word).joined(separator: ", "),
            completing: .words(actions.map(\.word))
        ) { (options, text) throws(UsageError) in
            guard actions.contains(where: { $0.word == text }) else {
                throw UsageError("`\(text)` is none of \(actions.map(\.word).joined(separator: ", "))")
            }
            options.action = text
        },
        .repeating("TAG", \.arguments, "The release's tag, such as `v1.0.0`", completing: .tag),
    ]

    static func check(_ options: Options) throws(UsageError) {
        for platform in options.platforms where ImagePlatform(platform) == nil {
            throw UsageError("`\(platform)` is not a platform such as `linux/arm64`")
        }
        try actions.first { $0.word == options.action }?.check(options)
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        guard let action = actions.first(where: { $0.word == options.action }) else { return .done }
        return try await action.run(options, session)
    }
}

/// Something that `relctl image` does.
struct ImageAction: Sendable {
    /// The word that calls it.
    let word: String
    /// What it does, in a paragraph.
    let discussion: String
    /// Worked examples.
    let examples: [Example]
    /// Looks for options that mean nothing to it.
    let check: @Sendable (ImageCommand.Options) throws(UsageError) -> Void
    /// Does it.
    let run: @Sendable (ImageCommand.Options, Session) async throws -> Conclusion
}
