/// Runs commands whose code says whether something holds.
package struct CommandProbe: Sendable {
    private let effects: Effects

    /// A probe over the world.
    package init(_ effects: Effects) { self.effects = effects }

    /// Runs a command in an empty folder of its own.
    ///
    /// Beside what all child processes get, it has `RELCTL_REPOSITORY`, `RELCTL_COMMIT`, `RELCTL_TAG`,
    /// `RELCTL_VERSION` and `RELCTL_URL`. What it writes to its standard output is dropped.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - repository: What it is asked about.
    ///   - commit: The commit that it is asked about.
    ///   - limit: How long it may take.
    /// - Returns: Ready for code 0, pending for any other, with the last line of its standard error.
    /// - Throws: ``RelctlError`` if it cannot be started.
    package func state(
        of arguments: [String],
        for repository: PlannedRepository,
        commit: String,
        limit: Duration
    ) async throws -> ReadinessState {
        let additions = [
            "RELCTL_REPOSITORY": repository.name, "RELCTL_COMMIT": commit, "RELCTL_TAG": repository.tag,
            "RELCTL_VERSION": repository.version.description, "RELCTL_URL": repository.url,
        ]
        let outcome = try await effects.withTemporaryFolder { folder in
            try await effects.processes.run(
                ProcessRequest(
                    arguments: arguments,
                    directory: folder,
                    environment: ChildEnvironment(effects).variables(adding: additions),
                    timeout: limit
                ),
                reading: { _ in true }
            )
        }
        let name = "`\(arguments.joined(separator: " "))`"
        let lines = String(decoding: outcome.standardError, as: UTF8.self).split(whereSeparator: \.isNewline)
        let said = lines.last.map { ": " + HTTPResponse.line(String($0)) } ?? ""
        switch outcome.termination {
        case .exited(0): return .ready("\(name) succeeded")
        case .exited(let code): return .pending("\(name) ended with code \(code)\(said)")
        case .signalled(let signal): return .pending("\(name) was ended by signal \(signal)\(said)")
        case .timedOut: return .pending("\(name) took too long")
        }
    }
}
