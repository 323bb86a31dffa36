/// Tells how many bytes of an activity are done, but not of every few.
package struct ByteProgress {
    private let events: any EventSink
    private let activity: Activity.ID
    private var completed: Int64 = 0
    private var told: Int64 = 0

    /// How many bytes go by unmentioned.
    private static let step: Int64 = 1 << 20

    package init(_ activity: Activity.ID, events: any EventSink) {
        self.activity = activity
        self.events = events
    }

    package mutating func advance(by count: Int) {
        completed += Int64(count)
        guard completed - told >= Self.step else { return }
        told = completed
        events.send(.advanced(activity, completed: completed))
    }
}
