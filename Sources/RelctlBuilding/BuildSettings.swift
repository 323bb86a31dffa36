/// Settings of the build.
package struct BuildSettings: Sendable, Equatable {
    /// The command for each target; with a builder, its folder, environment and timeout.
    package var command: CommandSettings
    /// The path of a binary after the build; unused with a builder.
    package var output: Template
    /// The builder that decides on the command and its output; nil if the configuration says both.
    package var builder: BuilderSettings?
    /// Names of variables that builds get from the environment of relctl.
    package var passEnvironment: [String]
    /// Commands that run once, before any target.
    package var before: [CommandSettings]
    /// Commands that run once, after all targets.
    package var after: [CommandSettings]

    /// Describes how binaries are built.
    package init(
        command: CommandSettings,
        output: Template,
        builder: BuilderSettings? = nil,
        passEnvironment: [String],
        before: [CommandSettings],
        after: [CommandSettings]
    ) {
        self.command = command
        self.output = output
        self.builder = builder
        self.passEnvironment = passEnvironment
        self.before = before
        self.after = after
    }
}

extension BuildSettings {
    /// Returns the builder of a target; nil if the configuration says its command and output.
    package func builder(of target: TargetSettings) -> BuilderSettings? {
        builder.map { $0.merging(target.build?.builder) } ?? target.build?.builder
    }
}
