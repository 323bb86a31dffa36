import Synchronization

/// How much of all files of a run is sent, whichever place they go to.
package final class TransferProgress: Sendable {
    /// What is shown: all files as one.
    package let activity: Activity
    private let events: any EventSink
    private let sent = Mutex<(each: [Activity.ID: UInt64], sum: UInt64)>(([:], 0))

    /// Counts the bytes of what is planned; nothing if there are none.
    package init?(_ actions: [PublicationAction], events: any EventSink) {
        let sizes = actions.compactMap(\.size)
        guard sizes.contains(where: { $0 > 0 }) else { return nil }
        let activity = Activity(id: "publish/all", title: "", sizes: sizes)
        let total = UInt64(activity.total ?? 0)
        let count = sizes.count
        self.activity = Activity(
            id: activity.id,
            title: "sending \(count) file\(count == 1 ? "" : "s"), \(ByteCount(total))",
            isDetail: true,
            total: activity.total,
            unit: .bytes
        )
        self.events = events
    }

    /// Takes how much of one file is sent; an upload that begins anew is told from its start again.
    func advance(_ id: Activity.ID, to bytes: UInt64) {
        let sum = sent.withLock { sent in
            sent.sum = sent.sum - (sent.each[id] ?? 0) + bytes
            sent.each[id] = bytes
            return sent.sum
        }
        events.send(.advanced(activity.id, completed: Int64(clamping: sum)))
    }
}
