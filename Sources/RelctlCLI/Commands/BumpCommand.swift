import RelctlCore

/// `relctl bump major|minor|patch|prerelease|release|auto|VERSION`.
enum BumpCommand: Command {
    struct Options: Sendable, Equatable {
        var step = BumpRequest.Step.auto
        var identifier: String?
        var commits = false
        var tags = false
        var isSigned = false
        var isOffline = false
        var isDryRun = false
    }

    static let name = "bump"
    static let summary = "Change the version in every manifest, and commit and tag it if wanted"
    static let discussion = """
        Changes the bytes of the version alone, in manifests and in what repeats them, such as lock files; all files \
        change or none. `auto` decides by the Conventional Commits since the last final release. With \
        `version.bump.changelog`, the section of the version goes into that changelog too.

        Refuses a working tree that is not clean, another branch than the configured one, a branch that lacks commits of \
        the one that it follows, a tag that exists, a version that is not greater, and, for a commit or tag, files outside \
        the repository. With --dry-run these are warnings.
        """
    static let examples = [
        Example("relctl bump auto --dry-run", "Print the next version and what would change"),
        Example("relctl bump minor --commit --tag", "Change, commit and tag"),
        Example("relctl bump major --preid rc", "Go to the first candidate of the next major version"),
        Example("relctl bump release --commit --tag --sign", "Make a candidate final, signed"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .value("preid", "ID", \.identifier, "Make a pre-release called ID, such as `rc`"),
        .flag("commit", \.commits, "Commit the changed files, and nothing else"),
        .flag("tag", \.tags, "Tag the commit, annotated"),
        .flag("sign", \.isSigned, "Sign commit and tag with the key that git is configured to use"),
        .flag("offline", \.isOffline, "Do not ask the remote for its branch and tags before committing or tagging"),
        .dryRun(\.isDryRun),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "STEP",
            .required,
            words.joined(separator: ", ") + ", or the version itself",
            completing: .words(words)
        ) { (options, text) throws(UsageError) in options.step = try step(text) }
    ]

    private static let words = ["major", "minor", "patch", "prerelease", "release", "auto"]

    private static func step(_ text: String) throws(UsageError) -> BumpRequest.Step {
        if let level = ReleaseLevel(rawValue: text) { return .increment(.part(level)) }
        switch text {
        case "prerelease": return .increment(.prerelease)
        case "release": return .increment(.release)
        case "auto": return .auto
        default: break
        }
        do {
            return .increment(.exact(try Version(text)))
        } catch {
            let isTag = text.hasPrefix("v") && (try? Version(text.dropFirst())) != nil
            let nearest = isTag ? String(text.dropFirst()) : Nearest.to(text, among: words)
            throw UsageError(
                "`\(text)` is neither a version nor one of \(words.map { "`\($0)`" }.joined(separator: ", "))",
                hints: nearest.map { ["did you mean `\($0)`?"] } ?? ["a version is MAJOR.MINOR.PATCH, such as `1.2.0`"]
            )
        }
    }

