/// Keeps a second run of a workspace on this machine out as long as it lives.
package final class WorkspaceLock: Sendable {
    private let lock: any FileLock

    private init(_ lock: any FileLock) { self.lock = lock }

    /// Whether a run has the lock; nothing is made for it.
    ///
    /// - Throws: `CancellationError`.
    static func isHeld(_ state: WorkspaceStateFolder, _ effects: Effects) async throws -> Bool {
        let files = effects.files
        for attempt in 0..<3 {
            if attempt > 0 { try await effects.clock.sleep(for: .milliseconds(50)) }
            do {
                guard try files.status(of: state.lockFile)?.kind == .file else { return false }
                if try files.lock(state.lockFile) != nil { return false }
            } catch is FileSystemError {
                // What may not be opened cannot be told.
                return false
            }
        }
        return true
    }

    /// Takes the lock.
    ///
    /// The lock itself is the system's and is gone with the process; the file beside it only says who has it.
    ///
    /// - Throws: ``RelctlError`` that says who has it and since when, if another run does; `CancellationError`.
    package static func take(_ state: WorkspaceStateFolder, for holder: WorkspaceOperator, effects: Effects)
        async throws
        -> WorkspaceLock
    {
        let files = effects.files
        try state.keeping { try files.createFolders(state.workspace) }
        var lock = try state.keeping { try files.lock(state.lockFile) }
        // A program that a run was just starting when it died has the lock until it has begun.
        for _ in 0..<20 where lock == nil {
            try await effects.clock.sleep(for: .milliseconds(50))
            lock = try state.keeping { try files.lock(state.lockFile) }
        }
        guard let lock else {
            let known = state.holder()
            throw RelctlError.busy(
                "cannot work on `\(state.workspace.lastComponent)`: another run "
                    + (known.map { $0.host == holder.host } ?? true ? "on this machine does" : "does"),
                known,
                hints: ["wait until it ends, or stop it with Ctrl-C" + (known.map { ": " + $0.continuation } ?? "")]
            )
        }
        try state.keeping { try files.write(try JSONText.pretty(holder), to: state.holderFile) }
        return WorkspaceLock(lock)
    }
}
