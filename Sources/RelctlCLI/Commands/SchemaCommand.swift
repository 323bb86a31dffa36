import RelctlCore

/// `relctl schema`.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Print the JSON Schema of relctl.json"
    static let examples = [Example("relctl schema > relctl.schema.json", "Keep it for an editor")]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage]

    static func run(_ options: NoOptions, in session: Session) async throws -> Conclusion {
        try session.write(
            String(
                decoding: try JSONText.pretty(ConfigurationSchema(extensions: session.extensions).document),
                as: UTF8.self
            )
        )
        return .done
    }
}
