extension IntegrationPlanner.Subject {
    /// The command that makes a workspace's workflow.
    static let workspaceCommand = "relctl ci github --workspace"

    /// The repositories of a workspace, whose workflow is run by GitHub alone.
    package static func workspace(_ workspace: WorkspaceConfiguration) -> Self {
        Self(file: workspace.file, settings: workspace.integration) { _ in
            workspaceCommand
        } lines: { _ in
            try WorkspaceWorkflow(workspace).lines
        } findings: { service in
            service == .github ? workspace.integration?.integrationFindings ?? [] : []
        }
    }
}
