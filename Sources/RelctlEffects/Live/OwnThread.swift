import CSystem
import Dispatch
import Synchronization

/// A thread for what takes its time, so that no thread of Swift's own pool has to wait for it.
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

    /// How many threads are kept that have nothing to do.
    private static let idleLimit = 8
    private static let idle = Mutex<[Lent]>([])

    /// Runs `body` on a thread that was kept when it was done with something else, or else on a new one, which is kept
    /// then: while libraries are loaded, the system lets no new one begin.
    ///
    /// For what leaves a thread as it was.
    ///
    /// - Returns: An error number if there can be no thread.
    static func lend(_ body: @escaping @Sendable () -> Void) -> Int32 {
        if let thread = idle.withLock({ $0.popLast() }) {
            thread.take(body)
            return 0
        }
        let thread = Lent()
        thread.take(body)
        return start { repeat { thread.run() } while thread.waits() }
    }

    /// A thread that does one thing after the other.
    private final class Lent: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)
        private let wakeUp = DispatchSemaphore(value: 0)

        func take(_ body: @escaping @Sendable () -> Void) {
            self.body.withLock { $0 = body }
            wakeUp.signal()
        }

        /// Waits for something to do, and does it.
        func run() {
            wakeUp.wait()
            // Nothing holds on to it while the thread waits for the next.
            let body = body.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
        }

        /// Whether it is kept.
        func waits() -> Bool {
            OwnThread.idle.withLock { idle in
                guard idle.count < OwnThread.idleLimit else { return false }
                idle.append(self)
                return true
            }
        }
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
