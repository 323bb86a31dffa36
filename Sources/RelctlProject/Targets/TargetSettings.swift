/// A platform, and what is special about it.
package struct TargetSettings: Sendable, Equatable {
    /// Which.
    package var triple: TargetTriple
    /// The CI runner that builds it.
    package var runner: String?
    /// Names for templates that differ by target.
    package var variables: [String: String]
    /// Variables added to the build's environment.
    package var environment: [String: Template]
    /// The binaries it has, where it has not all.
    package var binaries: [String]?
    /// What its build does differently.
    package var build: BuildOverride?
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes a platform.
    package init(
        triple: TargetTriple,
        runner: String? = nil,
        variables: [String: String],
        environment: [String: Template],
        binaries: [String]? = nil,
        build: BuildOverride? = nil,
        place: SourcePlace
    ) {
        self.triple = triple
        self.runner = runner
        self.variables = variables
        self.environment = environment
        self.binaries = binaries
        self.build = build
        self.place = place
    }
}

/// What one target's build does differently; nothing means as in `build`.
package struct BuildOverride: Sendable, Equatable {
    /// Another command.
    package var command: [Template]?
    /// Another place for its binaries.
    package var output: Template?
    /// Another builder, or other keys of the same.
    package var builder: BuilderSettings?
    /// More or other variables.
    package var environment: [String: Template]
    /// Another folder to run in.
    package var directory: RelativePath?
    /// Another limit.
    package var timeout: Duration?
    /// What is run before this target's command.
    package var before: [CommandSettings]
    /// What is run after it.
    package var after: [CommandSettings]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes what a target's build does differently.
    package init(
        command: [Template]? = nil,
        output: Template? = nil,
        builder: BuilderSettings? = nil,
        environment: [String: Template],
        directory: RelativePath? = nil,
        timeout: Duration? = nil,
        before: [CommandSettings],
        after: [CommandSettings],
        place: SourcePlace
    ) {
        self.command = command
        self.output = output
        self.builder = builder
        self.environment = environment
        self.directory = directory
        self.timeout = timeout
        self.before = before
        self.after = after
        self.place = place
    }
}
