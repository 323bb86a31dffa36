import Synchronization

/// Whether anything of a push was done.
final class PushProgress: Sendable {
    private let done = Mutex(false)

    /// Notes that an action was done.
    func count() { done.withLock { $0 = true } }

    /// Whether any was.
    var isAny: Bool { done.withLock(\.self) }
}
