/// What a build will do: every command as it will be run, and where each binary will be found.
package struct BuildPlan: Sendable, Hashable, Codable {
    /// What is run once, before any target.
    package var before: [PlannedCommand]
    /// The targets, in the configuration's order.
    package var targets: [TargetBuild]
    /// What is run once, after all targets.
    package var after: [PlannedCommand]

    /// Describes a build.
    package init(before: [PlannedCommand] = [], targets: [TargetBuild] = [], after: [PlannedCommand] = []) {
        self.before = before
        self.targets = targets
        self.after = after
    }

    /// All commands, in the order in which they are written down.
    package var commands: [PlannedCommand] { before + targets.flatMap(\.commands) + after }
}

/// A command with all templates filled in.
package struct PlannedCommand: Sendable, Hashable, Codable {
    /// The program and its arguments.
    package var arguments: [String]
    /// Variables set for it.
    package var environment: [String: String]
    /// Names of variables that it gets from relctl's own environment beside the usual ones.
    package var passEnvironment: [String]
    /// The folder it runs in, below the project's; nothing for the project's own.
    package var directory: RelativePath?
    /// How long it may take; nothing for as long as it likes.
    package var timeoutMilliseconds: Int64?

    /// The limit as a duration.
    package var timeout: Duration? { timeoutMilliseconds.map { .milliseconds($0) } }

    /// The command as a shell would take it, for people to read.
    package var shellText: String { arguments.map { ShellWord.posix($0) }.joined(separator: " ") }
}

/// The build of one target.
package struct TargetBuild: Sendable, Hashable, Codable {
    /// The platform.
    package var target: TargetTriple
    /// What is run before its command.
    package var before: [PlannedCommand]
    /// What builds it.
    package var command: PlannedCommand
    /// What is run after its command.
    package var after: [PlannedCommand]
    /// Its binaries, and where they are found afterwards.
    package var outputs: [BuildOutput]

    /// What is run, in order.
    package var commands: [PlannedCommand] { before + [command] + after }
    /// The name of the file that takes all that these say.
    package var logName: String { "build-\(target).log" }
}

/// A binary, and where the build leaves it.
package struct BuildOutput: Sendable, Hashable, Codable {
    /// The binary as the configuration names it.
    package var binary: String
    /// The file's name, `.exe` included where the platform wants it.
    package var name: RelativePath
    /// Where it is found, below the project's folder unless absolute.
    package var path: String

    /// Describes a binary.
    package init(binary: String, name: RelativePath, path: String) {
        self.binary = binary
        self.name = name
        self.path = path
    }
}

/// A binary that was built and found to be what its target says.
package struct BuiltBinary: Sendable, Hashable, Codable {
    /// The platform.
    package var target: TargetTriple
    /// The file's name, `.exe` included.
    package var name: String
    /// Where it lies, below the folder that the build was told to fill: `build/TARGET/NAME`.
    package var path: RelativePath
    /// Bytes.
    package var size: UInt64
    /// What its headers say, for people to read.
    package var format: String
}
