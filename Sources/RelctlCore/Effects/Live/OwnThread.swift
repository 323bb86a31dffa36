import CSystem
import Dispatch
import Synchronization

/// A thread that does one thing, so that no thread of Swift's own pool has to.
enum OwnThread {
    /// Runs `body` on a new thread; an error number if there can be none.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(Box(body))
        let error = relctl_detach(
            { pointer in
                guard let pointer else { return }
                Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
            },
            box.toOpaque()
        )
        if error != 0 { box.release() }
        return error
    }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Computing that nobody can stop, but everybody can turn away from: it goes on by itself until it, or the process,
/// ends.
package enum BoundedComputation {
    /// How often it is looked whether the task was cancelled.
    private static let interval = Duration.milliseconds(20)
    /// How many computations may go on that nobody waits for any more; each of them keeps a core busy.
    private static let abandonedLimit = 4
    private static let abandoned = Mutex(0)

    /// What `body` computes; nothing if that takes longer than `limit`, or earlier ones that did still go on.
    ///
    /// The limit counts time in which this process runs: a machine that sleeps does not use it up.
    ///
    /// - Throws: What `body` throws; `CancellationError` as soon as the task is cancelled.
    package static func result<Value: Sendable>(
        within limit: Duration,
        of body: @escaping @Sendable () throws -> Value
    ) throws -> Value? {
        guard abandoned.withLock({ $0 < abandonedLimit }) else { return nil }
        let outcome = Outcome<Value>()
        let error = OwnThread.start {
            let result = Result { try body() }
            if outcome.finish(result) { abandoned.withLock { $0 -= 1 } }
        }
        guard error == 0 else { throw RelctlError("cannot start a thread: error \(error)") }
        for _ in 0..<max(1, Int(limit / interval)) {
            if let result = outcome.waited(for: interval) { return try result.get() }
            guard !Task.isCancelled else { break }
        }
        guard let result = outcome.abandon(counting: { abandoned.withLock { $0 += 1 } }) else {
            try Task.checkCancellation()
            return nil
        }
        return try result.get()
    }

    /// What came of it, for one who waits and one who computes.
    private final class Outcome<Value: Sendable>: Sendable {
        private struct State {
            var result: Result<Value, any Error>?
            var isAbandoned = false
        }

        private let state = Mutex(State())
        private let done = DispatchSemaphore(value: 0)

        /// Notes the result; says whether nobody waits for it any more.
        func finish(_ result: Result<Value, any Error>) -> Bool {
            defer { done.signal() }
            return state.withLock { state in
                state.result = result
                return state.isAbandoned
            }
        }

        func waited(for interval: Duration) -> Result<Value, any Error>? {
            let nanoseconds = Int(interval / .nanoseconds(1))
            guard done.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
            return state.withLock { $0.result }
        }

        /// Stops waiting, unless the result came right now.
        func abandon(counting count: () -> Void) -> Result<Value, any Error>? {
            state.withLock { state in
                guard state.result == nil else { return state.result }
                state.isAbandoned = true
                count()
                return nil
            }
        }
    }
}
