/// Reads configurations and proves them.
package struct ConfigurationLoader: Sendable {
    private let extensions: Extensions
    private let schema: ConfigurationSchema

    /// Reads configurations for a relctl that knows these connectors.
    package init(extensions: Extensions) {
        self.extensions = extensions
        schema = ConfigurationSchema(extensions: extensions)
    }

    /// Reads a configuration from its text.
    ///
    /// - Throws: ``RelctlError`` as ``configuration(of:environment:)`` and ``ConfigurationSource`` do.
    package func configuration(fromText text: String, file: String) throws(RelctlError) -> Configuration {
        try configuration(of: ConfigurationSource(text: Array(text.utf8), file: file))
    }

    /// Reads a configuration from its source.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` and all problems of the configuration
    ///   as causes.
    package func configuration(
        of source: ConfigurationSource,
        environment: [String: String] = [:]
    ) throws(RelctlError) -> Configuration {
        let (node, file) = (source.root, source.file)
        var checker = ShapeChecker(missing: extensions.missing)
        checker.check(node, .object(schema.root), at: ConfigurationPath())
        let completed = DefaultValues.completed(node, .object(schema.root))
        let configuration = ConfigurationDecoder(file: file).configuration(
            from: completed,
            digest: source.digest
        )
        // Before anything else is said of it, which would repeat what stands there.
        try ConfiguredSecrets(of: configuration, extensions, environment: environment)
            .requireAbsence(from: node, of: file)
        var checks = ConfigurationChecks(configuration: configuration, root: completed, extensions: extensions)
        let problems = source.duplicates + checker.problems + checks.problems(with: checker.templates)
        guard problems.isEmpty else { throw ConfigurationFile.invalid("the configuration `\(file)`", problems) }
        return configuration
    }
}

extension Finding {
    /// The problems of an error as findings: its causes where it has any, else itself.
    package static func findings(of error: RelctlError) -> [Finding] {
        guard error.causes.isEmpty else {
            return error.causes.flatMap { cause in
                (cause as? RelctlError).map { findings(of: $0) }
                    ?? [Finding("\(error.message): \(cause)", code: error.code.name, place: error.place)]
            }
        }
        return [Finding(error.message, code: error.code.name, place: error.place, hints: error.hints)]
    }
}
