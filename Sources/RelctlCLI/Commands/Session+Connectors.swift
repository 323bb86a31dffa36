import RelctlCore

extension Session {
    /// Where connectors' programs are looked for: the project's folder of plugins, if there is a project, and `PATH`.
    ///
    /// - Throws: ``RelctlError`` where there is a configuration that cannot be read: it may say which may be run.
    func connectorSearch() throws -> ConnectorSearch {
        let folder = try folder()
        guard try Project.isThere(self) else {
            return ConnectorSearch(PluginSettings(nil), project: folder, effects: effects)
        }
        let root = try configurationNode(toTell: "which programs may be run")
        return ConnectorSearch(PluginSettings(root["plugins"]), project: folder, effects: effects)
    }

    /// What stands in the configuration of the folder that the user means, unproved.
    ///
    /// - Parameter what: What it is read for, in words that follow "cannot tell".
    /// - Returns: Its node.
    /// - Throws: ``RelctlError`` where it cannot be read.
    func configurationNode(toTell what: String) throws -> JSONNode {
        let files = effects.files
        let path = try ConfigurationFile.locate(in: try folder(), chosen: globals.configuration, files: files)
        guard let source = try? ConfigurationSource(at: path, named: path.string, files: files) else {
            throw RelctlError(
                "cannot tell \(what): `\(path.lastComponent)` cannot be read",
                code: .configurationInvalid,
                hints: ["`relctl check` says what is wrong with it"]
            )
        }
        return source.root
    }
}
