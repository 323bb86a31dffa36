/// A program to run.
package struct CommandSettings: Sendable, Equatable {
    /// The program and its arguments.
    package var command: [Template]
    /// Variables added to its environment.
    package var environment: [String: Template]
    /// The folder it runs in, below the project's; nothing for the project's own.
    package var directory: RelativePath?
    /// How long it may take.
    package var timeout: Duration?
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes a program to run.
    package init(
        command: [Template],
        environment: [String: Template],
        directory: RelativePath? = nil,
        timeout: Duration? = nil,
        place: SourcePlace
    ) {
        self.command = command
        self.environment = environment
        self.directory = directory
        self.timeout = timeout
        self.place = place
    }
}

/// Who decides how a target is built.
package struct BuilderSettings: Sendable, Equatable {
    /// The builder's id.
    package var id: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes who decides how a target is built.
    package init(id: String, options: [String: ConfigurationValue], place: SourcePlace) {
        self.id = id
        self.options = options
        self.place = place
    }

    /// These settings with what a target says otherwise.
    package func merging(_ override: BuilderSettings?) -> BuilderSettings {
        guard var merged = override else { return self }
        if merged.id == id { merged.options.merge(options) { override, _ in override } }
        return merged
    }
}
