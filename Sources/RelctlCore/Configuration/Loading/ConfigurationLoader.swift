/// Reads configurations and proves them.
package struct ConfigurationLoader: Sendable {
    private let extensions: Extensions
    private let schema: ConfigurationSchema

    /// Reads configurations for a relctl that knows these connectors.
    package init(extensions: Extensions) {
        self.extensions = extensions
        schema = ConfigurationSchema(extensions: extensions)
    }

    /// Reads the configuration at `path`, which errors call `name`.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` and everything that is wrong
    ///   with it as causes.
    package func configuration(
        at path: FilePath,
        named name: String,
        files: any FileSystem,
        environment: [String: String] = [:]
    ) throws(RelctlError) -> Configuration {
        let text: [UInt8]
        do {
            text = try files.contents(of: path, limit: ConfigurationFile.sizeLimit)
        } catch {
            throw RelctlError(
                "cannot read the configuration `\(name)`",
                code: .configurationInvalid,
                causes: [error]
            )
        }
        return try configuration(fromBytes: text, file: name, environment: environment)
    }

    /// What stands in the configuration at `path`, unproved; nothing where it cannot be read.
    package static func node(at path: FilePath, named name: String, files: any FileSystem) -> JSONNode? {
        var duplicates: [RelctlError] = []
        return (try? files.contents(of: path, limit: ConfigurationFile.sizeLimit)).flatMap {
            try? JSONParser.parse($0, file: name, dialect: .json5, addingDuplicateKeysTo: &duplicates)
        }
    }

    /// Reads a configuration from its text.
    ///
    /// - Throws: ``RelctlError`` as ``configuration(at:named:files:)`` does.
    package func configuration(fromText text: String, file: String) throws(RelctlError) -> Configuration {
        try configuration(fromBytes: Array(text.utf8), file: file)
    }

    private func configuration(
        fromBytes text: [UInt8],
        file: String,
        environment: [String: String] = [:]
    ) throws(RelctlError) -> Configuration {
        let node: JSONNode
        var duplicates: [RelctlError] = []
        do {
            node = try JSONParser.parse(text, file: file, dialect: .json5, addingDuplicateKeysTo: &duplicates)
        } catch {
            throw ConfigurationFile.invalid("the configuration `\(file)`", duplicates + [error])
        }
        var checker = ShapeChecker(missing: extensions.missing)
        checker.check(node, .object(schema.root), at: ConfigurationPath())
        let completed = DefaultValues.completed(node, .object(schema.root))
        let configuration = ConfigurationDecoder(file: file).configuration(
            from: completed,
            digest: ConfigurationFile.digest(of: text)
        )
        // Before anything else is said of it, which would repeat what stands there.
        try ConfiguredSecrets(of: configuration, extensions, environment: environment)
            .requireAbsence(from: node, of: file)
        var checks = ConfigurationChecks(configuration: configuration, root: completed, extensions: extensions)
        let problems = duplicates + checker.problems + checks.problems(with: checker.templates)
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
