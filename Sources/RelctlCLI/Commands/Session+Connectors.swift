import RelctlCore

extension Session {
    /// Where connectors' programs are looked for: the project's folder of plugins, if there is a project, and `PATH`.
    ///
    /// - Throws: ``RelctlError`` where there is a configuration that cannot be read: it may say which may be run.
    func connectorSearch() throws -> ConnectorSearch {
        let (folder, files) = (try folder(), effects.files)
        guard try Project.isThere(self) else {
            return ConnectorSearch(PluginSettings(nil), project: folder, effects: effects)
        }
        let path = try ConfigurationFile.locate(in: folder, chosen: globals.configuration, files: files)
        guard let root = ConfigurationLoader.node(at: path, named: path.string, files: files) else {
            throw RelctlError(
                "cannot tell which programs may be run: `\(path.lastComponent)` cannot be read",
                code: .configurationInvalid,
                hints: ["`relctl check` says what is wrong with it"]
            )
        }
        return ConnectorSearch(PluginSettings(root["plugins"]), project: folder, effects: effects)
    }
}
