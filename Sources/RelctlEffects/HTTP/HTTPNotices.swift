import Synchronization

/// Lets a notice about a server through once in a while: what many requests at once have to say of it is all the same.
final class HTTPNotices: Sendable {
    /// How long one notice is enough.
    private static let interval = Duration.seconds(10)

    private let last = Mutex<[String: Duration]>([:])

    /// Whether the user should be told of a server again.
    ///
    /// - Parameters:
    ///   - origin: The server.
    ///   - now: The time, as ``WallClock/uptime`` has it.
    /// - Returns: Whether nothing was told of it for a while; then something is now.
    func areDue(of origin: String, at now: Duration) -> Bool {
        last.withLock { last in
            if let time = last[origin], now - time < Self.interval { return false }
            last[origin] = now
            return true
        }
    }
}
