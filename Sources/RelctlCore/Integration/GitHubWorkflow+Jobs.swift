/// The jobs of a release, in the order in which they run.
extension GitHubWorkflow {
    static let isTag = "github.ref_type == 'tag'"
    private static let isPullRequest = "github.event_name == 'pull_request'"

    /// Proves the tag, prints the plan and says which builds there are.
    var plan: [String] {
        job(
            ReleaseJob.plan.rawValue,
            ["name: Plan"] + needs(of: .plan, [])
                + WorkflowText.mapping(
                    "outputs",
                    ["tag", "version", "prerelease", "matrix"].map(Self.output)
                ),
            steps: [
                step("Prove the tag", if: Self.isTag, run: [ReleaseCommands.validate]),
                step("Print the plan", run: [ReleaseCommands.plan]),
                step("List the builds", run: [ReleaseCommands.matrix]),
                step("Tell later jobs", id: "release", run: [ReleaseCommands.tell]),
            ]
        )
    }

    /// Hands on to later jobs what a step has said.
    private static func output(_ name: String) -> String { "\(name): ${{ steps.release.outputs.\(name) }}" }

    /// Builds and packs one target.
    var build: [String] {
        let matrix = ["fail-fast: false", "matrix: ${{ fromJSON(needs.plan.outputs.matrix) }}"]
        let plansOnly = settings.pullRequests == .plan ? ["if: github.event_name != 'pull_request'"] : []
        let head =
            ["name: Build (${{ matrix.target }})"] + needs(of: .build, [.plan]) + plansOnly
            + WorkflowText.mapping("strategy", matrix) + WorkflowText.mapping("env", ["TARGET: ${{ matrix.target }}"])
        let built = commands.build.map { [step("Build", run: [$0])] } ?? []
        return job(
            ReleaseJob.build.rawValue,
            head,
            runner: "${{ matrix.runner }}",
            minutes: settings.minutes ?? 120,
            steps: restoredCaches + settings.setup.map(prepare) + built + [pack] + savedCaches + [
                upload("shard-${{ matrix.target }}", "the shard", path: "${{ runner.temp }}/shards", days: 7)
            ]
        )
    }

    /// Secrets as variables of a step that has them for a tag alone.
    private static func ofTags(_ names: Set<String>) -> [String] {
        names.sorted().map { "\($0): ${{ \(isTag) && secrets.\($0) || '' }}" }
    }

    private var pack: [String] {
        // Trials are not signed, and whoever asks for one could read what its builds are given.
        step(
            "Pack",
            environment: Self.ofTags(packagingSecrets),
            run: [
                ReleaseCommands.package, #"mkdir -p "$RUNNER_TEMP/shards""#,
                #"mv dist "$RUNNER_TEMP/shards/$TARGET""#,
            ]
        )
    }

    /// A step of the project's own, for the targets that need it.
    private func prepare(_ step: IntegrationSettings.Step) -> [String] {
        var lines = step.name.map { ["name: \(WorkflowText.value($0))"] } ?? []
        let all = configuration.targets.map(\.triple.text)
        let chosen = ((try? TargetSelection.targets(step.targets, of: configuration.project)) ?? []).map(\.triple.text)
        if chosen.count < all.count {
            let names = ConfigurationValue.list(chosen.map { .text($0) }).text
            lines.append("if: contains(fromJSON('\(names)'), matrix.target)")
        }
        lines += WorkflowText.mapping("env", of: step.environment)
        switch step.work {
        case .run(let script): lines += WorkflowText.text("run", script)
        case .uses(let action, let inputs): lines += use(action) + WorkflowText.mapping("with", of: inputs)
        }
        return WorkflowText.item(lines)
    }

    // A release is built without what others have left: who can write a cache could put something into it.

    private var restoredCaches: [[String]] {
        settings.caches.enumerated().map { index, cache in
            let keys = cache.restoreKeys.joined(separator: "\n")
            return step(
                "Restore what was kept",
                .restoreCache,
                if: Self.isPullRequest,
                id: "cache-\(index)",
                with: inputs(of: cache) + (keys.isEmpty ? [] : WorkflowText.text("restore-keys", keys))
            )
        }
    }

    private var savedCaches: [[String]] {
        settings.caches.enumerated().map { index, cache in
            let isNew = "steps.cache-\(index).outputs.cache-hit != 'true'"
            return step(
                "Keep for the next time",
                .saveCache,
                if: "\(Self.isPullRequest) && \(isNew)",
                with: inputs(of: cache)
            )
        }
    }

