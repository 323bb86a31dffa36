import RelctlCore

/// `relctl publish [TAG]`.
enum PublishCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var replaces = false
        var allowedMissing: [String] = []
        var isDryRun = false
        var isCheck = false
    }

    static let name = "publish"
    static let summary = "Publish what dist/ holds to every configured place"
    static let discussion = """
        First looks at what is there: what is there already is left alone, and a different release is refused unless \
        --replace is given. A release appears whole or not at all: with every configured target, but for those that \
        --allow-missing names. With --check nothing is published, and it ends with 2 where something is left to do.
        """
    static let examples = [
        Example("relctl publish v1.0.0 --dry-run", "Print what is left to do"),
        Example("relctl publish v1.0.0", "Do it"),
        Example("relctl publish v1.0.0 --check", "Exit with 2 unless every place has it, as it is in dist/"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .problemsFound, .partiallyPublished, .usage, .configurationInvalid, .remoteUnavailable,
        .notAuthorized, .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + [
            .flag("replace", \.replaces, "Replace a different release that is there"),
            .allowMissing(\.allowedMissing),
            .flag("check", \.isCheck, "Change nothing, and exit with 2 if something is left to do"),
            .dryRun(\.isDryRun),
        ]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let limits = ReleaseSteps.Limits(jobs: 1, effects: session.effects)
        var request = options.request
        request.reachesUsers = true
        request.replaces = options.replaces
        request.allowedMissing = options.allowedMissing
        guard !options.isDryRun && !options.isCheck else {
            let observation = try await project.observe(request)
            let plan = try await project.steps(for: request, observation)
                .plannedPublications()
            try session.render(plan.outcomes) { lines(plan.outcomes, $0) }
            try plan.requireObserved()
            return options.isCheck && !plan.isEmpty ? .problemsFound : .done
        }
        let outcomes = try await project.runStep(request, limits) { steps, _ in
            try await steps.publish()
        }
        try session.renderOutcome(outcomes) { lines(outcomes, $0) }
        return .done
    }

    private static func lines(_ outcomes: [PublicationOutcome], _ style: TextStyle) -> [String] {
        outcomes.flatMap { PlanText(style: style).lines($0) }
    }
}
