extension ConformanceCheck {
    /// A configuration that says nothing but how one connector is set.
    ///
    /// - Parameters:
    ///   - kind: What the connector is.
    ///   - id: What configurations call it; it is registered in `extensions`.
    ///   - settings: An object, as JSON: for a publisher its keys, for a packager the `level`.
    ///   - extensions: The connectors.
    /// - Returns: The configuration.
    /// - Throws: ``RelctlError`` with everything that is wrong with the settings.
    package static func configuration(
        _ kind: ExternalConnector.Kind,
        _ id: String,
        _ settings: String,
        _ extensions: Extensions
    ) throws -> Configuration {
        let file = "--settings"
        let values = try JSONText.decode(
            [String: ConfigurationValue].self,
            from: Array(settings.utf8),
            file: FilePath(file)
        )
        var document: [String: ConfigurationValue] = ["name": .text("sample")]
        switch kind {
        case .publisher: document["publish"] = .list([.object(values.merging(["to": .text(id)]) { $1 })])
        case .packager:
            if let other = values.keys.filter({ $0 != "level" }).min(by: { $0.precedesBytewise($1) }) {
                throw RelctlError(
                    "cannot set `\(other)` of the packager `\(id)`: packagers have a `level` alone",
                    code: .configurationInvalid
                )
            }
            let format = ["formats": ConfigurationValue.object(["default": .text(id)])]
            document["archive"] = .object(values.merging(format) { $1 })
        }
        let text = String(decoding: try JSONText.line(document), as: UTF8.self)
        return try ConfigurationLoader(extensions: extensions).configuration(fromText: text, file: file)
    }
}
