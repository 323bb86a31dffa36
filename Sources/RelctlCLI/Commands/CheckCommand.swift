import RelctlCore

/// `relctl check`.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Check the configuration, and the tools and permissions that a release needs"
    static let discussion = """
        Reads the configuration, plans a release without making it, looks for every program that it would run, and asks \
        whether its results can be written. Everything that is wrong is told in one pass; no tag need exist. Files that \
        archives or images take and that git ignores may be missing: the build must make them, which is a warning. So is a \
        `runner` that GitHub does not lend any more.
        """
    static let examples = [Example("relctl check", "Exit with 0 if a release could be made")]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]

    static func run(_ options: NoOptions, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        var request = ReleaseRequest(isSnapshot: true, skipped: [.validate])
        request.isQuestion = true
        var findings: [Finding]
        do {
            let observation = try await project.observe(request, judges: true)
            let preflight = ReleasePreflight(extensions: project.extensions, effects: project.effects)
            findings = try await preflight.report(observation, request).findings
            findings += preflight.manifestFindings(observation)
        } catch let error as RelctlError {
            // What a release cannot even be looked at for is one finding among those that `check` is for.
            findings = ReleasePreflight(extensions: project.extensions, effects: project.effects)
                .findings(instead: error, project.configuration, project.layout)
            findings += try project.observer.manifestDisagreements()
        }
        findings += project.configuration.integrationFindings
        return try session.conclude(findings, findings) { style in
            findings.contains { $0.severity == .error }
                ? []
                : [style.text("\(TerminalText.escaped(project.configuration.file)) is fine", .green)]
        }
    }
}
