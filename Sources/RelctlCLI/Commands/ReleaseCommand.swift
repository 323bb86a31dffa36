import RelctlCore

/// `relctl release TAG`.
enum ReleaseCommand: Command {
    struct Options: PackingOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var skipped: [ReleaseStep] = []
        var createsTag = false
        var replaces = false
        var allowedMissing: [String] = []
        var keepsGoing = false
        var jobs: Int?
        var threads: Int?
        var skipsCache = false
        var engine = DeflateChoice.relctl
        var comparison: String?
        var isDryRun = false
        var abandons = false
    }

    static let name = "release"
    static let summary = "Make a release: check, build, pack, checksum, notes, verify, publish"
    static let discussion = """
        Everything that is wrong is told before anything is built. What is made is put in the place of an older release \
        only when it is complete and proven, and published after that. Killed at any moment and run again, it goes on \
        with what was finished and ends in the same files.
        """
    static let examples = [
        Example("relctl release v1.0.0 --dry-run", "Print the plan, before the tag exists, and change nothing"),
        Example("relctl release v1.0.0", "Release the tag that is checked out"),
        Example("relctl release v1.0.0 --create-tag", "Make the tag when all is built and proven"),
        Example("relctl release --snapshot --skip publish", "Try it all, without a tag"),
        Example("relctl release v1.0.0 --abandon", "Remove what an unfinished release left where users do not see it"),
    ]
    static let exitCodes: [ExitCode] = ExitCode.allCases
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + [
            .dryRun(\.isDryRun),
            .flag("create-tag", \.createsTag, "Make the tag, annotated, at what is checked out, before publishing"),
            skip,
            .flag("replace", \.replaces, "Replace a different release that is published already"),
            .allowMissing(\.allowedMissing),
            .flag(
                "abandon",
                \.abandons,
                "Release nothing: remove drafts and uploads of the release that nobody has seen"
            ),
            .flag("keep-going", short: "k", \.keepsGoing, "Let the other targets finish when one fails to build"),
        ] + OptionSpec.ofPacking
    static let positionals: [PositionalSpec<Options>] = [
        .optional("TAG", \.tag, "The release's tag, such as `v1.0.0`; only a snapshot does without", completing: .tag)
    ]

    private static let skip: OptionSpec<Options> = {
        let names = ReleaseStep.skippable.map(\.rawValue)
        var spec = OptionSpec<Options>.value("skip", "STEP", "Leave out \(names.joined(separator: ", ")); repeatable") {
            (options, text) throws(UsageError) in
            guard let step = ReleaseStep.skippable.first(where: { $0.rawValue == text }) else {
                throw .unknown(
                    "step to skip",
                    text,
                    known: names,
                    otherwise: ["steps: " + names.joined(separator: ", ")]
                )
            }
            options.skipped.append(step)
        }
        spec.description.isRepeatable = true
        return spec.completing(.words(names))
    }()

    static func check(_ options: Options) throws(UsageError) {
        guard !options.abandons || options.tag != nil else {
            throw UsageError("`--abandon` needs a TAG, such as `v1.0.0`")
        }
        guard !options.abandons || !(options.isSnapshot || options.createsTag || options.replaces) else {
            throw UsageError("`--abandon` takes no `--snapshot`, `--create-tag` or `--replace`: it releases nothing")
        }
        guard options.tag != nil || options.isSnapshot else {
            throw UsageError("`relctl release` needs a TAG, such as `v1.0.0`", hints: ["or `--snapshot`, for a trial"])
        }
        guard !options.isSnapshot || !options.createsTag else {
            throw UsageError("`--snapshot` and `--create-tag` exclude each other: no tag stands for a trial")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        guard !options.abandons else {
            return try await RetreatRun(
                retreat: .abandon,
                tag: options.tag,
                isDryRun: options.isDryRun,
                nothing: "there is nothing to remove"
            ).run(in: session)
        }
        let project = try await Project(session)
        var request = options.request(in: project)
        request.skipped = Set(options.skipped)
        request.replaces = options.replaces
        request.allowedMissing = options.allowedMissing
        request.expectation = options.createsTag ? .created : options.isDryRun ? .optional : .present
        let preflight = ReleasePreflight(extensions: project.extensions, effects: project.effects)
        let observation: ReleaseObservation
        do {
            observation = try await project.observe(request, judges: true)
        } catch let error as RelctlError where error.code == .failed {
            throw problems(
                preflight.findings(instead: error, project.configuration, project.layout),
                of: options.tag ?? "a snapshot"
            )
        }
        let report = try await preflight.report(observation, request)
        guard !options.isDryRun else { return try show(report, session) }
        session.warn(of: report.findings.filter { $0.severity == .warning })
        guard let plan = report.plan, report.isClear else { throw problems(report.findings, of: report.versions.tag) }
        let engine = try ArchiveEngine(options, effects: session.effects)
        defer { engine.close() }
        let summary = try await project.layout.exclusively(for: plan.release, project.effects) { effects in
            try await ReleaseExecutor(
                plan,
                ReleasePhases(project.observer, observation, request),
                extensions: project.extensions,
                effects: effects,
                limits: ReleaseSteps.Limits(
                    options,
                    engine: engine,
                    effects: project.effects,
                    keepsGoing: options.keepsGoing
                )
            ).execute()
        }
        let sizes = try plan.previous.map { previous in
            let manifest = try ManifestFile.manifest(at: project.layout.dist.path, files: project.effects.files)
            return SizeReport(of: manifest, comparedWith: previous)
        }
        try session.renderOutcome(summary) { style in
            let change = sizes.map { [""] + SizeText(style: style).lines($0, withParts: false) } ?? []
            return SummaryText(style: style).lines(summary) + change
        }
        return .done
    }

    /// The plan that a real run would execute, and beside it what stands in its way.
    private static func show(_ report: ReleasePreflight.Report, _ session: Session) throws -> Conclusion {
        guard let plan = report.plan else { throw problems(report.findings, of: report.versions.tag) }
        try session.render(plan) { style in
            PlanText(style: style).lines(plan, withEntries: session.globals.verbosity == .verbose)
        }
        session.warn(of: report.findings)
        return report.isClear ? .done : .problemsFound
    }

    /// Everything that the preflight found, as one error: a release that must not begin.
    private static func problems(_ findings: [Finding], of subject: String) -> RelctlError {
        RelctlError(
            "cannot release `\(subject)`: nothing was done",
            code: .problemsFound,
            causes: findings.filter { $0.severity == .error }.map {
                RelctlError($0.message, code: .problemsFound, place: $0.place, hints: $0.hints)
            }
        )
    }
}
