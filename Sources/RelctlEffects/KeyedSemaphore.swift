import Synchronization

/// Lets so many pieces of work with one key go on at once, such as requests to one server, first come, first served.
package final class KeyedSemaphore: Sendable {
    private struct Waiting {
        let number: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Holders {
        var passed = 0
        var waiting: [Waiting] = []
    }

    private struct State {
        var holders: [String: Holders] = [:]
        var nextNumber: UInt64 = 0
        /// Those that were cancelled before they waited.
        var gone: Set<UInt64> = []
    }

    private let width: Int
    private let state = Mutex(State())

    package init(width: Int) { self.width = max(1, width) }

    /// Runs `body` once there is room for it.
    ///
    /// - Throws: `CancellationError` if the task was cancelled while it waited, and what `body` throws.
    package func pass<Value>(_ key: String, _ body: () async throws -> Value) async throws -> Value {
        try await enter(key)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ key: String) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.gone.remove(number) != nil { return .failure(CancellationError()) }
                    if state.holders[key, default: Holders()].passed < width {
                        state.holders[key, default: Holders()].passed += 1
                        return .success(())
                    }
                    let waiting = Waiting(number: number, continuation: continuation)
                    state.holders[key, default: Holders()].waiting.append(waiting)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            giveUp(number, key)
        }
        // It may have been let through at the moment it was cancelled.
        state.withLock { _ = $0.gone.remove(number) }
    }

    private func giveUp(_ number: UInt64, _ key: String) {
        let waiting: Waiting? = state.withLock { state in
            guard let index = state.holders[key]?.waiting.firstIndex(where: { $0.number == number }) else {
                state.gone.insert(number)
                return nil
            }
            return state.holders[key]?.waiting.remove(at: index)
        }
        waiting?.continuation.resume(throwing: CancellationError())
    }

    private func leave(_ key: String) {
        let next: Waiting? = state.withLock { state in
            guard var here = state.holders[key] else { return nil }
            if here.waiting.isEmpty {
                here.passed -= 1
                state.holders[key] = here.passed > 0 ? here : nil
                return nil
            }
            let next = here.waiting.removeFirst()
            state.holders[key] = here
            return next
        }
        next?.continuation.resume()
    }
}
