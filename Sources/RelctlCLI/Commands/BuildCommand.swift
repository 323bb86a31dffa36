import RelctlCore

/// `relctl build [TAG]`.
enum BuildCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var jobs: Int?
        var keepsGoing = false
        var isDryRun = false
    }

    static let name = "build"
    static let summary = "Build the binaries of every target into dist/build/"
    static let discussion = """
        Runs the configured command for each target, several at a time, each with a log of its own in dist/logs/. \
        Afterwards every declared binary must be there and be what its target says: format, architecture, and for musl \
        targets that it is static.
        """
    static let examples = [
        Example("relctl build", "Build every target"),
        Example("relctl build v1.0.0 --target '*-apple-darwin'", "Build the targets of one runner in CI"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + [
            .jobs(\.jobs),
            .flag("keep-going", short: "k", \.keepsGoing, "Let the other targets finish when one fails"),
            .dryRun(\.isDryRun),
        ]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        guard !options.isDryRun else {
            let plan = try await project.plan(options.request)
            try session.render(plan.build) { PlanText(style: $0).lines(plan.build) }
            return .done
        }
        let limits = ReleaseSteps.Limits(jobs: options.jobs, effects: session.effects, keepsGoing: options.keepsGoing)
        let binaries = try await project.runStep(options.request, limits) { steps, _ in
            guard steps.plan.build != nil else {
                session.effects.events.send(.message(.notice, "there is nothing to build: no `build` is configured"))
                return [String]()
            }
            try await steps.build()
            return steps.plan.build?.targets.flatMap { target in
                target.outputs.map { "dist/build/\(target.target)/\($0.name)" }
            } ?? []
        }
        try session.render(binaries) { _ in binaries.map(TerminalText.escaped) }
        return .done
    }
}
