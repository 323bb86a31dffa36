extension [ConfigurationKey] {
    /// The values of these keys with their templates filled in, and those of others as they are.
    ///
    /// - Parameters:
    ///   - options: The values.
    ///   - scope: What templates may name, beside the connector's own names.
    /// - Returns: The values.
    /// - Throws: What is wrong with a template.
    package func filled(
        _ options: [String: ConfigurationValue],
        _ scope: TemplateScope
    ) throws -> [String: ConfigurationValue] {
        try filled(options, scope) { _, error in error }
    }

    /// The values of these keys with their templates filled in, and those of others as they are.
    ///
    /// - Parameters:
    ///   - options: The values.
    ///   - scope: What templates may name, beside the connector's own names.
    ///   - what: What they are of, for people.
    ///   - place: Where the configuration has them.
    /// - Returns: The values.
    /// - Throws: ``RelctlError`` that names the key whose template cannot be filled in.
    package func filled(
        _ options: [String: ConfigurationValue],
        _ scope: TemplateScope,
        of what: String,
        at place: SourcePlace
    ) throws -> [String: ConfigurationValue] {
        try filled(options, scope) { key, error in
            RelctlError(
                "cannot fill in `\(key.name)` of \(what)",
                code: .configurationInvalid,
                place: place,
                causes: [error]
            )
        }
    }

    private func filled(
        _ options: [String: ConfigurationValue],
        _ scope: TemplateScope,
        failure: (ConfigurationKey, any Error) -> any Error
    ) throws -> [String: ConfigurationValue] {
        var options = options
        for key in self {
            guard let value = options[key.name] else { continue }
            do {
                options[key.name] = try key.filled(value, in: scope)
            } catch {
                throw failure(key, error)
            }
        }
        return options
    }
}
