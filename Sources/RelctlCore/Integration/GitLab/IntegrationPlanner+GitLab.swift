/// The project's own pipeline, which includes the one that releases.
extension IntegrationPlanner {
    /// Where GitLab looks for a project's pipeline.
    package static let pipelineFile = ".gitlab-ci.yml"

    /// Where the one that releases lies if nothing else is said.
    package static let usualPipeline = ".gitlab/release.yml"

    /// A pipeline of nothing else, for a project that has none.
    static func pipelineText(_ request: Request) -> [String] {
        let include = WorkflowText.item(["local: \(WorkflowText.value(request.workflow))"])
        return [
            "# Made by `\(request.service.command)` of \(request.subject.file): the project's pipeline, which includes the "
                + "one that releases.",
            "# What stands between `# relctl:begin NAME` and `# relctl:end NAME` is yours, and stays.",
        ] + WorkflowText.mapping("include", include + WorkflowSections.empty("include"))
            + [""] + WorkflowSections.empty("jobs")
    }

    /// What is to be said of a pipeline of the user's that does not name the one that releases.
    static func unreached(_ workflow: String, from text: String) -> [Finding] {
        let isNamed = text.split(whereSeparator: \.isNewline).contains { line in
            let code = line.drop { $0 == " " }
            return !code.hasPrefix("#") && code.contains(workflow)
        }
        guard !isNamed else { return [] }
        let stages = GitLabPipeline.stages.joined(separator: ", ")
        return [
            Finding(
                "`\(pipelineFile)` does not include `\(workflow)`: nothing will be released",
                code: IntegrationPlan.unreached,
                severity: .warning,
                place: SourcePlace(file: pipelineFile, line: 1, column: 1),
                hints: [
                    "add there: `include: [{ local: \(workflow.quotedAsJSON) }]`",
                    "if it has `stages`, they must hold these too, in this order: \(stages)",
                ]
            )
        ]
    }
}

extension IntegrationPlanner.Request {
    /// What of the configuration is not as it should be, or not made use of.
    package var findings: [Finding] {
        switch (subject, service) {
        case (_, .github): subject.runnerFindings
        case (.project(let configuration), .gitlab):
            configuration.integration
                .map { GitLabChecks(configuration: configuration, settings: $0).findings } ?? []
        case (.workspace, .gitlab): []
        }
    }
}
