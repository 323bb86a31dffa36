/// The jobs of a release, in the order in which they run.
extension GitLabPipeline {
    /// What the jobs that build are made of.
    private static let building = base + "-build"

    /// What a job of the pipeline is called.
    private static func name(_ job: ReleaseJob) -> String { "release-\(job.rawValue)" }
    private static func name(building target: TargetSettings) -> String { "\(name(.build))-\(target.triple)" }

    /// A job after the script that all begin with, and the section of its own.
    ///
    /// - Parameters:
    ///   - job: Which it is.
    ///   - name: What it is called, unless that goes without saying.
    ///   - head: What it has beside that.
    ///   - preparation: Items that follow on the section.
    ///   - script: Its commands.
    /// - Returns: The lines.
    private func job(
        _ job: ReleaseJob,
        named name: String? = nil,
        _ head: [String],
        preparation: [String] = [],
        script: [String]
    ) -> [String] {
        let before = ["- *\(Self.beginning)"] + WorkflowSections.empty("\(job.rawValue).setup") + preparation
        var lines = ["extends: \(Self.base)", "stage: \(job.rawValue)"] + head
        lines += WorkflowText.mapping("before_script", before)
        lines += WorkflowText.mapping("script", script.map { "- " + $0 })
        return WorkflowText.mapping(name ?? Self.name(job), lines)
    }

    /// The machine for what is not a build; the checks let none pass that is not there.
    private var machine: [String] { GitLabMachine(settings.runner, settings)?.lines ?? [] }

    /// What a job hands on, without what is of the job alone, and for how long.
    private func artifacts(_ paths: [String], except: String? = nil, days: Int) -> [String] {
        let exclusion = except.map { ["exclude: \(WorkflowText.list([$0]))"] } ?? []
        return WorkflowText.mapping(
            "artifacts",
            ["paths: \(WorkflowText.list(paths))"] + exclusion + ["expire_in: \(days) days"]
        )
    }

    /// Proves the tag, prints the plan and says what is released.
    var plan: [String] {
        let report = WorkflowText.mapping("reports", ["dotenv: dist/release.env"])
        return job(
            .plan,
            machine + WorkflowText.mapping("artifacts", report + ["expire_in: 7 days"]),
            script: [
                #"if [ -n "${CI_COMMIT_TAG-}" ]; then \#(ReleaseCommands.validate); fi"#,
                ReleaseCommands.plan,
                ReleaseCommands.matrix,
                "\(ReleaseCommands.tell) --dotenv dist/release.env",
            ]
        )
    }

    /// Builds and packs each target.
    var builds: [[String]] {
        let caches = settings.caches.compactMap { GitLabCache($0) }.prefix(GitLabCache.limit)
        let isTried = settings.pullRequests == .build
        let isPlain = caches.isEmpty && isTried == (settings.pullRequests != .none)
        var head = ["timeout: \(settings.minutes ?? 120) minutes"]
        if !isPlain { head += rules(trials: isTried, isCached: !caches.isEmpty) }
        head += WorkflowText.mapping("cache", caches.flatMap(\.lines))
        // Each in a folder of its own: all are brought to the job that joins them.
        head += artifacts(["dist/shards/"], except: "dist/shards/*/.work/**/*", days: 7)
        let common = job(
            .build,
            named: Self.building,
            head,
            preparation: settings.setup.flatMap { WorkflowText.item(text: prepare($0)) },
            script: (commands.build.map { [$0] } ?? []) + [
                ReleaseCommands.package,
                #"mkdir "$work/shards""#, #"mv dist "$work/shards/$TARGET""#,
                "mkdir dist", #"mv "$work/shards" dist/shards"#,
            ]
        )
        return [common] + configuration.targets.map(build)
    }

    private func build(_ target: TargetSettings) -> [String] {
        let machine = GitLabMachine(target.usualRunner, settings)?.lines ?? []
        return WorkflowText.mapping(
            Self.name(building: target),
            ["extends: \(Self.building)"] + machine + WorkflowText.mapping("variables", ["TARGET: \(target.triple)"])
        )
    }

    /// A step of the project's own as a program of its own, for the targets that need it.
    private func prepare(_ step: IntegrationSettings.Step) -> String {
        guard case .run(let script) = step.work else { return "" }
        let variables = step.environment.sortedBytewise(by: \.key)
            .map { "\($0.key)=\(ShellWord.quoted($0.value)) " }.joined()
        let title = step.name.map { "echo \(ShellWord.quoted($0))\n" } ?? ""
        let text = "\(title)\(variables)bash -eo pipefail -c \(ShellWord.quoted(script))"
        let chosen = ((try? TargetSelection.targets(step.targets, of: configuration.project)) ?? []).map(\.triple.text)
        guard chosen.count < configuration.targets.count else { return text }
        return "case \"$TARGET\" in\n\(chosen.joined(separator: " | ")))\n\(text)\n;;\nesac"
    }

    /// Joins what the builds made, and makes what is of all targets.
    var join: [String] {
        let isTried = settings.pullRequests == .build
        var head = machine + ["timeout: 60 minutes"]
        if isTried != (settings.pullRequests != .none) { head += rules(trials: isTried) }
        head += WorkflowText.mapping("dependencies", configuration.targets.map { "- \(Self.name(building: $0))" })
        head += artifacts(["dist/"], except: "dist/.work/**/*", days: 7)
        return job(
            .join,
            head,
            script: [#"mv dist/shards "$work/shards""#] + commands.join(#""$work"/shards/*"#)
                + [ReleaseCommands.summarize]
        )
    }

    /// Publishes what was joined, of one tag by one job at a time, which is never cut off.
    var publish: [String] {
        var head = machine
        head += ["interruptible: false", "timeout: 120 minutes", "resource_group: release-$CI_COMMIT_REF_SLUG"]
        head += deployment("start") + rules(trials: false) + dependencies([.join])
        let folders = configuration.publishedFolders
        if !folders.isEmpty { head += artifacts(folders, days: 90) }
        return job(.publish, head, script: [ReleaseCommands.publish])
    }

    /// Looks at what is public.
    var verify: [String] {
        let head = machine + deployment("verify") + rules(trials: false) + dependencies([.join, .publish])
        return job(.verify, head, script: [ReleaseCommands.look])
    }

    private func dependencies(_ jobs: [ReleaseJob]) -> [String] {
        ["dependencies: [\(jobs.map { Self.name($0) }.joined(separator: ", "))]"]
    }

    /// The environment, which may be the only one that has the secrets of publications.
    private func deployment(_ action: String) -> [String] {
        let name = settings.deployment.map { WorkflowText.text("name", $0) + ["action: \(action)"] }
        return WorkflowText.mapping("environment", name ?? [])
    }
}
