/// The workflow by which GitHub Actions makes a project's releases
/// (https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax).
///
/// The jobs hand one another what relctl makes: a plan says which builds there are, each build leaves a shard, the shards
/// are joined to what one machine would have made, and that is published and looked at once more.
struct GitHubWorkflow: Sendable {
    let configuration: Configuration
    let settings: IntegrationSettings
    let secrets: PublicationSecrets
    /// The variables that packing reads secrets from.
    let packagingSecrets: Set<String>
    private let tagPattern: String

    /// Describes the workflow of a project.
    ///
    /// - Throws: ``RelctlError`` if there is nothing to build, if it is not said how machines get relctl, or for tags of
    ///   no form.
    init(_ configuration: Configuration, _ extensions: Extensions) throws {
        try TargetSelection.requireTargets(of: configuration)
        guard let settings = configuration.integration, settings.installation != nil else {
            let place = configuration.integration?.place ?? SourcePlace(file: configuration.file, line: 1, column: 1)
            throw RelctlError(
                "cannot write a workflow: the configuration does not say how machines get relctl",
                code: .configurationInvalid,
                place: place,
                hints: [
                    "name a version and its digests: `ci: { relctl: { version: \"1.0.0\", downloads: { "
                        + "\"x86_64-unknown-linux-gnu\": { url: \"https://…\", sha256: \"…\" } } } }`",
                    "or an action that puts it on the path: `ci: { relctl: { action: \"$/.github/actions/relctl\" } }`",
                ]
            )
        }
        self.configuration = configuration
        self.settings = settings
        secrets = PublicationSecrets(configuration, extensions)
        packagingSecrets = configuration.packagingSecretNames(extensions)
        tagPattern = Self.pattern(of: try TagTemplate(of: configuration))
    }

    /// A pattern of GitHub's for tags of the project's form, whose versions begin with three numbers.
    private static func pattern(of tag: TagTemplate) -> String {
        func escaped(_ text: String) -> String {
            text.map { "*?+[]!\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        }
        return escaped(tag.prefix) + "[0-9]+.[0-9]+.[0-9]+*" + escaped(tag.suffix)
    }

    /// Whether any place is published to.
    var publishes: Bool { !configuration.publications.isEmpty }

    /// The file's lines, with empty sections.
    var lines: [String] {
        header + [""] + WorkflowText.mapping("on", triggers)
            + ["", "# Nothing is allowed unless a job says so.", "permissions: {}", ""]
            + WorkflowText.mapping("concurrency", concurrency) + [""]
            + WorkflowText.mapping("defaults", WorkflowText.mapping("run", ["shell: bash"])) + [""]
            + WorkflowText.mapping("env", variables) + [""]
            + WorkflowText.mapping("jobs", jobs + [""] + WorkflowSections.empty("jobs"))
    }

    private var header: [String] {
        [
            "# Made by `relctl ci github` of \(configuration.file): change that, and run it again.",
            "# What stands between `# relctl:begin NAME` and `# relctl:end NAME` is yours, and stays.",
            "name: Release",
        ]
    }

    private var triggers: [String] {
        WorkflowText.mapping("push", WorkflowText.mapping("tags", ["- \(tagPattern.quotedAsJSON)"]))
            + (settings.pullRequests == .none ? [] : ["pull_request:"]) + WorkflowSections.empty("triggers")
    }

    /// One run for each tag, which is never cut off; of a pull request, the last commit's alone.
    private var concurrency: [String] {
        [
            "group: ${{ github.workflow }}-${{ github.ref }}",
            "cancel-in-progress: ${{ github.event_name == 'pull_request' }}",
        ]
    }

    private var variables: [String] {
        let file = configuration.file
        let named = ConfigurationFile.names.contains(file) ? [] : WorkflowText.text("RELCTL_CONFIG", file)
        let own = settings.environment.sorted { $0.key.precedesBytewise($1.key) }
            .flatMap { WorkflowText.text(WorkflowText.value($0.key), $0.value) }
        return [
            "# What relctl is told to release: the tag, or a trial that no tag stands for.",
            "RELEASE: ${{ github.ref_type == 'tag' && github.ref_name || '--snapshot' }}",
        ] + named + own
    }

    // MARK: Jobs

    private var jobs: [String] {
        let all = [plan, build, join] + (settings.attests ? [attest] : []) + (publishes ? [publish, verify] : [])
        return Array((all + settings.jobs.map(custom)).joined(separator: [""]))
    }

    /// The line that says what a job waits for, those of the project's own too.
    func needs(of job: ReleaseJob, _ others: [ReleaseJob]) -> [String] {
        let own = settings.jobs.filter { $0.before == job }.map(\.name)
        let names = others.map(\.rawValue) + own
        return names.isEmpty ? [] : ["needs: [\(names.joined(separator: ", "))]"]
    }

    private func custom(_ job: IntegrationSettings.CustomJob) -> [String] {
        var lines: [String] = []
        if !job.needs.isEmpty { lines.append("needs: [\(job.needs.map(\.rawValue).joined(separator: ", "))]") }
        if job.isForTags { lines.append("if: \(Self.isTag)") }
        lines += WorkflowText.mapping("permissions", of: job.permissions.mapValues(\.rawValue))
        lines += use(job.workflow) + WorkflowText.mapping("with", of: job.inputs)
        lines += WorkflowText.mapping("secrets", job.secrets.map { "\($0): \(PublicationSecrets.expression(for: $0))" })
        return WorkflowText.mapping(job.name, lines)
    }

    /// The line by which an action or a workflow is used.
    func use(_ use: IntegrationSettings.ActionUse) -> [String] {
        ["uses: \(use.reference)" + (use.version.map { " # \($0)" } ?? "")]
    }
}
