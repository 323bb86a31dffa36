import RelctlCore

/// `relctl plan [TAG]`.
enum PlanCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var engine = DeflateChoice.relctl
    }

    static let name = "plan"
    static let summary = "Print everything that a release would do"
    static let discussion = """
        The tag need not exist. With --json the plan is printed as a release writes it to dist/plan.json; with --verbose \
        every entry of every archive is listed.
        """
    static let examples = [
        Example("relctl plan v1.0.0 --verbose", "Print the plan down to every archive entry"),
        Example("relctl --json plan v1.0.0 > plan.json", "Keep it, to compare with another"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = OptionSpec.ofEveryStep + [.engine(\.engine)]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let plan = try await project.plan(options.request)
        try session.render(plan) { style in
            PlanText(style: style).lines(plan, withEntries: session.globals.verbosity == .verbose)
        }
        return .done
    }
}
