package import RelctlCore

extension Extensions {
    /// Adds the connectors that a configuration of this text names, as reading it from a file does.
    package mutating func addConnectors(configuredBy text: String, project: FilePath, effects: Effects) async throws {
        var duplicates: [RelctlError] = []
        let root = try JSONParser.parse(
            Array(text.utf8),
            file: "relctl.json",
            dialect: .json5,
            addingDuplicateKeysTo: &duplicates
        )
        try await addConnectors(wantedBy: root, project: project, effects: effects)
    }
}
