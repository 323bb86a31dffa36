public import RelctlCore

/// The command line as a library, so that others can build a relctl with connectors of their own.
public enum RelctlCLI {
    /// Runs the command line of this process, then ends it.
    ///
    /// Nothing comes before it in `main.swift`: to try a library, relctl runs this program another time, where all that
    /// comes before is done again, and what that prints is taken for an answer. Whoever else calls `exit` ends the process
    /// with an error.
    ///
    /// - Parameter extensions: The connectors; they are made only when a subcommand runs.
    public static func main(extensions: () throws -> Extensions = Extensions.builtIn) async -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == [LibraryTrial.argument] {
            ProcessSetting.end(LibraryTrial.run(environment: Surroundings.ownEnvironment))
        }
        // Before anything of the process is set that the other program would inherit.
        if let program = ExternalSubcommand(arguments, registry: .builtIn, environment: Surroundings.ownEnvironment) {
            ProcessSetting.become(program.path.string, program.arguments)
        }
        ProcessSetting.prepare()
        ProcessSetting.refuseExit()
        var surroundings = Surroundings.current
        surroundings.trialProgram = LibraryTrial.ownProgram
        ProcessNeeds.reportCrashes()
        if let lack = ProcessNeeds.lack() {
            let globals = Invocation(arguments, registry: .builtIn, environment: surroundings.environment).globals
            ProcessSetting.end(report(lack, globals, surroundings, surroundings.console(globals.color)))
        }
        ProcessSetting.end(await run(arguments, extensions: extensions, in: surroundings))
    }

    /// Runs a command line, without the program's name, and returns the exit code.
    ///
    /// Standard output, standard error and the environment are this process's; it is told nothing else, and not ended.
    /// No library can be used: those are tried by the program that ``main(extensions:)`` makes.
    public static func run(arguments: [String], extensions: Extensions) async -> Int32 {
        await run(arguments, extensions: { extensions }, in: .current)
    }

    /// Runs a command line in the surroundings given here.
    package static func run(
        _ arguments: [String],
        extensions: () throws -> Extensions,
        in surroundings: Surroundings
    ) async -> Int32 {
        let invocation = Invocation(
            arguments,
            registry: surroundings.registry,
            environment: surroundings.environment
        )
        let console = surroundings.console(invocation.globals.color)
        do {
            return try await conclusion(of: invocation, extensions, surroundings, console).exitCode.rawValue
        } catch is OutputClosed {
            return ExitCode.done.rawValue
        } catch {
            let usage = error as? UsageError
            let told = usage?.tellingOfPrograms(environment: surroundings.environment, files: surroundings.files)
            return report(told ?? error, invocation.globals, surroundings, console)
        }
    }

    private static func conclusion(
        of invocation: Invocation,
        _ extensions: () throws -> Extensions,
        _ surroundings: Surroundings,
        _ console: Console
    ) async throws -> Conclusion {
        switch try invocation.action.get() {
        case .help(let subject):
            try console.writeResult(
                HelpText(surroundings.registry, style: console.terminal.outputStyle).text(subject)
            )
            return .done
        case .version:
            let build = surroundings.build
            let text = invocation.globals.isJSON ? try JSONText.pretty(build) : Array((build.line + "\n").utf8)
            try console.writeResult(String(decoding: text, as: UTF8.self))
            return .done
        case .run(let body):
            let progress = ProgressRenderer(
                console: console,
                verbosity: invocation.globals.verbosity,
                clock: surroundings.clock
            )
            defer { progress.finish() }
            var effects = surroundings.effects(progress)
            effects.answerDeadline = invocation.globals.answerTimeout
            let session = Session(
                globals: invocation.globals,
                effects: effects,
                extensions: try extensions(),
                registry: surroundings.registry,
                build: surroundings.build,
                console: console
            )
            guard let children = surroundings.interruptible else { return try await body(session) }
            await ProcessNeeds.openTimers()
            return try await Interruption.stopping {
                try await body(session)
            } atOnce: {
                children.kill()
                console.close()
            }
        }
    }

    /// Tells the user what went wrong, in the form that was asked for, and returns the exit code.
    private static func report(
        _ error: any Error,
        _ globals: GlobalOptions,
        _ surroundings: Surroundings,
        _ console: Console
    ) -> Int32 {
        let report = ErrorReport(error)
        let files = surroundings.files
        let folder = FilePath(globals.directory ?? ".")
        let renderer = ErrorRenderer(style: console.terminal.errorStyle) { files.line(at: $0, in: folder) }
        if globals.isJSON, let line = try? JSONText.line(report) {
            console.writeLog([String(decoding: line.dropLast(), as: UTF8.self)])
        } else if console.terminal.isGitHubActions {
            console.writeLog(renderer.commands(report).map(\.description))
        } else {
            console.writeLog(renderer.lines(report))
        }
        return report.exitCode
    }
}
