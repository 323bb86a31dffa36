import RelctlCore

/// `relctl workspace graph`, `plan`, `release`, `apply`, `resume`, `status` and `rollback`.
enum WorkspaceCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.graph
        var operand: String?
        var format = Format.text
        var output: String?
        var versions: [String] = []
        var releasesUnchanged = false
        var isAgreed = false
        var takesOver = false
        var watches = false
        var isDryRun = false
    }

    enum Action: String, Sendable, CaseIterable { case graph, plan, release, apply, resume, status, rollback }

    enum Format: String, Sendable, CaseIterable { case text, json, mermaid, dot }

    static let name = "workspace"
    static let summary = "Release several repositories together, in the order in which they need one another"
    static let discussion = """
        The repositories stand in relctl-workspace.json, each with those that it needs. relctl works on mirrors of their \
        remotes; working copies are never used.

        graph: in which waves they are released.

        plan VERSION: what a release would do: every change, commit, tag, push and wait. --output keeps it in a file.

        release VERSION: plans, tries what can be tried, asks, and does it. A repository begins as soon as all that it \
        needs are ready; one that fails stops only those that need it.

        apply PLAN: does exactly what a plan's file says, on any machine.

        resume [VERSION|PLAN]: goes on with a release from wherever its remotes are.

        status [VERSION|PLAN]: how far each repository has come.

        rollback [VERSION|PLAN]: takes back what can be taken back, and tells what to do about the rest.

        Without a version, the last three take the release that was last worked on.
        """
    static let examples = [
        Example("relctl workspace graph --format mermaid", "Draw the waves for a page in Markdown"),
        Example("relctl workspace release 1.2.0 --dry-run", "Show all that would be done"),
        Example("relctl workspace release 1.2.0", "Do it, after a question"),
        Example("relctl workspace plan 1.2.0 --output plan.json", "Plan now, for `relctl workspace apply plan.json`"),
        Example("relctl workspace status --watch", "Look on as long as anything goes on by itself"),
        Example("relctl workspace resume", "Go on once the cause of a failure is gone"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .problemsFound, .partiallyPublished, .usage, .configurationInvalid, .remoteUnavailable,
        .notAuthorized, .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .choice("format", \.format, "What graph prints (default: text)"),
        .value("output", "FILE", \.output, "Have plan write the plan to FILE, for apply").completing(.file),
        .values(
            "set",
            "NAME=VERSION",
            \.versions,
            "The version of a repository with a line of its own; may be repeated"
        ),
        .flag("include-unchanged", \.releasesUnchanged, "Release repositories too that `skipUnchanged` leaves out"),
        .flag("yes", short: "y", \.isAgreed, "Do not ask"),
        .flag("take-over", \.takesOver, "Go on where another operator's run has died, or the claim's remote is away"),
        .flag("watch", \.watches, "Have status look again as long as anything goes on by itself"),
        .dryRun(\.isDryRun),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "graph, plan, release, apply, resume, status or rollback",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional("VERSION|PLAN", \.operand, "The version, or the file of a plan", completing: .file),
    ]

    static func check(_ options: Options) throws(UsageError) {
        let name = "relctl workspace \(options.action.rawValue)"
        // An empty word is a variable of a script that was not set.
        let isNamed = options.operand?.isEmpty == false
        switch options.action {
        case .graph where options.operand != nil: throw UsageError("`\(name)` takes nothing but options")
        case .plan where !isNamed, .release where !isNamed:
            throw UsageError("`\(name)` needs a VERSION", hints: ["such as `\(name) 1.2.0`"])
        case .apply where !isNamed:
            let hint = "`relctl workspace plan VERSION --output plan.json` writes one"
            throw UsageError("`\(name)` needs the file of a PLAN", hints: [hint])
        case .resume, .status, .rollback:
            guard options.operand != nil, !isNamed else { break }
            throw UsageError(
                "`\(name)` cannot take an empty VERSION or PLAN",
                hints: ["without one, it takes the release that was last worked on"]
            )
        default: break
        }
        let unused = [
            ("--format", options.format != .text, [Action.graph]), ("--output", options.output != nil, [.plan]),
            ("--set", !options.versions.isEmpty, [.plan, .release]),
            ("--include-unchanged", options.releasesUnchanged, [.plan, .release]),
            ("--yes", options.isAgreed, [.release, .apply, .resume, .rollback]),
            ("--take-over", options.takesOver, [.release, .apply, .resume, .rollback]),
            ("--watch", options.watches, [.status]), ("--dry-run", options.isDryRun, [.release, .apply, .rollback]),
        ].first { $0.1 && !$0.2.contains(options.action) }
        guard unused == nil else { throw UsageError("`\(name)` takes no `\(unused?.0 ?? "")`") }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        switch options.action {
        case .graph:
            try WorkspaceGraphRun(format: options.format).run(try Workspace(session), in: session)
            return .done
        case .plan, .release: return try await WorkspaceReleaseRun(options: options).run(in: session)
        case .apply: return try await WorkspaceApplyRun(options: options).run(in: session)
        case .resume: return try await WorkspaceResumeRun(options: options).run(in: session)
        case .status: return try await WorkspaceStatusRun(options: options).run(in: session)
        case .rollback: return try await WorkspaceRollbackRun(options: options).run(in: session)
        }
    }
}
