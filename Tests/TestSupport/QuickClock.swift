import RelctlCore
import Synchronization

/// The real time, but nobody waits long for it: what is slept is only remembered.
package final class QuickClock: WallClock {
    private let live = LiveClock()
    private let waits = Mutex<[Duration]>([])

    /// Needs nothing.
    package init() {}

    /// How long was slept, in order.
    package var slept: [Duration] { waits.withLock(\.self) }
    package var secondsSinceEpoch: Int64 { live.secondsSinceEpoch }
    package var uptime: Duration { live.uptime }

    package func sleep(for duration: Duration) async throws {
        waits.withLock { $0.append(duration) }
        try await live.sleep(for: min(duration, .milliseconds(5)))
    }
}
