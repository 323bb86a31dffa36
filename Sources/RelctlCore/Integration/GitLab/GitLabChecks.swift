/// What a configuration says that GitLab cannot do, each where it is said.
struct GitLabChecks: Sendable {
    let configuration: Configuration
    let settings: IntegrationSettings

    private let path = IntegrationSettings.path

    init(configuration: Configuration, settings: IntegrationSettings) {
        (self.configuration, self.settings) = (configuration, settings)
    }

    /// What a pipeline could not be right without.
    var problems: [RelctlError] { installation + steps + variables + expressions + deployment + machines }

    private var installation: [RelctlError] {
        guard case .action(let use)? = settings.installation else { return [] }
        let key = path.key("relctl").key("action")
        return [
            .configuration(
                "`\(key)`: GitLab has no actions",
                use.place,
                key,
                hints: ["name a version and its digests: `relctl: { version: …, downloads: … }`"]
            )
        ]
    }

    private var steps: [RelctlError] {
        settings.setup.enumerated().compactMap { index, step in
            guard case .uses = step.work else { return nil }
            let key = path.key("setup").index(index).key("uses")
            return .configuration(
                "`\(key)`: GitLab has no actions",
                step.place,
                key,
                hints: ["say by `run` what it does, or name an image: `\(path.key("gitlab").key("machines"))`"]
            )
        }
    }

    private var variables: [RelctlError] {
        GitLabPipeline.reservedVariables.compactMap { name in
            guard settings.environment[name] != nil else { return nil }
            let key = path.key("environment").key(name)
            return .configuration("`\(key)`: the pipeline sets `\(name)` itself", settings.place, key)
        }
    }

    /// Nothing is filled in by GitHub.
    private var expressions: [RelctlError] {
        func found(_ environment: [String: String], _ path: ConfigurationPath, _ place: SourcePlace) -> [RelctlError] {
            environment.filter { $0.value.contains("${{") }.keys.sortedBytewise().map { name in
                let key = path.key(name)
                return .configuration(
                    "`\(key)`: GitLab has no expressions `${{ … }}`",
                    place,
                    key,
                    hints: ["set a variable of the project's on GitLab instead, which every job has"]
                )
            }
        }
        return found(settings.environment, path.key("environment"), settings.place)
            + settings.setup.enumerated().flatMap { index, step in
                found(step.environment, path.key("setup").index(index).key("environment"), step.place)
            }
    }

    /// What GitLab would refuse as an environment's name, or fill something in to
    /// (https://docs.gitlab.com/ci/yaml/#environmentname).
    private var deployment: [RelctlError] {
        guard let name = settings.deployment,
            name.wholeMatch(of: /[A-Za-z0-9_\/{}. \-]+/) == nil || name.hasPrefix("/") || name.hasSuffix("/")
        else { return [] }
        let key = path.key("deployment")
        return [
            .configuration(
                "`\(key)`: GitLab has no environment named `\(name)`",
                settings.place,
                key,
                hints: ["it takes letters, digits, spaces and `_/{}.-`, and no `/` at either end"]
            )
        ]
    }

    /// Every machine is there, and relctl for it.
    private var machines: [RelctlError] {
        let targets = configuration.targets.map { target in
            (target.usualRunner, ConfigurationPath().key("targets").key(target.triple.text).key("runner"), target.place)
        }
        var told: Set<String> = []
        return ([(settings.runner, path.key("runner"), settings.place)] + targets).compactMap { label, key, place in
            guard told.insert(label).inserted else { return nil }
            guard let machine = GitLabMachine(label, settings) else {
                let hint =
                    "name runners with bash by their tags: `ci: { gitlab: { machines: { \(label.quotedAsJSON): "
                    + "{ tags: [\"windows-bash\"] } } } }`, or build elsewhere by another `runner`"
                return .configuration(
                    "`\(key)`: what GitLab lends for `\(label)` has no shell but PowerShell",
                    place,
                    key,
                    hints: [hint]
                )
            }
            guard case .download(_, let downloads)? = settings.installation, let platform = machine.platform,
                !downloads.contains(where: { RunnerPlatform($0.triple) == platform })
            else { return nil }
            let downloadsPath = path.key("relctl").key("downloads")
            return .configuration(
                "`\(downloadsPath)`: there is no relctl for \(platform), which GitLab has for the runner `\(label)` of `\(key)`",
                place,
                key,
                hints: ["add it to `\(downloadsPath)`, or say what the machine is: `ci: { gitlab: { machines: … } }`"]
            )
        }
    }

    /// What is left out, for a pipeline is right without it.
    var findings: [Finding] { jobs + attestations + caches + scripts }

    private var jobs: [Finding] {
        settings.jobs.map { job in
            let stage = job.after ?? job.before
            return finding(
                "`\(path.key("jobs").key(job.name))`: left out, for GitLab has no workflows of GitHub's",
                "job.left-out",
                job.place,
                "write its like into the section `jobs`"
                    + (stage.map { ", with `stage: \($0 == .attest ? "join" : $0.rawValue)`" } ?? "")
            )
        }
    }

    private var attestations: [Finding] {
        guard settings.attests else { return [] }
        return [
            finding(
                "`\(path.key("attestations"))`: left out, for it is GitHub that attests",
                "attestations.left-out",
                settings.place,
                nil
            )
        ]
    }

    private var caches: [Finding] {
        settings.caches.enumerated().flatMap { index, cache in
            let key = path.key("caches").index(index)
            func leftOut(_ message: String, _ hint: String? = nil) -> Finding {
                finding(message, "cache.left-out", cache.place, hint)
            }
            guard index < GitLabCache.limit else {
                return [leftOut("`\(key)`: left out, for GitLab takes \(GitLabCache.limit)")]
            }
            let outside = cache.paths.filter { !GitLabCache.isOfProject($0) }.map { path in
                leftOut("`\(key.key("paths"))`: `\(path)` is left out, for GitLab keeps nothing outside the project")
            }
            guard GitLabCache(cache) != nil || outside.count == cache.paths.count else {
                let hint =
                    "letters, digits and dashes, and at the end `${{ hashFiles('FILE') }}` of two files at most"
                return outside
                    + [leftOut("`\(key.key("key"))`: left out, for GitLab has no key `\(cache.key)`", hint)]
            }
            guard outside.count < cache.paths.count, !cache.restoreKeys.isEmpty else { return outside }
            let starts = "`\(key.key("restoreKeys"))`: left out, for GitLab takes a cache by its whole key alone"
            return outside + [leftOut(starts)]
        }
    }

    /// Files that GitHub reads, and GitLab does not set.
    private var scripts: [Finding] {
        settings.setup.enumerated().compactMap { index, step in
            guard case .run(let script) = step.work, let name = script.firstMatch(of: /\b(?:GITHUB|RUNNER)_[A-Z_]+/)
            else { return nil }
            return finding(
                "`\(path.key("setup").index(index).key("run"))`: GitLab sets no `\(name.output)`",
                "variable.unknown",
                step.place,
                "for GitLab, write it into the section `build.setup`, such as `export PATH=…`"
            )
        }
    }

    private func finding(_ message: String, _ code: String, _ place: SourcePlace, _ hint: String?) -> Finding {
        Finding(message, code: code, severity: .warning, place: place, hints: hint.map { [$0] } ?? [])
    }
}
