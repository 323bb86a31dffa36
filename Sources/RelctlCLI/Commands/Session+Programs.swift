import RelctlCore

extension Session {
    /// Where connectors' programs are looked for: the project's folder of plugins, if there is a project, and `PATH`.
    func programSearch() throws -> ProgramSearch {
        let folder = try folder()
        let path = try? ConfigurationFile.locate(in: folder, chosen: globals.configuration, files: effects.files)
        let root = path.flatMap { ConfigurationLoader.node(at: $0, named: $0.string, files: effects.files) }
        return ProgramSearch(PluginSettings(root?["plugins"]), project: folder, effects: effects)
    }
}
