import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The children that run right now, each the leader of a group, for the moment in which there is no time to ask.
package final class RunningChildren: Sendable {
    private struct State {
        var groups: Set<pid_t> = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// Begins with none.
    package init() {}

    /// Kills all of them with their groups at once; from now on none is started.
    package func kill() {
        state.withLock { state in
            state.isOver = true
            for group in state.groups { killpg(group, SIGKILL) }
        }
    }

    /// Starts a child by `body`, which returns its number.
    ///
    /// - Throws: `CancellationError` after ``kill()``; what `body` throws.
    func start(_ body: () throws -> pid_t) throws -> pid_t {
        // Within the lock, or a child that is just being started would not be killed.
        try state.withLock { state in
            guard !state.isOver else { throw CancellationError() }
            let child = try body()
            state.groups.insert(child)
            return child
        }
    }

    /// Forgets a child whose group has ended.
    func forget(_ child: pid_t) { state.withLock { _ = $0.groups.remove(child) } }
}
