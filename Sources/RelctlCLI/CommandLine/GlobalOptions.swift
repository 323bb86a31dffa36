import RelctlCore

/// What the user can say beside every subcommand.
package struct GlobalOptions: Sendable, Equatable {
    /// The folder to work in, as if relctl had been started there.
    package var directory: String?
    /// The configuration file, in place of the one that is found by its name.
    package var configuration: String?
    /// Whether the result is one JSON document and each error one JSON object.
    package var isJSON = false
    /// How much is told.
    package var verbosity = Verbosity.normal
    /// When to colour.
    package var color = ColorChoice.auto
    /// The longest time for one answer of a server; nil for the usual one.
    package var answerTimeout: Duration?

    /// Creates the options before anything is said.
    package init() {}

    /// How much is told on standard error.
    package enum Verbosity: Sendable, Equatable {
        /// Warnings and errors.
        case quiet
        /// Steps and notices too.
        case normal
        /// Details too.
        case verbose
    }

    /// When to colour.
    package enum ColorChoice: String, Sendable, CaseIterable {
        /// On a terminal that can, unless the environment says otherwise.
        case auto
        case always
        case never
    }
}

extension GlobalOptions {
    /// The names under which help and version are asked for; they are served before all else.
    static let help = "help"
    static let version = "version"

    /// The table.
    package static let table: [OptionSpec<GlobalOptions>] = [
        .value("directory", "DIR", \.directory, "Work in this folder").short("C").completing(.folder),
        .value("config", "FILE", \.configuration, "Read this configuration (default: relctl.json, .relctl.json)")
            .completing(.file).environment("RELCTL_CONFIG"),
        .flag("json", \.isJSON, "Print the result as one JSON document, and each error as one JSON object"),
        .flag("quiet", short: "q", "Print results, warnings and errors only") { $0.verbosity = .quiet },
        .flag("verbose", short: "v", "Print details") { $0.verbosity = .verbose },
        .choice("color", \.color, "When to use colours (default: auto)"),
        .value(
            "answer-timeout",
            "TIME",
            "Wait at most this long for a server's answer, transfers of files excepted (default: 2m)"
        ) {
            (options, text) throws(UsageError) in
            guard let time = DurationText.parse(text) else {
                throw UsageError(
                    "`\(text)` is not a time",
                    hints: ["write hours, minutes and seconds, such as `90s` or `5m`"]
                )
            }
            options.answerTimeout = time
        }
        .environment("RELCTL_ANSWER_TIMEOUT"),
        .flag(help, short: "h", "Print help and stop") { _ in },
        .flag(version, "Print the version and stop") { _ in },
    ]
}
