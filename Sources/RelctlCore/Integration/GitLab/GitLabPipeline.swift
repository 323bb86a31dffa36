/// The pipeline by which GitLab CI/CD makes a project's releases (https://docs.gitlab.com/ci/yaml).
///
/// It stands in a file of its own, which the project's pipeline includes: so all of its jobs are called `release-…`, and
/// it says nothing that would be so for others. Stages keep the jobs in order, for a job may name fifty others at most
/// that it needs, and what a project has put before them is awaited too.
struct GitLabPipeline: Sendable {
    let configuration: Configuration
    /// The configuration's file, as the machines find it.
    let file: String
    let settings: IntegrationSettings
    /// What its jobs run.
    let commands: ReleaseCommands
    /// What is downloaded.
    let downloads: [IntegrationSettings.Download]
    private let secrets: Secrets
    private let tagPattern: String

    /// The variables of the project that hold secrets, sorted.
    private struct Secrets: Sendable {
        var needed: [String]
        /// Those that packing reads.
        var packing: [String]
        /// Those that take the place of the job's own token.
        var possible: [String]
    }

    /// Those with GitLab's own, in order: they are the project's where it names none, and jobs without a stage are in
    /// `test`.
    private static let allStages =
        IntegrationService.gitLabStages.flatMap { stage in
            stage == ReleaseJob.build.rawValue ? [stage, "test"] : [stage]
        } + ["deploy"]

    /// Describes the pipeline of a project.
    ///
    /// - Throws: ``RelctlError`` if there is nothing to build, if it is not said how machines get relctl, for tags of no
    ///   form, or for what GitLab cannot do.
    init(_ configuration: Configuration, file: String, _ extensions: Extensions) throws {
        try TargetSelection.requireTargets(of: configuration.project)
        self.configuration = configuration
        self.file = file
        settings = try .installing(configuration.integration, file: file, for: .gitlab)
        let problems = GitLabChecks(configuration: configuration, settings: settings).problems
        guard problems.isEmpty else {
            throw ConfigurationFile.invalid("`\(file)` for GitLab", problems)
        }
        if case .download(_, let all)? = settings.installation { downloads = all } else { downloads = [] }
        commands = ReleaseCommands(configuration: configuration)
        let names = Set(PublicationSecrets(configuration, extensions).variables.map(\.name))
        var (possible, elsewhere) = (Set<String>(), Set<String>())
        for publication in configuration.publications {
            let connector = try? extensions.publishers.connector(publication.publisher)
            guard let names = connector?.secretNames(publication.options),
                names.contains(GitLabSettings.jobTokenName)
            else { continue }
            // The job's token is of the project that it runs for.
            if GitLabSettings.isElsewhere(publication.options, repository: configuration.repository) {
                elsewhere.formUnion(names)
            } else {
                possible.formUnion(names)
            }
        }
        elsewhere.remove(GitLabSettings.jobTokenName)
        possible.remove(GitLabSettings.jobTokenName)
        let sorted = { (names: Set<String>) in names.sortedBytewise() }
        secrets = Secrets(
            needed: sorted(names.subtracting(possible).union(elsewhere).subtracting([GitLabSettings.jobTokenName])),
            packing: sorted(configuration.packagingSecretNames(extensions)),
            possible: sorted(possible.subtracting(elsewhere))
        )
        tagPattern = Self.pattern(of: try TagTemplate(of: configuration.project))
    }

