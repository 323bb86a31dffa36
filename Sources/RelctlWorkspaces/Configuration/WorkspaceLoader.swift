/// Reads workspaces and proves them.
package struct WorkspaceLoader: Sendable {
    private let schema: WorkspaceSchema

    /// Reads workspaces for a relctl that knows these version sources.
    package init(extensions: Extensions) { schema = WorkspaceSchema(extensions: extensions) }

    /// The name of a workspace's file.
    package static let fileName = "relctl-workspace.json"

    /// Reads the workspace at `path`, which errors call `name`.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` and everything that is wrong
    ///   with it as causes.
    package func workspace(
        at path: FilePath,
        named name: String,
        files: any FileSystem
    ) throws(RelctlError) -> WorkspaceConfiguration {
        let text: [UInt8]
        do {
            text = try files.contents(of: path, limit: ConfigurationFile.sizeLimit)
        } catch {
            let message = "cannot read the workspace `\(name)`"
            throw RelctlError(message, code: .configurationInvalid, causes: [error])
        }
        return try workspace(fromBytes: text, file: name, in: path.parent, files: files)
    }

    /// Reads a workspace from the text of a file that lies in `folder`; `files` tells which local remotes are one behind
    /// links.
    ///
    /// - Throws: ``RelctlError`` as ``workspace(at:named:files:)`` does.
    package func workspace(
        fromBytes text: [UInt8],
        file: String,
        in folder: FilePath,
        files: (any FileSystem)? = nil
    ) throws(RelctlError) -> WorkspaceConfiguration {
        let node: JSONNode
        var problems: [RelctlError] = []
        do {
            node = try JSONParser.parse(text, file: file, dialect: .json5, addingDuplicateKeysTo: &problems)
        } catch {
            throw ConfigurationFile.invalid("the workspace `\(file)`", problems + [error])
        }
        var checker = ShapeChecker()
        checker.check(node, .object(schema.root), at: ConfigurationPath())
        problems += checker.problems
        let completed = DefaultValues.completed(node, .object(schema.root))
        let decoder = WorkspaceDecoder(file: file, root: completed, digest: ConfigurationFile.digest(of: text))
        let workspace = decoder.workspace()
        var checks = WorkspaceChecks(workspace, root: completed, written: node, in: folder, files: files)
        problems += checks.problems(with: checker.templates)
        guard problems.isEmpty else { throw ConfigurationFile.invalid("the workspace `\(file)`", problems) }
        return workspace
    }
}
