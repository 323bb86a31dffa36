import RelctlCore

/// `relctl ci github`, and what its jobs run: `relctl ci outputs` and `relctl ci summary`.
enum IntegrationCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.github
        var subject: String?
        var isSnapshot = false
        var output: String?
        var isCheck = false
        var isDryRun = false
    }

    /// What is done.
    enum Action: String, Sendable, CaseIterable {
        /// Writes a workflow.
        case github
        /// Tells later jobs what is released.
        case outputs
        /// Tells people what was made.
        case summary
    }

    /// Where a project has its workflow, if nothing else is said.
    private static let usualFile = ".github/workflows/release.yml"

    static let name = "ci"
    static let summary = "Write the workflow by which continuous integration makes releases"
    static let discussion = """
        github: .github/workflows/release.yml, from the key `ci` and all else in the configuration. A tag is planned, \
        built on a machine for each target, joined to what one machine would have made, published, and looked at once \
        more; a pull request tries all but publishing, as a snapshot. Labels of machines that are not GitHub's go to \
        .github/actionlint.yaml.

        What stands between the lines `# relctl:begin NAME` and `# relctl:end NAME` is yours: it stays when the file is \
        written again. So do newer versions of actions that a bot has put there, which --check does not mind.

        outputs: what later jobs of a workflow want to know, as `tag`, `version`, `prerelease` and `matrix`, and \
        `manifest` once dist/ has one; appended to the file that $GITHUB_OUTPUT names, and printed.

        summary: a table of what dist/ or another folder holds, with sizes and digests, as Markdown; appended to the \
        file that $GITHUB_STEP_SUMMARY names, or else printed.
        """
    static let examples = [
        Example("relctl ci github", "Write the workflow"),
        Example("relctl ci github --check", "Exit with 2 and a diff if it is missing or not up to date"),
        Example("relctl ci github --output -", "Print it"),
        Example("relctl ci outputs v1.0.0", "Hand tag, version and matrix to later jobs"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .value("output", "PATH", \.output, "Write the workflow there; `-` is standard output").completing(.file)
            .short("o"),
        .flag("snapshot", \.isSnapshot, "With outputs: a trial that no tag stands for"),
        .flag("check", \.isCheck, "Change nothing, and exit with 2 and a diff if something would change"),
        .dryRun(\.isDryRun),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "github, outputs or summary",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional(
            "TAG|DIR",
            \.subject,
            "The release's tag; of a summary, the folder (default: dist)",
            completing: .tag
        ),
    ]

    private static let standardOutput = "-"

    static func check(_ options: Options) throws(UsageError) {
        if options.action == .github {
            guard options.subject == nil, !options.isSnapshot else {
                throw UsageError("`relctl ci github` takes no tag: the workflow is that of all releases")
            }
        } else {
            guard options.output == nil, !options.isCheck, !options.isDryRun else {
                throw UsageError(
                    "`relctl ci \(options.action.rawValue)` takes neither `--output` nor `--check` nor `--dry-run`"
                )
            }
        }
        guard options.action != .summary || !options.isSnapshot else {
            throw UsageError("`relctl ci summary` takes a folder, and no `--snapshot`")
        }
        guard options.output != standardOutput || !(options.isCheck || options.isDryRun) else {
            throw UsageError("`--output -` only prints, and takes neither `--check` nor `--dry-run`")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        switch options.action {
        case .github: try await writeWorkflow(options, session)
        case .outputs: try await JobReport.outputs(options, in: session)
        case .summary: try JobReport.summary(options, in: session)
        }
    }

    private static func writeWorkflow(_ options: Options, _ session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (folder, files) = (try session.folder(), session.effects.files)
        try requireTop(folder, files)
        let workflow = options.output == standardOutput ? nil : options.output
        let request = try request(project, workflow: workflow ?? usualFile, in: folder, session)
        let planner = IntegrationPlanner(extensions: project.extensions)
        if options.output == standardOutput {
            let text = try planner.text(request)
            session.warn(of: request.configuration.runnerFindings)
            try session.write(text)
            return .done
        }
        let plan = try planner.plan(request)
        session.warn(of: request.configuration.runnerFindings)
        let changes = plan.files.filter(\.isChange)
        if !options.isCheck && !options.isDryRun {
            for file in changes {
                let path = folder.appending(file.name)
                try files.createFolders(path.parent)
                try files.write(file.new.utf8, to: path)
            }
        }
        try render(plan, options, session)
        return options.isCheck && !changes.isEmpty ? .problemsFound : .done
    }

    /// Workflows are looked for at the top of a repository, and that is where their jobs begin.
    private static func requireTop(_ folder: FilePath, _ files: any FileSystem) throws {
        var top = folder
        while try files.status(of: top.appending(".git")) == nil {
            guard top.parent != top else { return }
            top = top.parent
        }
        guard top != folder else { return }
        throw RelctlError(
            "cannot write a workflow for `\(folder)`: it is not the top of its repository, which is `\(top)`",
            hints: ["a project with a workflow of its own has a repository of its own, or its configuration at the top"]
        )
    }

    /// The configuration's name from the top of the repository, by which other machines find it too.
    private static func nameOfConfiguration(in folder: FilePath, _ session: Session) throws -> String {
        let files = session.effects.files
        let path = try ConfigurationFile.locate(in: folder, chosen: session.globals.configuration, files: files)
        let place = try files.canonicalPath(of: path.parent).appending(path.lastComponent)
        guard let name = place.path(below: folder) else {
            throw RelctlError(
                "cannot write a workflow of `\(path)`: it is outside the repository `\(folder)`",
                hints: ["machines that check the repository out have nothing else: move the configuration into it"]
            )
        }
        return name
    }

    private static func request(
        _ project: Project,
        workflow: String,
        in folder: FilePath,
        _ session: Session
    ) throws -> IntegrationPlanner.Request {
        let files = project.effects.files
        var configuration = project.configuration
        configuration.file = try nameOfConfiguration(in: folder, session)
        var texts: [String: String] = [:]
        for name in [workflow, IntegrationPlanner.labelsFile] {
            guard try files.resolvedStatus(of: folder.appending(name)) != nil else { continue }
            texts[name] = try files.text(of: folder.appending(name), limit: 4 << 20)
        }
        return IntegrationPlanner.Request(configuration: configuration, workflow: workflow, texts: texts)
    }

    private static func render(_ plan: IntegrationPlan, _ options: Options, _ session: Session) throws {
        let outcomes = plan.files.map { Outcome(path: $0.name, changed: $0.isChange) }
        let onlyLooks = options.isCheck || options.isDryRun
        if onlyLooks, !session.globals.isJSON {
            for file in plan.files where file.isChange { try session.write(file.difference) }
        }
        try session.render(["files": outcomes]) { _ in
            outcomes.map { outcome in
                let remark =
                    onlyLooks
                    ? (outcome.changed ? ": not up to date" : ": up to date") : outcome.changed ? "" : ": nothing to do"
                return TerminalText.escaped(outcome.path) + remark
            }
        }
    }

    /// What `--json` gives of a file.
    private struct Outcome: Encodable {
        var path: String
        var changed: Bool
    }
}
