import CSystem
import Dispatch
import Synchronization

/// Calls libraries in this process, each question on a thread of its own.
package struct LiveLibraryCaller: LibraryCaller {
    /// Needs nothing.
    package init() {}

    /// A library is loaded once for all runs of a process, and stays.
    private static let shelf = Mutex<[Digest: Shelved]>([:])
    private static let turns = KeyedSemaphore(width: 1)

    /// A library by its digest: loaded by whoever first asks it something, once, also where that failed.
    private final class Shelved: Sendable {
        private let loaded = Mutex<Result<ConnectorLibrary, RelctlError>?>(nil)
        /// Whether a question still goes on that nobody waits for any more.
        let isLost = Atomic(false)

        /// The connector, on whose library's threads this is called one after the other.
        func connector(_ identity: LibraryConnector, from bytes: [UInt8]) throws -> RegisteredConnector {
            let library = try loaded.withLock { loaded in
                let result = loaded ?? Result { () throws(RelctlError) in try ConnectorLibrary(bytes) }
                loaded = result
                return try result.get()
            }
            if let connector = library.connectors.first(where: { $0.identity == identity }) { return connector }
            throw RelctlError("it registers no \(identity.kind) `\(identity.id)` any more")
        }
    }

    package func ask(
        _ question: LibraryQuestion,
        hearing hear: @escaping @Sendable (LibraryRemark) throws -> Void
    ) async throws -> ProcessOutcome {
        let shelved = Self.shelf.withLock { shelf in
            let shelved = shelf[question.digest] ?? Shelved()
            shelf[question.digest] = shelved
            return shelved
        }
        return try await Self.turns.pass(question.digest.hexadecimal) {
            guard !shelved.isLost.load(ordering: .relaxed) else {
                throw RelctlError("it still goes on with an earlier question, although it was told to stop")
            }
            let turn = LibraryTurn()
            let call = LibraryCall(
                question.name,
                question.content,
                variables: question.variables,
                hearing: hear,
                failed: { turn.stop(.failed($0)) }
            )
            defer { if !turn.isOver { shelved.isLost.store(true, ordering: .relaxed) } }
            let connector = question.connector
            return try await turn.outcome(of: call, within: question.timeout) {
                relctl_tell_crashes()
                relctl_answers("the library that has the \(connector.kind) `\(connector.id)`")
                return try shelved.connector(connector, from: question.library).answer(call)
            }
        }
    }
}

/// The time in which a library answers one question.
private final class LibraryTurn: Sendable {
    /// Why a question is given up.
    enum Reason {
        case timedOut, cancelled
        case failed(any Error)
    }

    private struct State {
        var result: Result<Int32, any Error>?
        var reason: Reason?
    }

    private let state = Mutex(State())
    /// Signalled when the library returned, and when it shall.
    private let changed = DispatchSemaphore(value: 0)

    /// How long a library may go on that was told to stop.
    private static let grace = DispatchTimeInterval.seconds(5)

    /// Whether the library returned.
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Gives the question up.
    func stop(_ reason: Reason) {
        state.withLock { $0.reason = $0.reason ?? reason }
        changed.signal()
    }

    /// What comes of a call; whether the library stopped where it had to, ``isOver`` tells.
    ///
    /// - Throws: What `body` throws, why the question was given up, `CancellationError`.
    func outcome(
        of call: LibraryCall,
        within limit: Duration,
        _ body: @escaping @Sendable () throws -> Int32
    ) async throws -> ProcessOutcome {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let error = OwnThread.start {
                    continuation.resume(with: Result { try self.watch(call, limit, body) })
                }
                if error != 0 { continuation.resume(throwing: self.noThread(error)) }
            }
        } onCancel: {
            stop(.cancelled)
        }
    }

    /// Ends a turn that never began: no call of the library's goes on.
    private func noThread(_ number: Int32) -> RelctlError {
        let error = RelctlError("cannot start a thread: error \(number)")
        state.withLock { $0.result = .failure(error) }
        return error
    }

    /// Waits on this thread for a library that answers on another.
    private func watch(
        _ call: LibraryCall,
        _ limit: Duration,
        _ body: @escaping @Sendable () throws -> Int32
    ) throws -> ProcessOutcome {
        let error = OwnThread.start {
            let result = Result { try body() }
            self.state.withLock { $0.result = result }
            self.changed.signal()
        }
        guard error == 0 else { throw noThread(error) }
        let milliseconds = Int(min(limit, .seconds(1_000_000)) / .milliseconds(1))
        if changed.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut { stop(.timedOut) }
        let deadline = DispatchTime.now() + Self.grace
        while !isOver {
            call.stop()
            guard changed.wait(timeout: deadline) == .success else { break }
        }
        call.end()
        let (result, reason) = state.withLock { ($0.result, $0.reason) }
        switch reason {
        case .cancelled: throw CancellationError()
        case .failed(let error): throw error
        case .timedOut: return ProcessOutcome(termination: .timedOut)
        case nil: return ProcessOutcome(termination: try result.map { .exited(try $0.get()) } ?? .timedOut)
        }
    }
}
