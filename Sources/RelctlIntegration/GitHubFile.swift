/// A file that a step of a GitHub workflow writes to, for the forge to read when the step ends.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#environment-files
package struct GitHubFile: Sendable {
    private let path: FilePath
    private let files: any FileSystem

    /// Which files there are, by the variable that names each.
    package enum Variable: String, Sendable {
        /// What later steps and jobs are told.
        case outputs = "GITHUB_OUTPUT"
        /// What people read on the run's page, as Markdown.
        case summary = "GITHUB_STEP_SUMMARY"
    }

    /// Finds the file; nothing where the environment names none.
    package init?(_ variable: Variable, environment: [String: String], files: any FileSystem) {
        guard let path = environment[variable.rawValue], !path.isEmpty else { return nil }
        self.path = FilePath(path)
        self.files = files
    }

    /// Appends a text, in one write.
    ///
    /// - Throws: ``FileSystemError``.
    package func append(_ text: String) throws {
        let file = try files.append(to: path)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.close()
    }
}
