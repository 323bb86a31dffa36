/// The workflow by which GitHub Actions makes a project's releases
/// (https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax).
///
/// The jobs hand one another what relctl makes: a plan says which builds there are, each build leaves a shard, the shards
/// are joined to what one machine would have made, and that is published and looked at once more.
struct GitHubWorkflow: GeneratedWorkflow {
    let configuration: Configuration
    /// The configuration's file, as the machines find it.
    let file: String
    let settings: IntegrationSettings
    let secrets: PublicationSecrets
    /// The variables that packing reads secrets from.
    let packagingSecrets: Set<String>
    /// The variables that signing the list of all checksums reads secrets from.
    let signingSecrets: Set<String>
    private let tagPattern: String

    /// Describes the workflow of a project.
    ///
    /// - Throws: ``RelctlError`` if there is nothing to build, if it is not said how machines get relctl, or for tags of
    ///   no form.
    init(_ configuration: Configuration, file: String, _ extensions: Extensions) throws {
        try TargetSelection.requireTargets(of: configuration.project)
        self.configuration = configuration
        self.file = file
        settings = try .installing(configuration.integration, file: file, for: .github)
        secrets = PublicationSecrets(configuration, extensions)
        packagingSecrets = configuration.packagingSecretNames(extensions)
        signingSecrets = configuration.signingSecretNames(extensions)
        tagPattern = Self.pattern(of: try TagTemplate(of: configuration.project))
    }

    /// A pattern of GitHub's for tags of the project's form, whose versions begin with three numbers.
    private static func pattern(of tag: TagTemplate) -> String {
        func escaped(_ text: String) -> String {
            text.map { "*?+[]!\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        }
        return escaped(tag.prefix) + "[0-9]+.[0-9]+.[0-9]+*" + escaped(tag.suffix)
    }

    /// The whole history: tags and notes come of it.
    var checkoutInputs: [String] {
        ["fetch-depth: 0", "persist-credentials: false"] + (settings.hasSubmodules ? ["submodules: recursive"] : [])
    }

    /// What its jobs run.
    var commands: ReleaseCommands { ReleaseCommands(configuration: configuration) }

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
            "# Made by `relctl ci github` of \(file): change that, and run it again.",
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
        let isUsual = ConfigurationFile.names.contains(file)
        return [
            "# What relctl is told to release: the tag, or a trial that no tag stands for.",
            "RELEASE: ${{ github.ref_type == 'tag' && github.ref_name || '--snapshot' }}",
        ] + ownVariables(configuration: isUsual ? nil : file)
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
}