    /// A regular expression of RE2 for tags of the project's form, between slashes.
    private static func pattern(of tag: TagTemplate) -> String {
        func escaped(_ text: String) -> String {
            text.map { #"\.+*?()|[]{}^$/"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
        }
        let version = #"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"#
        return "/^\(escaped(tag.prefix))\(version)\(escaped(tag.suffix))$/"
    }

    /// Whether any place is published to.
    var publishes: Bool { !configuration.publications.isEmpty }

    /// The file's lines, with empty sections.
    var lines: [String] {
        let jobs = [plan] + builds + [join] + (publishes ? [publish, verify] : [])
        return header
            + ["", "stages: [\(Self.allStages.joined(separator: ", "))]", ""]
            + WorkflowText.mapping(Self.base, common) + [""] + jobs.joined(separator: [""])
            + [""] + WorkflowSections.empty("jobs")
    }

    private var header: [String] {
        let scope = settings.deployment.map { ", of the environment \($0)" } ?? ""
        let told = [
            ("Variables of the project for packing, masked and protected", secrets.packing),
            ("Variables of the project for publishing, masked and protected\(scope)", secrets.needed),
            ("In place of the job's own token, if there is one\(scope)", secrets.possible),
        ]
        .filter { !$0.1.isEmpty }.map { "# \($0.0): \($0.1.joined(separator: ", "))." }
        return [
            "# Made by `\(IntegrationService.gitlab.command)` of \(file): change that, and run it again.",
            "# What stands between `# relctl:begin NAME` and `# relctl:end NAME` is yours, and stays.",
        ] + (told.isEmpty ? [] : ["#"] + told)
    }

    // MARK: What all jobs have

    /// What jobs are made of.
    static let base = ".release"
    /// The name of the script that every job begins with.
    static let beginning = "begin"

    private var common: [String] {
        [
            "interruptible: true", "timeout: 30 minutes",
            "# Nothing of the project's other jobs.",
            "inherit: { default: false }", "dependencies: []",
        ] + WorkflowText.mapping("variables", variables)
            + rules(trials: settings.pullRequests != .none)
            + WorkflowText.mapping("before_script", WorkflowText.item(text: script, anchor: Self.beginning))
    }

    private var variables: [String] {
        let isUsual = ConfigurationFile.names.contains(file)
        let own = settings.environment.sortedBytewise(by: \.key)
        return [
            "# The whole history, for tags and notes come of it, and nothing that an earlier job has left.",
            "GIT_STRATEGY: clone", #"GIT_DEPTH: "0""#,
        ] + (settings.hasSubmodules ? ["GIT_SUBMODULE_STRATEGY: recursive"] : [])
            + (isUsual ? [] : Self.variable("RELCTL_CONFIG", file))
            + own.flatMap { Self.variable($0.key, $0.value) }
    }

    /// A variable whose text is meant as it stands.
    static func variable(_ name: String, _ value: String) -> [String] {
        guard value.contains("$") else { return WorkflowText.text(name, value) }
        return WorkflowText.mapping(name, WorkflowText.text("value", value) + ["expand: false"])
    }

    /// The variables that jobs set themselves.
    static let reservedVariables = [
        "GIT_STRATEGY", "GIT_DEPTH", "GIT_SUBMODULE_STRATEGY", "RELEASE_TAG", "RELEASE_VERSION", "RELEASE_PRERELEASE",
        GitLabCache.policy,
    ]

    /// For tags of the project's form, and for merge requests where they are tried.
    ///
    /// - Parameters:
    ///   - trials: Whether merge requests count.
    ///   - isCached: Whether caches are told to whom they are open.
    /// - Returns: The lines.
    func rules(trials: Bool, isCached: Bool = false) -> [String] {
        // A release leaves what it kept, and takes nothing: who can write a cache could put something into it.
        func policy(_ value: String) -> [String] {
            isCached ? WorkflowText.mapping("variables", ["\(GitLabCache.policy): \(value)"]) : []
        }
        let tag = WorkflowText.item(["if: \("$CI_COMMIT_TAG =~ \(tagPattern)".quotedAsJSON)"] + policy("push"))
        let trial = WorkflowText.item(
            [#"if: $CI_PIPELINE_SOURCE == "merge_request_event""#] + policy("pull-push")
        )
        return WorkflowText.mapping("rules", tag + (trials ? trial : []))
    }

    /// Says what is released, and gets relctl.
    ///
    /// Names that others choose reach scripts through the environment alone.
    private var script: String {
        let script = DownloadScript(
            downloads: downloads,
            platform: "$(uname -s)-$(uname -m)",
            pattern: \.unamePattern,
            error: ""
        )
        let lines =
            [
                "# The tag, or a trial that no tag stands for.",
                #"export RELEASE="${CI_COMMIT_TAG:---snapshot}""#,
                "work=$(mktemp -d)",
                #"trap 'rm -rf "$work"' EXIT"#,
            ] + script.choice + ["("] + WorkflowText.indented(script.unpacking(into: "$work/relctl")) + [
                ")", #"export PATH="$work/relctl/bin:$PATH""#, "relctl version",
            ]
        return lines.map { $0 + "\n" }.joined()
    }
}
