internal import Synchronization

/// Lets only so many tasks compute at a time; the others wait without a thread, and come in turn.
package final class ThreadPermits: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Lets `count` tasks, but at least one, go at a time.
    init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

    /// Returns when it is this task's turn, which ``release()`` must end.
    ///
    /// Whoever has a turn waits for no other task, so that a cancelled task, too, has its own soon.
    package func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Lets the next one go.
    package func release() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
