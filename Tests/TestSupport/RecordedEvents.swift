package import RelctlCore
import Synchronization

/// Keeps all events, for tests to look at.
package final class RecordedEvents: EventSink {
    private let kept = Mutex<[Event]>([])

    /// Begins with none.
    package init() {}

    /// What came so far.
    package var events: [Event] { kept.withLock { $0 } }

    package func send(_ event: Event) { kept.withLock { $0.append(event) } }
}
