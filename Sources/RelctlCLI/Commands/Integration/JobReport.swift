import RelctlCore

/// What the jobs of a workflow say of a release: to later jobs, and to people.
enum JobReport {
    /// `relctl ci outputs [TAG]`.
    static func outputs(_ options: IntegrationCommand.Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (files, environment) = (session.effects.files, session.effects.environment)
        let request = ReleaseRequest(tag: options.subject, isSnapshot: options.isSnapshot)
        let release = try await project.observe(request).release
        let record = project.layout.dist.path.appending(Manifest.fileName)
        let isMade = try files.resolvedStatus(of: record) != nil
        var outputs = try JobOutputs(
            release,
            builds: project.matrix([], project.configuration.project.scope(of: release)).rows,
            manifest: isMade ? try ManifestFile.manifest(at: record, files: files) : nil
        )
        if let finding = try outputs.boundManifest() { session.warn(of: [finding]) }
        let lines = try outputs.lines
        if let file = GitHubFile(.outputs, environment: environment, files: files) {
            try file.append(try lines.map { try GitHubOutput.text(name: $0.name, value: $0.value) }.joined())
        }
        if let path = options.dotenv {
            let report = try session.folder().appending(path)
            try files.createFolders(report.parent)
            try files.write(outputs.dotenv.utf8, to: report)
        }
        try session.render(outputs) { _ in lines.map { "\($0.name)=\(TerminalText.escaped($0.value))" } }
        return .done
    }

    /// `relctl ci summary [DIR]`.
    static func summary(_ options: IntegrationCommand.Options, in session: Session) throws -> Conclusion {
        let (files, environment) = (session.effects.files, session.effects.environment)
        let folder = try session.folder().appending(options.subject ?? ReleaseLayout.distName)
        let manifest = try ManifestFile.manifest(at: folder, files: files)
        let (text, file) = (
            JobSummary.markdown(of: manifest), GitHubFile(.summary, environment: environment, files: files)
        )
        try file?.append(text)
        if session.globals.isJSON {
            try session.render(manifest) { _ in [] }
        } else if file == nil {
            try session.write(text)
        }
        return .done
    }
}
