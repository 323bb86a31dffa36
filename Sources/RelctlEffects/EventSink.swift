/// Takes what happens during a run, to show or to drop it.
public protocol EventSink: Sendable {
    /// Takes one event; returns at once and never fails.
    func send(_ event: Event)
}

/// Something that the user may want to see while a run goes on.
public enum Event: Sendable {
    /// Work began.
    case began(Activity)
    /// Of the activity's total, so much is done now.
    case advanced(Activity.ID, completed: Int64)
    /// Work ended.
    case ended(Activity.ID, Outcome)
    /// Something to be told.
    case message(MessageLevel, String)
    /// Where an action at a remote stands, for the journal.
    case recorded(JournalEntry)

    /// How an activity ended.
    public enum Outcome: Sendable, Hashable {
        /// All was done; the text, if any, says what came of it.
        case succeeded(String?)
        /// Nothing needed doing, for this reason.
        case skipped(String)
        /// It failed; the error itself is reported by whoever catches it.
        case failed
    }

    /// How much a message matters.
    public enum MessageLevel: Sendable, Hashable {
        /// Shown with `--verbose` alone.
        case detail
        /// Shown unless `--quiet`.
        case notice
        /// Always shown.
        case warning
    }
}

/// A piece of work that takes time: a step, or one item of a step.
public struct Activity: Sendable, Hashable, Identifiable {
    /// Unique among the activities of a run, such as `package/streams-v1.0.0-aarch64-apple-darwin.tar.gz`.
    public let id: String
    /// What the user reads, such as `packing streams-v1.0.0-aarch64-apple-darwin.tar.gz`.
    public let title: String
    /// Whether it is a whole step that holds others.
    public let isStep: Bool
    /// Whether it matters only while it goes on: it is shown live, but nothing is told of it afterwards.
    public let isDetail: Bool
    /// How much there is to do, if that is known.
    public let total: Int64?
    /// What `total` and progress count.
    public let unit: Unit

    /// What progress is counted in.
    public enum Unit: Sendable, Hashable {
        case bytes
        case items
    }

    /// Describes a piece of work.
    public init(
        id: String,
        title: String,
        isStep: Bool = false,
        isDetail: Bool = false,
        total: Int64? = nil,
        unit: Unit = .items
    ) {
        self.id = id
        self.title = title
        self.isStep = isStep
        self.isDetail = isDetail
        self.total = total
        self.unit = unit
    }
}

extension Activity {
    /// A piece of work on files of these sizes, counted in bytes.
    package init(id: String, title: String, sizes: some Sequence<UInt64>) {
        // Files with holes can claim any size.
        let total = sizes.reduce(Int64(0)) { total, size in
            let (sum, isTooMuch) = total.addingReportingOverflow(Int64(clamping: size))
            return isTooMuch ? .max : sum
        }
        self.init(id: id, title: title, total: total, unit: .bytes)
    }
}

extension EventSink {
    /// Runs `body` between the begin and the end of `activity`.
    public func during<Value>(_ activity: Activity, _ body: () async throws -> Value) async rethrows -> Value {
        send(.began(activity))
        do {
            let value = try await body()
            send(.ended(activity.id, .succeeded(nil)))
            return value
        } catch let error as CancellationError {
            // Not this failed but something else, for which this was given up.
            send(.ended(activity.id, .skipped("stopped")))
            throw error
        } catch {
            send(.ended(activity.id, .failed))
            throw error
        }
    }
}
