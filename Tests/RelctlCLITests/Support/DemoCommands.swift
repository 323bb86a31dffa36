import RelctlCLI
import RelctlCore

/// A subcommand with an option of every kind, and arguments of every arity.
enum DemoCommand: Command {
    struct Options: Sendable, Equatable {
        var tag = ""
        var folder: String?
        var files: [String] = []
        var targets: [String] = []
        var jobs: Int?
        var isDryRun = false
        var isLoud = false
        var format = Format.text
        var output = "out"
    }

    enum Format: String, Sendable, CaseIterable { case text, json, github }

    static let name = "demo"
    static let summary = "Show what options can be"
    static let discussion =
        ".It's \"odd\" -- back\\slash, and so long that it has to be wrapped: one two three four five.\n'x'"
    static let examples = [Example("relctl demo v1.0.0 --target '*-linux-*' -n", "Show it's odd")]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .targets(\.targets),
        .jobs(\.jobs),
        .dryRun(\.isDryRun),
        .flag("loud", \.isLoud, "Say [more]: it's `loud`"),
        .choice("format", \.format, "How to print"),
        .value("output", "FILE", \.output, "Where to write").short("o").completing(.file),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .tag(\.tag),
        .optional("DIR", \.folder, "A folder", completing: .folder),
        .repeating("FILE", \.files, "Files", completing: .file),
    ]

    static func check(_ options: Options) throws(UsageError) {
        if options.isLoud, options.isDryRun { throw UsageError("`--loud` and `--dry-run` exclude each other") }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        try session.render(["tag": options.tag]) { _ in ["tag \(options.tag)"] }
        return .done
    }
}

/// A subcommand that finds problems.
enum FindCommand: Command {
    static let name = "find"
    static let summary = "Find problems"

    static func run(_ options: NoOptions, in session: Session) async throws -> Conclusion {
        try session.conclude([
            Finding(
                "wrong `x`",
                code: "x.wrong",
                place: SourcePlace(file: "a,b.json", line: 2, column: 3),
                hints: ["fix it"]
            ),
            Finding("odd", code: "odd", severity: .warning),
        ])
    }
}

/// A subcommand that fails.
enum FailCommand: Command {
    struct Options: Sendable, Equatable { var kind = "" }

    static let name = "fail"
    static let summary = "Fail"
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [.required("KIND", \.kind, "How")]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        switch options.kind {
        case "closed": throw OutputClosed()
        case "cancelled": throw CancellationError()
        case "folder":
            _ = try session.folder()
            return .done
        default: throw RelctlError("cannot do `it`", code: .remoteUnavailable, hints: ["wait"], causes: [OtherError()])
        }
    }

    private struct OtherError: Error, CustomStringConvertible { let description = "the sky fell" }
}

extension CommandRegistry {
    /// The subcommands above and those about relctl itself, so that no test depends on what the others can do.
    static let demo = CommandRegistry(
        [DemoCommand.self, FindCommand.self, FailCommand.self]
            + ["version", "help", "completions", "man"].compactMap { CommandRegistry.builtIn.command($0) }
    )
}
