/// Keeps a second run of a workspace on this machine out as long as it lives.
package final class WorkspaceLock: Sendable {
    private let lock: any FileLock

    private init(_ lock: any FileLock) { self.lock = lock }

    /// Takes the lock.
    ///
    /// The lock itself is the system's and is gone with the process; the file beside it only says who has it.
    ///
    /// - Throws: ``RelctlError`` that says who has it and since when, if another run does.
    package static func take(_ state: WorkspaceState, for holder: WorkspaceOperator, files: any FileSystem) throws
        -> WorkspaceLock
    {
        try files.createFolders(state.workspace)
        let note = state.workspace.appending("holder.json")
        guard let lock = try files.lock(state.lockFile) else {
            let known = (try? files.contents(of: note, limit: 1 << 20)).flatMap { text in
                try? JSONText.decode(WorkspaceOperator.self, from: text, file: note)
            }
            throw WorkspaceOperator.busy(
                "cannot work on `\(state.workspace.lastComponent)`: another run on this machine does",
                known,
                hints: ["wait until it ends, or stop it with Ctrl-C: `relctl workspace resume` goes on from there"]
            )
        }
        try files.write(try JSONText.pretty(holder), to: note)
        return WorkspaceLock(lock)
    }
}

/// Who works on a release, and since when.
package struct WorkspaceOperator: Sendable, Hashable, Codable {
    /// The person's name on the machine.
    package var user: String
    /// The machine.
    package var host: String
    /// When this run began, in seconds since 1970.
    package var since: Int64
    /// The version that is released, or taken back.
    package var version: String
    /// What tells the plan from others.
    package var plan: Digest
    /// What tells this run from every other.
    package var run: UInt64

    /// Describes this run.
    package static func current(_ plan: WorkspacePlan, _ effects: Effects) async throws -> WorkspaceOperator {
        let environment = effects.environment
        let user = ["USER", "LOGNAME", "USERNAME"].compactMap { environment[$0] }.first { !$0.isEmpty }
        return WorkspaceOperator(
            user: user ?? plan.author.name,
            host: await host(effects),
            since: effects.clock.secondsSinceEpoch,
            version: plan.version.description,
            plan: try plan.digest(),
            run: .random(in: .min ... .max)
        )
    }

    /// The machine's name, as POSIX has `uname` tell it.
    private static func host(_ effects: Effects) async -> String {
        let unknown = "an unnamed machine"
        let root = FilePath("/")
        guard let program = effects.processes.locate("uname", environment: effects.environment, directory: root) else {
            return unknown
        }
        let request = ProcessRequest(
            arguments: [program.string, "-n"],
            directory: root,
            environment: ["PATH": effects.environment["PATH"] ?? ""],
            timeout: .seconds(5)
        )
        guard let outcome = try? await effects.processes.run(request), outcome.succeeded else { return unknown }
        let name = String(decoding: outcome.standardOutput.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return name.isEmpty ? unknown : name
    }

    /// Another run is at work.
    static func busy(_ message: String, _ holder: WorkspaceOperator?, hints: [String]) -> RelctlError {
        var error = RelctlError(message, code: .workspaceBusy, hints: hints)
        guard let holder else { return error }
        let since = HTTPDate.text(holder.since)
        error.causes = [
            RelctlError("\(holder.user) on \(holder.host) has been at \(holder.version) since \(since)")
        ]
        error.details = [
            "user": holder.user, "host": holder.host, "since": since, "version": holder.version,
        ]
        return error
    }
}

extension RelctlError.Code {
    /// Somebody else is releasing the workspace.
    package static let workspaceBusy = RelctlError.Code(name: "workspace.busy", exitCode: 1)
}