    static func check(_ options: Options) throws(UsageError) {
        guard !options.isSigned || options.commits || options.tags else {
            throw UsageError("`--sign` needs something to sign", hints: ["add `--commit`, `--tag` or both"])
        }
        guard let identifier = options.identifier else { return }
        switch options.step {
        case .increment(.release), .increment(.exact):
            throw UsageError("`--preid` is for steps to a pre-release, which this is not")
        default: break
        }
        do {
            _ = try Version.zero.with(prerelease: identifier)
        } catch {
            throw UsageError("cannot call a pre-release `\(identifier)`: \(error)")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let repository = try await project.observer.repositoryIfAny()
        var request = BumpRequest(
            options.step,
            identifier: options.identifier,
            commits: options.commits,
            tags: options.tags
        )
        request.isSigned = options.isSigned
        request.asksRemote = !options.isOffline
        let transaction = try await transaction(options, project, repository, session)
        if let (plan, outcome) = try await transaction?.resume(request) {
            return try finish(plan, outcome, transaction, session)
        }
        let observation = try await project.observer.bumpObserver(repository).observe(request)
        let destinations = BumpDestinations(
            project: project.layout.project,
            repository: repository,
            files: session.effects.files
        )
        var plan = try BumpPlanner(project.configuration.project, project.configuration.version).plan(
            request,
            observation
        )
        if let repository, let changelog = try project.observer.bumpChangelog(repository) {
            plan = try await changelog.adding(to: plan)
        }
        plan = try await destinations.resolving(plan)
        guard !options.isDryRun else {
            for index in plan.findings.indices { plan.findings[index].severity = .warning }
            if let unfinished = try await unfinished(repository, session) { plan.findings.append(unfinished) }
            return try show(plan, nil, session)
        }
        guard plan.refusals.isEmpty else { throw refusal(plan) }
        let executor = BumpExecutor(
            project: project.layout.project,
            transaction: transaction,
            effects: session.effects
        )
        let outcome = try await executor.execute(plan, request)
        plan.findings += outcome.findings
        return try finish(plan, outcome, transaction, session)
    }

    /// Keeps other runs away, unless nothing is to be changed.
    private static func transaction(
        _ options: Options,
        _ project: Project,
        _ repository: GitRepository?,
        _ session: Session
    ) async throws -> BumpTransaction? {
        guard !options.isDryRun, let repository else { return nil }
        return try await BumpTransaction.begin(
            project: project.layout.project,
            repository: repository,
            effects: session.effects
        )
    }

    /// Shows the result, and forgets the change only then: killed before, it is shown again.
    private static func finish(
        _ plan: BumpPlan,
        _ outcome: BumpExecutor.Outcome,
        _ transaction: BumpTransaction?,
        _ session: Session
    ) throws -> Conclusion {
        let conclusion = try show(plan, outcome, session)
        try transaction?.end()
        return conclusion
    }

    /// The warning of a dry run about a change that an earlier run began and did not finish.
    private static func unfinished(_ repository: GitRepository?, _ session: Session) async throws -> Finding? {
        guard let record = try await repository?.bumpRecord(), try session.effects.files.status(of: record) != nil
        else {
            return nil
        }
        return Finding(
            "an earlier run was cut off while it changed the version: the next one finishes or takes back its change first",
            code: "bump.unfinished",
            severity: .warning
        )
    }

    private static func refusal(_ plan: BumpPlan) -> RelctlError {
        RelctlError(
            "cannot change the version to `\(plan.to)`: nothing was done",
            code: RelctlError.Code(name: "bump.refused", exitCode: ExitCode.failed.rawValue),
            causes: plan.refusals.map {
                RelctlError(
                    $0.message,
                    code: RelctlError.Code(name: $0.code, exitCode: ExitCode.failed.rawValue),
                    place: $0.place,
                    hints: $0.hints
                )
            }
        )
    }

    /// What `--json` gives.
    private struct Payload: Encodable {
        var from: Version?
        var to: Version
        var tag: String
        var files: [RelativePath]
        var isDryRun: Bool
        var committed: String?
        var tagged: Bool
        var commitMessage: String?
        var tagMessage: String?
        var diff: String
        var findings: [Finding]
    }

    private static func show(
        _ plan: BumpPlan,
        _ outcome: BumpExecutor.Outcome?,
        _ session: Session
    ) throws -> Conclusion {
        let payload = Payload(
            from: plan.from,
            to: plan.to,
            tag: plan.tag,
            files: plan.changes.map(\.file),
            isDryRun: outcome == nil,
            committed: outcome?.commit,
            tagged: outcome?.isTagged ?? false,
            commitMessage: plan.commitMessage,
            tagMessage: plan.tagMessage,
            diff: plan.diff,
            findings: plan.findings
        )
        try session.render(payload) { style in
            [plan.to.description] + (outcome.map { done(plan, $0) } ?? BumpText.lines(plan.diff, style))
        }
        session.warn(of: plan.findings)
        return .done
    }

    private static func done(_ plan: BumpPlan, _ outcome: BumpExecutor.Outcome) -> [String] {
        var lines = plan.changes.map { "changed \(TerminalText.escaped($0.file.string))" }
        if let commit = outcome.commit { lines.append("committed \(commit.prefix(12))") }
        if outcome.isTagged { lines.append("tagged \(TerminalText.escaped(plan.tag))") }
        return lines
    }
}

/// A diff as people read it.
enum BumpText {
    /// The lines of a diff, with nothing in them that a terminal would act on but tabulators and the ends of lines.
    static func lines(_ diff: String, _ style: TextStyle) -> [String] {
        // By scalars: CRLF is a single character, in which no `\n` is found.
        diff.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            let hasReturn = line.last == "\r"
            let text = line.dropLast(hasReturn ? 1 : 0).split(separator: "\t", omittingEmptySubsequences: false)
                .map { TerminalText.escaped(String($0)) }.joined(separator: "\t")
            let colored =
                switch line.first {
                case "+": style.text(text, .green)
                case "-": style.text(text, .red)
                case "@": style.text(text, .cyan)
                default: text
                }
            return colored + (hasReturn ? "\r" : "")
        }
    }
}
