import RelctlCore
import RelctlWorkspaces

/// `relctl ci github` and `relctl ci gitlab`: writes a workflow, or says how it differs.
struct WorkflowWriting {
    private let options: IntegrationCommand.Options
    private let session: Session
    /// The top of the repository.
    private let folder: FilePath
    private let files: any FileSystem
    /// What runs the workflow.
    private let service: IntegrationService

    init(_ options: IntegrationCommand.Options, for service: IntegrationService, _ session: Session) throws {
        (self.options, self.service, self.session) = (options, service, session)
        (folder, files) = (try session.folder(), session.effects.files)
    }

    /// Where a workflow lies if nothing else is said.
    private var usualFile: String {
        switch service {
        case .github: ".github/workflows/" + (options.isWorkspace ? "workspace-release.yml" : "release.yml")
        case .gitlab: IntegrationPlanner.usualPipeline
        }
    }

    func run() async throws -> Conclusion {
        let subject = try await subject()
        let isPrinted = options.output == IntegrationCommand.standardOutput
        let workflow = isPrinted ? nil : options.output
        let request = try request(subject, workflow: workflow ?? usualFile)
        let planner = IntegrationPlanner()
        if isPrinted {
            let text = try planner.text(request)
            session.warn(of: request.findings)
            try session.write(text)
            return .done
        }
        let plan = try planner.plan(request)
        session.warn(of: plan.findings)
        let changes = plan.files.filter(\.isChange)
        if !options.isCheck && !options.isDryRun {
            for file in changes {
                let path = folder.appending(file.name)
                try files.createFolders(path.parent)
                try files.write(file.new.utf8, to: path)
            }
        }
        try render(plan)
        return options.isCheck && !plan.isUpToDate ? .problemsFound : .done
    }

    /// What is released, by a configuration that is named as other machines find it.
    private func subject() async throws -> IntegrationPlanner.Subject {
        if options.isWorkspace {
            let workspace = try Workspace(session)
            try requireTop()
            var configuration = workspace.configuration
            configuration.file = try name(
                of: folder.appending(session.globals.configuration ?? WorkspaceLoader.fileName)
            )
            return .workspace(configuration)
        }
        let project = try await Project(session)
        try requireTop()
        let file = try name(
            of: ConfigurationFile.locate(in: folder, chosen: session.globals.configuration, files: files)
        )
        return .project(project.configuration, file: file, project.extensions)
    }

    /// Workflows are looked for at the top of a repository, and that is where their jobs begin.
    private func requireTop() throws {
        var top = folder
        while try files.status(of: top.appending(".git")) == nil {
            guard top.parent != top else { return }
            top = top.parent
        }
        guard top != folder else { return }
        throw RelctlError(
            "cannot write a workflow for `\(folder)`: it is not the top of its repository, which is `\(top)`",
            hints: ["a project with a workflow of its own has a repository of its own, or its configuration at the top"]
        )
    }

    /// A configuration's name from the top of the repository, by which other machines find it too.
    private func name(of path: FilePath) throws -> String {
        let place = try files.canonicalPath(of: path.parent).appending(path.lastComponent)
        guard let name = place.path(below: folder) else {
            throw RelctlError(
                "cannot write a workflow of `\(path)`: it is outside the repository `\(folder)`",
                hints: ["machines that check the repository out have nothing else: move the configuration into it"]
            )
        }
        return name
    }

    private func request(
        _ subject: IntegrationPlanner.Subject,
        workflow: String
    ) throws -> IntegrationPlanner.Request {
        var texts: [String: String] = [:]
        let other = service == .github ? IntegrationPlanner.labelsFile : IntegrationPlanner.pipelineFile
        for name in [workflow, other] {
            guard try files.resolvedStatus(of: folder.appending(name)) != nil else {
                // A link that leads nowhere is there: nothing is written through it.
                if name == IntegrationPlanner.pipelineFile, try files.status(of: folder.appending(name)) != nil {
                    texts[name] = ""
                }
                continue
            }
            texts[name] = try files.text(of: folder.appending(name), limit: 4 << 20)
        }
        return IntegrationPlanner.Request(subject, for: service, workflow: workflow, texts: texts)
    }

    private func render(_ plan: IntegrationPlan) throws {
        let outcomes = plan.files.map { WrittenFile(path: $0.name, changed: $0.isChange) }
        let onlyLooks = options.isCheck || options.isDryRun
        if onlyLooks, !session.globals.isJSON {
            for file in plan.files where file.isChange { try session.write(file.difference) }
        }
        try session.render(["files": outcomes]) { _ in
            outcomes.map { $0.line(isWritten: !onlyLooks) }
        }
    }
}
