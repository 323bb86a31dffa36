extension Configuration {
    /// The machines that GitHub does not lend any more, each where it is named, with what took its place, and what would
    /// put a cache into a release.
    package var integrationFindings: [Finding] {
        targets.compactMap { target in
            HostedRunner.finding(
                target.runner,
                "targets.\(target.triple.text).runner",
                target.place,
                own: integration?.ownRunners
            )
        } + (integration?.integrationFindings ?? [])
    }
}

extension IntegrationPlanner.Subject {
    /// A project, by its configuration and the name by which the workflow's machines find that file.
    package static func project(_ configuration: Configuration, file: String, _ extensions: Extensions) -> Self {
        Self(file: file, settings: configuration.integration) { service in
            service.command
        } lines: { service in
            switch service {
            case .github: try GitHubWorkflow(configuration, file: file, extensions).lines
            case .gitlab: try GitLabPipeline(configuration, file: file, extensions).lines
            }
        } findings: { service in
            switch service {
            case .github: configuration.integrationFindings
            case .gitlab:
                configuration.integration
                    .map { GitLabChecks(configuration: configuration, settings: $0).findings } ?? []
            }
        }
    }
}
