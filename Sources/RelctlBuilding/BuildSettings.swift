/// How binaries are built.
package struct BuildSettings: Sendable, Equatable {
    /// What is run for each target; with a builder, how what it says is run.
    package var command: CommandSettings
    /// Where a binary is found afterwards, without a builder.
    package var output: Template
    /// What decides on the command and its output; nothing where they stand here.
    package var builder: BuilderSettings?
    /// Names of variables that are handed on from relctl's own environment.
    package var passEnvironment: [String]
    /// What is run once, before any target.
    package var before: [CommandSettings]
    /// What is run once, after all targets.
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
    /// Who decides how a target is built; nobody where its command and its output are said.
    package func builder(of target: TargetSettings) -> BuilderSettings? {
        builder.map { $0.merging(target.build?.builder) } ?? target.build?.builder
    }
}
