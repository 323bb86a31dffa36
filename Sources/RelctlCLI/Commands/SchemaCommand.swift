import RelctlCore
import RelctlWorkspaces

/// `relctl schema [WHAT]`.
enum SchemaCommand: Command {
    struct Options: Sendable, Equatable { var subject = Subject.configuration }

    /// What schemas there are.
    enum Subject: String, CaseIterable, Sendable {
        case configuration, workspace, notes
    }

    static let name = "schema"
    static let summary = "Print the JSON Schema of relctl.json, of a workspace, or of notes as JSON"
    static let discussion = """
        The schema of the configuration has the keys of all connectors: built in, linked, and programs and libraries that \
        are found where `relctl plugins list` finds them, which are asked to describe themselves.
        """
    static let examples = [
        Example("relctl schema > relctl.schema.json", "Keep it for an editor"),
        Example("relctl schema workspace", "Print that of a workspace's file"),
        Example("relctl schema notes", "Print the form of release notes as JSON"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "WHAT",
            .optional,
            "`configuration` (the default), `workspace` or `notes`",
            completing: .words(Subject.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.subject = try Subject(argument: text) }
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let document =
            switch options.subject {
            case .configuration: ConfigurationSchema(extensions: try await allExtensions(session)).document
            case .workspace: WorkspaceSchema(extensions: session.extensions).document
            case .notes: ReleaseNotesSchema.document
            }
        try session.write(String(decoding: try JSONText.pretty(document), as: UTF8.self))
        return .done
    }

    /// What is registered, and all programs and libraries that can be used.
    private static func allExtensions(_ session: Session) async throws -> Extensions {
        var extensions = session.extensions
        for found in try await session.connectorSearch().all() {
            do { try extensions.add(try found.result.get()) } catch let error as RelctlError {
                let finding = Finding(error.description, code: found.name, severity: .warning, hints: error.hints)
                session.warn(of: [finding])
            }
        }
        return extensions
    }
}
