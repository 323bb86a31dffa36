/// What would keep continuous integration from making a release, told before it is asked to.
extension ConfigurationChecks: MachineChecks {
    private static let path = IntegrationSettings.path

    mutating func checkIntegration() {
        guard let settings = configuration.integration else { return }
        checkMachines(settings, runners(settings), reserved: IntegrationSettings.reservedVariables)
        for (index, step) in settings.setup.enumerated() { check(step, Self.path.key("setup").index(index)) }
        for job in settings.jobs { check(job, settings) }
        checkGitLabMachines(settings)
        if settings.attests, configuration.checksums.combined == nil {
            let path = Self.path.key("attestations")
            report(
                "`\(path)`: what is attested is the list of all checksums, and `checksums.combined` is off",
                path,
                hints: ["set `checksums.combined` to `\"SHA256SUMS\"`"]
            )
        }
        checkPublications()
    }

    /// The runners that jobs need, each with where it is named.
    private func runners(_ settings: IntegrationSettings) -> [NamedRunner] {
        [(settings.runner, Self.path.key("runner"))]
            + configuration.targets.map { target in
                let path = ConfigurationPath().key("targets").key(target.triple.text)
                return (target.usualRunner, target.runner == nil ? path : path.key("runner"))
            }
    }

    /// What is a machine on GitLab is one that jobs run on.
    private mutating func checkGitLabMachines(_ settings: IntegrationSettings) {
        let known = Set(runners(settings).map(\.label))
        for machine in settings.gitLabMachines where !known.contains(machine.label) {
            let path = Self.path.key("gitlab").key("machines").key(machine.label)
            let nearest = Nearest.to(machine.label, among: known.sorted()).map { ["did you mean `\($0)`?"] }
            report(
                "`\(path)`: no job runs on `\(machine.label)`",
                path,
                hints: nearest ?? ["jobs run on \(known.sorted().joined(separator: ", "))"]
            )
        }
    }

    private mutating func check(_ step: IntegrationSettings.Step, _ path: ConfigurationPath) {
        if case .uses(let use, _) = step.work { checkRelease(of: use, path) }
        do {
            _ = try TargetSelection.targets(step.targets, of: configuration.project)
        } catch {
            let path = path.key("targets")
            let known = error as? RelctlError
            report("`\(path)`: \(known?.message ?? String(describing: error))", path, hints: known?.hints ?? [])
        }
    }

    private mutating func check(_ job: IntegrationSettings.CustomJob, _ settings: IntegrationSettings) {
        let path = Self.path.key("jobs").key(job.name)
        checkRelease(of: job.workflow, path)
        if ReleaseJob(rawValue: job.name.lowercased()) != nil {
            report("`\(path)`: a job of the release is called `\(job.name)`", path)
        }
        if job.after == nil, job.before == nil {
            let hints = ["say where it belongs: `after: \"publish\"`, or `before: \"build\"`"]
            report("`\(path)`: it stands neither before nor after a job", path, hints: hints)
        }
        let order = ReleaseJob.allCases
        for earlier in job.needs {
            guard let before = job.before, let first = order.firstIndex(of: earlier),
                let second = order.firstIndex(of: before), first >= second
            else { continue }
            report("`\(path)`: `\(before.rawValue)` is done when `\(earlier.rawValue)` is", path)
        }
        for earlier in job.told where ![.plan, .join].contains(earlier) {
            let hints = [
                "`needs.plan.outputs` has `tag`, `version`, `prerelease` and `matrix`, and `needs.join.outputs` has `manifest`"
            ]
            report("`\(path)`: `\(earlier.rawValue)` tells nothing to other jobs", path, hints: hints)
        }
        if [job.after, job.before].contains(.attest), !settings.attests {
            report("`\(path)`: there is no job `attest` without `\(Self.path.key("attestations"))`", path)
        }
        for place in [job.after, job.before].compactMap(\.self)
        where [ReleaseJob.publish, .verify].contains(place) && configuration.publications.isEmpty {
            report("`\(path)`: there is no job `\(place.rawValue)` without `publish`", path)
        }
        // GitHub skips what waits for a job that was skipped.
        if job.isForTags, let before = job.before, settings.pullRequests.jobs.contains(before) {
            let lesser = before == .plan ? IntegrationSettings.PullRequests.none : .plan
            report(
                "`\(path)`: it runs for tags alone, and `\(before.rawValue)` of pull requests would wait for it",
                path,
                hints: [
                    "have it run without `secrets` and `permissions` to write, or set "
                        + "`\(Self.path.key("pullRequests"))` to `\(lesser.rawValue.quotedAsJSON)`"
                ]
            )
        }
        for (scope, access) in job.permissions where scope == "id-token" && access == .read {
            let path = path.key("permissions").key(scope)
            report("`\(path)`: a token of an identity is made or not: `\"write\"` or `\"none\"`", path)
        }
    }

    /// Secrets have names that GitHub takes, and folders that are published into can be handed on.
    private mutating func checkPublications() {
        for (index, chart) in configuration.charts.enumerated() {
            guard let name = chart.signing?.passphrase, !PublicationSecrets.canBeNamed(name) else { continue }
            let path = ConfigurationPath().key("charts").index(index).key("sign").key("passphrase")
            report("`\(path)`: GitHub takes no secret named `\(name)`, which `ci` would need", path)
        }
        let passphrases = Set(configuration.charts.compactMap(\.signing?.passphrase))
        for name in configuration.packagingSecretNames(extensions).subtracting(passphrases).sorted()
        where !PublicationSecrets.canBeNamed(name) {
            let path = ConfigurationPath().key("archive")
            report("`\(path)`: GitHub takes no secret named `\(name)`, which a packager reads in `ci`", path)
        }
        for (index, signature) in configuration.signing.enumerated() {
            let path = ConfigurationPath().key("signing").index(index)
            let names = (try? extensions.signers.connector(signature.signer))?.secretNames(signature.options)
            for name in names ?? [] where !PublicationSecrets.canBeNamed(name) {
                report("`\(path)`: GitHub takes no secret named `\(name)`, which `ci` would need", path)
            }
        }
        for (index, publication) in configuration.publications.enumerated() {
            let path = ConfigurationPath().key("publish").index(index)
            let names = (try? extensions.publishers.connector(publication.publisher))?.secretNames(publication.options)
            for name in names ?? [] where !PublicationSecrets.canBeNamed(name) {
                report("`\(path)`: GitHub takes no secret named `\(name)`, which `ci` would need", path)
            }
            guard publication.publisher == DirectoryPublisher.id, PublishedArtifact(publication) == .nameless else {
                continue
            }
            report(
                "`\(path.key("path"))`: a workflow cannot keep a folder that has no name until the release is known",
                path.key("path"),
                hints: ["put it into another: `path: \"out/{{tag}}\"`"]
            )
        }
    }
}
