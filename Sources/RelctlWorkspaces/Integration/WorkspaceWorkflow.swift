/// The workflow by which GitHub Actions releases the repositories of a workspace, started by hand.
///
/// A machine of GitHub's is gone when its job ends, and with it what relctl knew of the release. What the next one needs
/// is the plan, which is kept before anything is changed; all else the remotes tell.
struct WorkspaceWorkflow: GeneratedWorkflow {
    let workspace: WorkspaceConfiguration
    let settings: IntegrationSettings
    let access: WorkspaceAccess

    /// Variables that the workflow sets for itself.
    static let reservedVariables = ["VERSION", "TAKE_OVER", "RELCTL_CONFIG"]

    /// Describes the workflow of a workspace.
    ///
    /// - Throws: ``RelctlError`` if it is not said how machines get relctl, or for a name that GitHub would read more into.
    init(_ workspace: WorkspaceConfiguration) throws {
        self.workspace = workspace
        settings = try .installing(workspace.integration, file: workspace.file, for: .github)
        access = WorkspaceAccess(workspace)
        for text in [workspace.name] + access.remotes.map(\.url) + access.rewrites.map(\.old)
        where text.contains("${{") {
            throw RelctlError(
                "cannot write a workflow: GitHub would take `\(text)` for an expression",
                code: .configurationInvalid,
                place: settings.place
            )
        }
    }

    /// A plan is read from one file.
    var checkoutInputs: [String] { ["persist-credentials: false"] }

    /// The file's lines, with empty sections.
    var lines: [String] {
        let byHand = WorkflowText.mapping("workflow_dispatch", WorkflowText.mapping("inputs", inputs))
        return header + [""] + WorkflowText.mapping("on", byHand)
            + ["", "# Nothing is allowed unless a job says so.", "permissions: {}", ""]
            + WorkflowText.mapping("concurrency", concurrency) + [""]
            + WorkflowText.mapping("defaults", WorkflowText.mapping("run", ["shell: bash"])) + [""]
            + WorkflowText.mapping("env", variables) + [""]
            + WorkflowText.mapping("jobs", release + [""] + WorkflowSections.empty("jobs"))
    }

    // MARK: What people read

    private var header: [String] {
        let name = WorkflowText.value("Release \(workspace.name)")
        let dry = "inputs.action != 'status' && inputs.dry_run && ', a dry run' || ''"
        let told = secrets + remarks.map { "# \($0)" }
        return [
            "# Made by `\(IntegrationPlanner.Subject.workspaceCommand)` of \(workspace.file): change that, and run it again.",
            "# What stands between `# relctl:begin NAME` and `# relctl:end NAME` is yours, and stays.",
        ] + (told.isEmpty ? [] : ["#"] + told) + [
            "name: \(name)", "run-name: ${{ inputs.action }} ${{ inputs.version }}${{ \(dry) }}",
        ]
    }

    /// What secrets there must be, and what for.
    private var secrets: [String] {
        guard !access.tokens.isEmpty else { return [] }
        let tokens = access.tokens.flatMap { token in
            let width = (token.permissions.map(\.name.count).max() ?? 0) + 2
            return ["# \(token.secret), for \(Self.list(token.repositories)):"]
                + token.permissions.map { permission in
                    let blanks = String(repeating: " ", count: width - permission.name.count)
                    return "#   \(permission.name)\(blanks)\(permission.reason)"
                }
        }
        return ["# The job's own token reaches no other repository. These secrets do, each with what it must allow:"]
            + tokens
    }

    /// What relctl cannot know, and somebody has to see to in `release.setup`.
    private var remarks: [String] {
        let signed = workspace.repositories.filter(\.isSigned).map(\.name)
        return [
            (
                access.byKey,
                "git wants a key for SSH, and to know the server's: have `release.setup` start an agent, and write "
                    + "`known_hosts`"
            ),
            (access.byPassword, "git may want a password: have `release.setup` tell it"),
            (signed, "commits and tags are signed: have `release.setup` give git the key"),
        ].compactMap { names, text in names.isEmpty ? nil : "\(Self.list(names)): \(text)." }
    }

    private static func list(_ names: [String]) -> String { names.map(WorkflowText.value).joined(separator: ", ") }

    // MARK: How it is started

    private var inputs: [String] {
        let actions = ["release", "resume", "status"].map { "- \($0)" }
        return WorkflowText.mapping(
            "action",
            ["description: What to do", "type: choice", "default: release"] + WorkflowText.mapping("options", actions)
        )
            + WorkflowText.mapping(
                "version",
                ["description: \"The version, such as 1.2.0\"", "type: string", "required: true"]
            )
            // Whoever just presses the button has seen the plan, and harmed nothing.
            + WorkflowText.mapping(
                "dry_run",
                ["description: Show and try what would be done, and change nothing", "type: boolean", "default: true"]
            )
            + WorkflowText.mapping(
                "take_over",
                [
                    "description: Go on in the place of a run that has died on another machine", "type: boolean",
                    "default: false",
                ]
            )
    }

    /// One run for the workspace, which is never cut off; whoever only looks is let past it.
    private var concurrency: [String] {
        let looking = "inputs.action == 'status' && github.run_id || 'release'"
        return ["group: ${{ github.workflow }}-${{ \(looking) }}", "cancel-in-progress: false"]
    }

    private var variables: [String] {
        let isUsual = workspace.file == WorkspaceLoader.fileName
        // Who is named nowhere else started the run.
        let author =
            workspace.author != nil
            ? []
            : [
                "GIT_AUTHOR_NAME: ${{ github.actor }}",
                "GIT_AUTHOR_EMAIL: ${{ github.actor_id }}+${{ github.actor }}@users.noreply.github.com",
            ]
        // What the owner sets is meant.
        let usual = author.filter { line in !settings.environment.keys.contains { line.hasPrefix("\($0):") } }
        return [
            "# What was typed reaches scripts as a variable, never as a part of them.",
            "VERSION: ${{ inputs.version }}", "TAKE_OVER: ${{ inputs.take_over && '--take-over' || '' }}",
        ] + usual + ownVariables(configuration: isUsual ? nil : workspace.file)
    }

    // MARK: How long it may take

    /// Minutes of a job that are left when the release is stopped, for it to be told how it stands.
    static let reserve = 10
    /// The longest that a job may take, in minutes, on GitHub's own machines and on others: a bit less than GitHub lets it
    /// (https://docs.github.com/actions/reference/limits).
    private static let longest = (hosted: 360 - reserve, own: 5 * 24 * 60 - reserve)
    /// Seconds that a repository takes beside what is awaited of it, and for somebody to merge a pull request.
    private static let (work, merge): (Int64, Int64) = (300, 24 * 3600)

    /// Minutes that a run may take: what is awaited on the longest way through the workspace, unless it is said.
    var minutes: Int {
        let longest = settings.ownRunners.contains(settings.runner) ? Self.longest.own : Self.longest.hosted
        if let minutes = settings.minutes { return min(minutes, longest) }
        let graph = try? WorkspaceGraph(of: workspace)
        var ends: [String: Int64] = [:]
        for repository in (graph?.order ?? []).compactMap({ workspace[$0] }) {
            let start = repository.needs.compactMap { ends[$0] }.max() ?? 0
            let wait = repository.ready.map(\.timeout).max() ?? 0
            ends[repository.name] = start + Self.work + wait + (repository.via == .pullRequest ? Self.merge : 0)
        }
        let seconds = (ends.values.max() ?? 0) + 2 * Self.work
        return Int(min((seconds + 59) / 60, Int64(longest)))
    }
}
