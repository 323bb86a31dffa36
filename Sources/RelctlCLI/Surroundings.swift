import FoundationEssentials
package import RelctlCore

/// What a run of the command line takes from the process that it runs in.
package struct Surroundings: Sendable {
    /// The subcommands.
    package var registry: CommandRegistry
    /// What relctl itself was built from.
    package var build: BuildInformation
    /// The environment variables.
    package var environment: [String: String]
    /// The disk.
    package var files: any FileSystem = LiveFileSystem()
    /// Other programs.
    package var processes: any ProcessRunner = LiveProcessRunner()
    /// Time.
    package var clock: any WallClock = LiveClock()
    /// This very program, where it can be run again to try libraries; not where the process is another's.
    package var trialProgram: FilePath?
    /// Servers.
    package var http: any HTTPTransport
    /// Makes the console, once it is known when to colour.
    package var console: @Sendable (GlobalOptions.ColorChoice) -> Console
    /// What is killed when the process is asked to end for the second time; the first time cancels the run.
    ///
    /// Only one run of a process may listen to the signals that ask; without this, it does not.
    package var interruptible: RunningChildren?

    /// Creates the surroundings of a run that is not this process's own.
    package init(
        registry: CommandRegistry,
        build: BuildInformation,
        environment: [String: String],
        console: @escaping @Sendable (GlobalOptions.ColorChoice) -> Console
    ) {
        self.registry = registry
        self.build = build
        self.environment = environment
        http = LiveHTTPTransport(environment: environment)
        self.console = console
    }

    /// Everything that a subcommand may touch the world through.
    func effects(_ events: any EventSink) -> Effects {
        var effects = Effects(
            files: files,
            processes: processes,
            events: events,
            clock: clock,
            environment: environment,
            http: http
        )
        effects.trialProgram = trialProgram
        return effects
    }

    /// The environment variables of this process.
    static var ownEnvironment: [String: String] { ProcessInfo.processInfo.environment }

    /// The surroundings of this process.
    static var current: Surroundings {
        let environment = ownEnvironment
        var current = Surroundings(
            registry: .builtIn,
            build: .current,
            environment: environment,
            console: { .standard(environment: environment, color: $0) }
        )
        let children = RunningChildren()
        current.processes = LiveProcessRunner(children: children)
        current.interruptible = children
        return current
    }
}
