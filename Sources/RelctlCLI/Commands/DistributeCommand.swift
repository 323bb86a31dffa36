import RelctlCore

/// `relctl distribute [TAG]`.
enum DistributeCommand: Command {
    struct Options: Sendable, Equatable {
        var tag: String?
        var isDryRun = false
        var isCheck = false
    }

    static let name = "distribute"
    static let summary = "Write what package managers take the release by, dist/distribution"
    static let discussion = """
        A folder for each distribution target of the configuration: Homebrew's formula in the form of a tap, Scoop's \
        manifest in that of a bucket, and what else this relctl knows. All of it is made of dist/manifest.json; the \
        artifacts are proven to be what it says. Other files in dist/distribution are removed.

        Nothing is downloaded or sent, and no package manager is needed.
        """
    static let examples = [
        Example("relctl distribute", "Write dist/distribution/homebrew/Formula/NAME.rb and the like"),
        Example("relctl distribute v1.2.0 --check", "Exit with 2 if a file is missing or not up to date"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [.dryRun(\.isDryRun), .check(\.isCheck)]
    static let positionals: [PositionalSpec<Options>] = [.recordedTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (layout, folder) = (project.layout, project.layout.dist)
        guard !project.configuration.distribution.isEmpty else {
            throw RelctlError(
                "cannot distribute: `\(project.configuration.file)` has no `distribution`",
                code: .configurationInvalid,
                hints: ["add one, such as `distribution: [{ with: \"homebrew\" }]`"]
            )
        }
        let manifest = try project.record(of: options.tag, to: "distribute")
        let planner = DistributionPlanner(targets: project.extensions.distributionTargets)
        let plan = try planner.plan(manifest, project.configuration)
        session.warn(of: plan.findings)
        let executor = DistributionExecutor(project.effects)
        try await executor.prove(manifest, in: folder)
        let isWritten = !options.isDryRun && !options.isCheck
        let changed =
            isWritten
            ? try await layout.exclusively(for: manifest.release, project.effects) { effects in
                try DistributionExecutor(effects).execute(plan, in: folder)
            } : try executor.outdated(plan, in: folder)
        let outcome = Outcome(plan, changed)
        try session.render(outcome) { _ in outcome.files.map { $0.line(isWritten: isWritten) } }
        return options.isCheck && !changed.isEmpty ? .problemsFound : .done
    }

    /// What `--json` gives.
    private struct Outcome: Encodable {
        var files: [WrittenFile]
        var findings: [Finding]

        init(_ plan: DistributionPlan, _ changed: [RelativePath]) {
            findings = plan.findings
            let planned = plan.files.map(\.path)
            files = (planned + changed.filter { !planned.contains($0) }).map { path in
                WrittenFile(
                    path: "\(ReleaseLayout.distName)/\(ReleaseFolder.distributionName)/\(path)",
                    changed: changed.contains(path)
                )
            }
        }
    }
}
