import Synchronization

/// Lets so many requests to one origin through at once, first come, first served.
final class HTTPGate: Sendable {
    private struct Waiting {
        let number: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Origin {
        var passed = 0
        var waiting: [Waiting] = []
    }

    private struct State {
        var origins: [String: Origin] = [:]
        var nextNumber: UInt64 = 0
        /// Those that were cancelled before they waited.
        var gone: Set<UInt64> = []
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = max(1, width) }

    /// Runs `body` once there is room for it.
    ///
    /// - Throws: `CancellationError` if the task was cancelled while it waited, and what `body` throws.
    func pass<Value>(_ origin: String, _ body: () async throws -> Value) async throws -> Value {
        try await enter(origin)
        defer { leave(origin) }
        return try await body()
    }

    private func enter(_ origin: String) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.gone.remove(number) != nil { return .failure(CancellationError()) }
                    if state.origins[origin, default: Origin()].passed < width {
                        state.origins[origin, default: Origin()].passed += 1
                        return .success(())
                    }
                    let waiting = Waiting(number: number, continuation: continuation)
                    state.origins[origin, default: Origin()].waiting.append(waiting)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            giveUp(number, origin)
        }
        // It may have been let through at the moment it was cancelled.
        state.withLock { _ = $0.gone.remove(number) }
    }

    private func giveUp(_ number: UInt64, _ origin: String) {
        let waiting: Waiting? = state.withLock { state in
            guard let index = state.origins[origin]?.waiting.firstIndex(where: { $0.number == number }) else {
                state.gone.insert(number)
                return nil
            }
            return state.origins[origin]?.waiting.remove(at: index)
        }
        waiting?.continuation.resume(throwing: CancellationError())
    }

    private func leave(_ origin: String) {
        let next: Waiting? = state.withLock { state in
            guard var here = state.origins[origin] else { return nil }
            if here.waiting.isEmpty {
                here.passed -= 1
                state.origins[origin] = here.passed > 0 ? here : nil
                return nil
            }
            let next = here.waiting.removeFirst()
            state.origins[origin] = here
            return next
        }
        next?.continuation.resume()
    }
}
