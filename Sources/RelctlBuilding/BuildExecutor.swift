/// Runs a build plan and takes in what it builds.
package struct BuildExecutor: Sendable {
    /// Where and how builds run.
    package struct Options: Sendable {
        /// The project's folder.
        package var project: FilePath
        /// The folder that gets `build/TARGET/NAME`.
        package var folder: FilePath
        /// The folder that gets `build-TARGET.log`.
        package var logs: FilePath
        /// How many targets are built at a time.
        package var jobs: Int
        /// Whether the other targets are built to their end when one fails.
        package var keepsGoing: Bool
        /// Is told of every target whose binaries are all there, as soon as they are.
        package var didBuild: @Sendable (TargetTriple) async throws -> Void = { _ in }

        /// Describes where and how builds run.
        package init(project: FilePath, folder: FilePath, logs: FilePath, jobs: Int, keepsGoing: Bool = false) {
            self.project = project
            self.folder = folder
            self.logs = logs
            self.jobs = jobs
            self.keepsGoing = keepsGoing
        }
    }

    let options: Options
    let effects: Effects
    let environment: ChildEnvironment

    /// Creates an executor.
    ///
    /// - Parameters:
    ///   - options: Where and how builds run.
    ///   - effects: The world.
    ///   - environment: What commands get of relctl's own environment.
    package init(_ options: Options, effects: Effects, environment: ChildEnvironment) {
        self.options = options
        self.effects = effects
        self.environment = environment
    }

    /// Builds all targets and copies each binary to `build/TARGET/NAME`.
    ///
    /// - Returns: The binaries, by target and then in the plan's order.
    /// - Throws: ``RelctlError`` for the first target that fails, the others having been stopped; if the others are
    ///   built to their end, one that has all failures as its causes. `CancellationError`.
    package func execute(_ plan: BuildPlan) async throws -> [BuiltBinary] {
        try requirePrograms(of: plan)
        try effects.files.createFolders(options.logs)
        try await run(plan.before, log: "build-before.log", purpose: "run the commands before the build")
        let built =
            options.keepsGoing ? try await buildAll(plan.targets) : try await buildUntilFailure(plan.targets)
        try await run(plan.after, log: "build-after.log", purpose: "run the commands after the build")
        return built
    }

    /// What is wrong with the programs that a plan runs: one error for each that is not there.
    ///
    /// Only programs that are looked for on `PATH`: others may be made by an earlier command.
    package func missingPrograms(of plan: BuildPlan) -> [RelctlError] {
        var seen: Set<String> = []
        return plan.commands.compactMap { command in
            guard let program = command.arguments.first, !program.utf8.contains(UInt8(ascii: "/")),
                effects.processes.locate(
                    program,
                    environment: variables(of: command),
                    directory: directory(of: command)
                ) == nil, seen.insert(program).inserted
            else { return nil }
            return .programNotFound(
                program,
                environment: variables(of: command),
                directory: directory(of: command)
            )
        }
    }

    private func requirePrograms(of plan: BuildPlan) throws {
        let missing = missingPrograms(of: plan)
        try RelctlError.throwAll(missing, "cannot build: \(missing.count) programs are missing")
    }

    private func buildUntilFailure(_ targets: [TargetBuild]) async throws -> [BuiltBinary] {
        try await mapConcurrently(targets, width: options.jobs) { try await build($0) }.flatMap(\.self)
    }

    private func buildAll(_ targets: [TargetBuild]) async throws -> [BuiltBinary] {
        let results = try await mapConcurrently(targets, width: options.jobs) { target in
            do {
                return Result<[BuiltBinary], any Error>.success(try await build(target))
            } catch {
                try Task.checkCancellation()
                return .failure(error)
            }
        }
        let failures = results.compactMap { result -> (any Error)? in
            if case .failure(let error) = result { error } else { nil }
        }
        try RelctlError.throwAll(failures, "cannot build \(failures.count) of \(targets.count) targets")
        return try results.flatMap { try $0.get() }
    }

    @concurrent
    private func build(_ build: TargetBuild) async throws -> [BuiltBinary] {
        let activity = Activity(id: "build/\(build.target)", title: "building \(build.target)")
        return try await effects.events.during(activity) {
            // What is there afterwards is of this build, however it ends.
            let collector = BinaryCollector(build, options: options, files: effects.files)
            try collector.clear()
            try await run(build.commands, log: build.logName, purpose: "build `\(build.target)`")
            try Task.checkCancellation()
            let binaries = try collector.collect()
            try await options.didBuild(build.target)
            return binaries
        }
    }

    // MARK: Commands

    private func run(_ commands: [PlannedCommand], log name: String, purpose: String) async throws {
        let log = options.logs.appending(name)
        try effects.files.removeTree(log)
        for command in commands {
            try note(command, in: log)
            let outcome = try await effects.processes.run(
                ProcessRequest(
                    arguments: command.arguments,
                    directory: directory(of: command),
                    environment: variables(of: command),
                    output: .log(log),
                    timeout: command.timeout
                )
            )
            guard outcome.succeeded else { throw failure(of: command, outcome, log: log, purpose: purpose) }
        }
    }

    /// Writes what is run above what it says.
    private func note(_ command: PlannedCommand, in log: FilePath) throws {
        let file = try effects.files.append(to: log)
        try Array("$ \(command.shellText)\n".utf8).withUnsafeBytes { try file.write($0) }
        try file.close()
    }

    private func failure(
        of command: PlannedCommand,
        _ outcome: ProcessOutcome,
        log: FilePath,
        purpose: String
    ) -> RelctlError {
        let end: String
        switch outcome.termination {
        case .exited(let code): end = "exited with code \(code)"
        case .signalled(let signal): end = "was ended by signal \(signal)"
        case .timedOut: end = "did not end within \(command.timeout.map { "\($0)" } ?? "its time") and was stopped"
        }
        let lines = String(decoding: outcome.standardError, as: UTF8.self)
        let tail = lines.isEmpty ? "; it said nothing" : "; its last lines:\n" + lines
        return RelctlError(
            "cannot \(purpose)",
            details: ["command": command.shellText, "log": log.string],
            hints: ["all that it said is in `\(log)`"],
            causes: [RelctlError("`\(command.shellText)` \(end)\(tail)")]
        )
    }

    private func variables(of command: PlannedCommand) -> [String: String] {
        environment.variables(passing: command.passEnvironment, adding: command.environment)
    }

    private func directory(of command: PlannedCommand) -> FilePath {
        command.directory.map { options.project.appending($0) } ?? options.project
    }
}
