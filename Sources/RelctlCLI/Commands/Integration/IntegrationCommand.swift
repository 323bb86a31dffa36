import RelctlCore

/// `relctl ci github` and `relctl ci gitlab`, and what their jobs run: `relctl ci outputs` and `relctl ci summary`.
enum IntegrationCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.github
        var subject: String?
        var isSnapshot = false
        var output: String?
        var isCheck = false
        var isDryRun = false
        var isWorkspace = false
        var dotenv: String?
    }

    /// What is done.
    enum Action: String, Sendable, CaseIterable {
        /// Writes a workflow for GitHub.
        case github
        /// Writes a pipeline for GitLab.
        case gitlab
        /// Tells later jobs what is released.
        case outputs
        /// Tells people what was made.
        case summary

        /// What runs the workflow that is written; nothing where none is.
        var service: IntegrationService? { IntegrationService(rawValue: rawValue) }
    }

    static let name = "ci"
    static let summary = "Write the workflow by which continuous integration makes releases"
    static let discussion = """
        github: .github/workflows/release.yml, from the key `ci` and all else in the configuration. A tag is planned, \
        built on a machine for each target, joined to what one machine would have made, published, and looked at once \
        more; a pull request tries all but publishing, as a snapshot. Labels of machines that are not GitHub's go to \
        .github/actionlint.yaml.

        github --workspace: .github/workflows/workspace-release.yml, from relctl-workspace.json: started by hand with a \
        version, it releases the workspace's repositories, goes on with that, or shows how far it is. The top of the \
        file says which secrets it needs, and what they must allow.

        gitlab: .gitlab/release.yml, of the same jobs, for tags and merge requests, and, only where there is \
        none, a .gitlab-ci.yml that includes it. One that is there stays as it is: add the include that is told.

        What stands between the lines `# relctl:begin NAME` and `# relctl:end NAME` is yours: it stays when the file is \
        written again. So do newer versions of actions that a bot has put there, which --check does not mind.

        outputs: what later jobs of a workflow want to know, as `tag`, `version`, `prerelease` and `matrix`, and \
        `manifest` once dist/ has one; appended to the file that $GITHUB_OUTPUT names, and printed. --dotenv writes the \
        first three as RELEASE_TAG, RELEASE_VERSION and RELEASE_PRERELEASE, a report that GitLab makes variables of.

        summary: a table of what dist/ or another folder holds, with sizes and digests, as Markdown; appended to the \
        file that $GITHUB_STEP_SUMMARY names, or else printed.
        """
    static let examples = [
        Example("relctl ci github", "Write the workflow"),
        Example("relctl ci github --check", "Exit with 2 and a diff if it is missing or not up to date"),
        Example("relctl ci github --output -", "Print it"),
        Example("relctl ci github --workspace", "Write the workflow that releases several repositories together"),
        Example("relctl ci gitlab", "Write the pipeline of GitLab's that releases"),
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
        .value("dotenv", "PATH", \.dotenv, "With outputs: write a report of variables for GitLab there").completing(
            .file
        ),
        .flag("workspace", \.isWorkspace, "With github: the workflow that releases the workspace's repositories"),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "github, gitlab, outputs or summary",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional(
            "TAG|DIR",
            \.subject,
            "The release's tag; of a summary, the folder (default: dist)",
            completing: .tag
        ),
    ]

    static let standardOutput = "-"

    static func check(_ options: Options) throws(UsageError) {
        let name = "`relctl ci \(options.action.rawValue)`"
        if options.action.service != nil {
            guard options.subject == nil, !options.isSnapshot else {
                throw UsageError("\(name) takes no tag: the workflow is that of all releases")
            }
        } else {
            guard options.output == nil, !options.isCheck, !options.isDryRun else {
                throw UsageError("\(name) takes neither `--output` nor `--check` nor `--dry-run`")
            }
        }
        guard !options.isWorkspace || options.action == .github else {
            throw UsageError("\(name) takes no `--workspace`")
        }
        if options.action == .gitlab, let output = options.output, output != standardOutput {
            guard IntegrationPlanner.canInclude(output) else {
                throw UsageError(
                    "GitLab could not include `\(output)`: name a file from the project's top that ends in `.yml` or "
                        + "`.yaml`, such as `\(IntegrationPlanner.usualPipeline)`"
                )
            }
        }
        guard options.dotenv == nil || options.action == .outputs else {
            throw UsageError("\(name) takes no `--dotenv`, which is of `relctl ci outputs`")
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
        case .github: try await WorkflowWriting(options, for: .github, session).run()
        case .gitlab: try await WorkflowWriting(options, for: .gitlab, session).run()
        case .outputs: try await JobReport.outputs(options, in: session)
        case .summary: try JobReport.summary(options, in: session)
        }
    }
}
