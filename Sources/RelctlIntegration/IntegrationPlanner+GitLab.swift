/// The project's own pipeline, which includes the one that releases.
extension IntegrationPlanner {
    /// Where GitLab looks for a project's pipeline.
    package static let pipelineFile = ".gitlab-ci.yml"

    /// Where the one that releases lies if nothing else is said.
    package static let usualPipeline = ".gitlab/release.yml"

    /// Whether a project's pipeline can include this file, which is named from the project's top in the one way there is.
    ///
    /// GitLab takes `*` for many files, and fills in variables.
    package static func canInclude(_ path: String) -> Bool {
        let isWhole = path.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { !["", ".", ".."].contains($0) }
        return isWhole && (path.hasSuffix(".yml") || path.hasSuffix(".yaml")) && !path.contains { "*$".contains($0) }
            && path.lowercased() != pipelineFile
    }

    /// A pipeline of nothing else, for a project that has none; from then on it is the project's own.
    static func pipelineText(_ request: Request) -> [String] {
        ["# The project's pipeline: yours, for `\(request.service.command)` writes it only where there is none."]
            + WorkflowText.mapping(
                "include",
                WorkflowText.item(["local: \(WorkflowText.value(request.workflow))"])
            )
    }

    /// What is to be said of a pipeline that is there and does not name the one that releases.
    static func unreached(_ workflow: String, from text: String) -> [Finding] {
        let isNamed = text.split(whereSeparator: \.isNewline).contains { line in
            let code = line.drop { $0 == " " }
            return !code.hasPrefix("#") && code.contains(workflow)
        }
        guard !isNamed else { return [] }
        let stages = IntegrationService.gitLabStages.joined(separator: ", ")
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
