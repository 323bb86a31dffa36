/// What would keep the machines of a workflow from running it, whether it releases a project or a workspace.
package protocol MachineChecks {
    /// Notes a problem of the key at a path.
    mutating func report(_ message: String, _ path: ConfigurationPath, hints: [String])
}

/// A machine that a workflow needs, by its label, and where that is named.
package typealias NamedRunner = (label: String, path: ConfigurationPath)

extension IntegrationSettings {
    /// The key that has them.
    package static let path = ConfigurationPath().key("ci")
}

extension MachineChecks {
    private var path: ConfigurationPath { IntegrationSettings.path }

    /// Checks that there are such machines, that each gets relctl, and that no variable is one of the workflow's own.
    package mutating func checkMachines(_ settings: IntegrationSettings, _ runners: [NamedRunner], reserved: [String]) {
        checkRunners(runners, settings)
        if case .download(_, let downloads)? = settings.installation { checkDownloads(downloads, runners, settings) }
        if case .action(let use)? = settings.installation { checkRelease(of: use, path.key("relctl")) }
        for name in reserved where settings.environment[name] != nil {
            let path = path.key("environment").key(name)
            report("`\(path)`: the workflow sets `\(name)` itself", path, hints: [])
        }
    }

    private mutating func checkRunners(_ runners: [NamedRunner], _ settings: IntegrationSettings) {
        let own = path.key("runners")
        for (label, path) in runners
        where HostedRunner(label) == nil && !settings.ownRunners.contains(label) {
            let nearest = Nearest.to(label, among: settings.ownRunners).map { ["did you mean `\($0)`?"] } ?? []
            report(
                "`\(path)`: `\(label)` is neither a machine of GitHub's nor one of `\(own)`",
                path,
                hints: nearest + ["if it is your own, name it: `ci: { runners: [\(label.quotedAsJSON)] }`"]
            )
        }
    }

    /// There is one relctl for each platform that jobs run on.
    private mutating func checkDownloads(
        _ downloads: [IntegrationSettings.Download],
        _ runners: [NamedRunner],
        _ settings: IntegrationSettings
    ) {
        let path = path.key("relctl").key("downloads")
        var known: [RunnerPlatform: TargetTriple] = [:]
        for download in downloads {
            let path = path.key(download.triple.text)
            guard let platform = RunnerPlatform(download.triple) else {
                report("`\(path)`: no runner is of the platform `\(download.triple)`", path, hints: [])
                continue
            }
            if let first = known[platform] {
                report("`\(path)`: `\(first)` is for \(platform) already", path, hints: [])
            } else {
                known[platform] = download.triple
            }
        }
        var told: Set<RunnerPlatform> = []
        for (label, user) in runners where !settings.ownRunners.contains(label) {
            guard let platform = HostedRunner(label)?.platform, known[platform] == nil, told.insert(platform).inserted
            else { continue }
            report(
                "`\(path)`: there is no relctl for \(platform), the platform of the runner `\(label)` of `\(user)`",
                user,
                hints: ["add it to `\(path)`, or name another `runner`"]
            )
        }
    }

    /// What is pinned by its commit says which version that is, or nobody could tell a newer one.
    package mutating func checkRelease(of use: IntegrationSettings.ActionUse, _ path: ConfigurationPath) {
        guard !use.isOfProject, use.version == nil else { return }
        report(
            "`\(path)`: `\(use.reference)` does not say which version its commit is",
            path,
            hints: ["say it, such as `release: \"v6.0.0\"`"]
        )
    }
}

extension IntegrationSettings.ActionUse {
    /// Whether it is part of the project, at the very commit that runs or in what is checked out, and needs no commit.
    package var isOfProject: Bool { reference.hasPrefix("$/") || reference.hasPrefix("./") }
}