    private func inputs(of cache: IntegrationSettings.Cache) -> [String] {
        WorkflowText.text("path", cache.paths.joined(separator: "\n")) + WorkflowText.text("key", cache.key)
    }

    /// Joins what the builds made, and makes what is of all targets.
    var join: [String] {
        return job(
            ReleaseJob.join.rawValue,
            ["name: Join"] + needs(of: .join, [.build])
                + WorkflowText.mapping("outputs", [Self.output("manifest")]),
            minutes: 60,
            steps: [
                // Each shard is a folder of its own in its artifact: where there is but one, no folder would be made for it.
                step(
                    "Fetch the shards",
                    .download,
                    with: ["pattern: shard-*", "path: ${{ runner.temp }}/shards", "merge-multiple: true"]
                ),
                step(
                    "Join them",
                    environment: Self.ofTags(signingSecrets),
                    run: commands.join(#""$RUNNER_TEMP"/shards/*"#)
                ),
                step(
                    "Tell later jobs and people",
                    id: "release",
                    run: [ReleaseCommands.tell, ReleaseCommands.summarize]
                ),
            ] + packing(["dist"], as: "release", "the release", days: 7)
        )
    }

    /// Has GitHub attest what was joined.
    var attest: [String] {
        job(
            ReleaseJob.attest.rawValue,
            ["name: Attest"] + needs(of: .attest, [.join]) + ["if: \(Self.isTag)"],
            permissions: [
                "contents: read", "id-token: write # to sign", "attestations: write # to keep what is signed",
            ],
            needsProject: false,
            steps: unpacking("release", "the release") + [
                step(
                    "Attest",
                    .attest,
                    with: WorkflowText.text("subject-checksums", "dist/" + (configuration.checksums.combined ?? ""))
                )
            ]
        )
    }

    /// Publishes what was joined.
    var publish: [String] {
        let before: [ReleaseJob] = settings.attests ? [.join, .attest] : [.join]
        let writes = secrets.variables.contains { $0.name == PublicationSecrets.token }
        let permissions =
            [writes && !releases.isEmpty ? "contents: write # to make the release" : "contents: read"]
            + (configuration.usesGitHubRegistry ? ["packages: write # to push to ghcr.io"] : [])
        return job(
            ReleaseJob.publish.rawValue,
            ["name: Publish"] + needs(of: .publish, before) + ["if: \(Self.isTag)"] + deployment,
            minutes: 120,
            permissions: permissions,
            steps: unpacking("release", "the release")
                + [step("Publish", environment: variables, run: [ReleaseCommands.publish])]
                + (folders.isEmpty ? [] : packing(folders, as: "published", "what was published", days: 90))
        )
    }

    /// Looks at what is public.
    var verify: [String] {
        let fetch = [
            #"gh release download "$RELEASE" --repo "$GITHUB_REPOSITORY" --dir "$RUNNER_TEMP/public""#,
            #"relctl verify "$RUNNER_TEMP/public""#,
        ]
        let isAlone = secrets.variables.allSatisfy { $0.name == PublicationSecrets.token }
        return job(
            ReleaseJob.verify.rawValue,
            ["name: Verify"] + needs(of: .verify, [.publish]) + (isAlone ? [] : deployment),
            permissions: ["contents: read"] + (configuration.usesGitHubRegistry ? ["packages: read"] : []),
            steps: unpacking("release", "the release")
                + (folders.isEmpty ? [] : unpacking("published", "what was published"))
                + [step("Look at every place", environment: variables, run: [ReleaseCommands.look])]
                + (showsRelease
                    ? [step("Prove the downloads", environment: ["GH_TOKEN: ${{ github.token }}"], run: fetch)] : [])
        )
    }

    /// GitHub's environment, which may be the only one that has the secrets of publications.
    private var deployment: [String] { settings.deployment.map { WorkflowText.text("environment", $0) } ?? [] }

    /// The secrets of publications, as variables of a step.
    private var variables: [String] { secrets.variables.map { "\($0.name): \($0.value)" } }

    /// The folders of the project that are published into.
    private var folders: [String] { configuration.publishedFolders }

    /// Publications to the forge that runs the workflow, if no other is named.
    private var releases: [PublicationSettings] {
        configuration.publications.filter { $0.publisher == GitHubSettings.id && $0.options["api"] == nil }
    }

    /// Whether everybody can see the release that the workflow makes in its own repository.
    private var showsRelease: Bool {
        releases.contains { $0.options["repository"] == nil && $0.options["keepDraft"] != .flag(true) }
    }
}
