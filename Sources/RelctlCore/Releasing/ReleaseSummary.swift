import Synchronization

/// What came of a release.
package struct ReleaseSummary: Sendable, Hashable, Codable {
    /// What was released.
    package var release: ReleaseIdentity
    /// Where it lies.
    package var folder: String
    /// What it consists of, sorted bytewise.
    package var files: [File]
    /// When each step began and how long it took, in the order in which they began.
    package var steps: [StepTime]
    /// Where it was published.
    package var publications: [PublicationOutcome]

    /// A file of the release.
    package struct File: Sendable, Hashable, Codable {
        /// Its name in the folder.
        package var name: String
        /// Bytes.
        package var size: UInt64
    }

    /// The time of a step.
    ///
    /// Steps may run side by side, as packing does beside building: then their times overlap, and add up to more than
    /// the release took.
    package struct StepTime: Sendable, Hashable, Codable {
        /// The step.
        package var step: ReleaseStep
        /// When it began, in seconds after the first step did.
        package var start: Double
        /// How many seconds passed from its beginning to its end.
        package var seconds: Double
    }
}

/// Takes the time of steps, which may run side by side.
final class Stopwatch: Sendable {
    private let clock: any WallClock
    private let start: Duration
    private let taken = Mutex<[ReleaseSummary.StepTime]>([])

    init(_ clock: any WallClock) {
        self.clock = clock
        start = clock.uptime
    }

    /// The times of the steps that have ended, in the order in which they began.
    var times: [ReleaseSummary.StepTime] {
        let order = ReleaseStep.allCases
        return taken.withLock(\.self).sorted { one, other in
            guard one.start == other.start else { return one.start < other.start }
            return (order.firstIndex(of: one.step) ?? 0) < (order.firstIndex(of: other.step) ?? 0)
        }
    }

    /// Runs a step and adds its time.
    func time<Value>(_ step: ReleaseStep, _ body: () async throws -> Value) async rethrows -> Value {
        let began = clock.uptime
        let value = try await body()
        let time = ReleaseSummary.StepTime(
            step: step,
            start: (began - start) / .seconds(1),
            seconds: (clock.uptime - began) / .seconds(1)
        )
        taken.withLock { $0.append(time) }
        return value
    }
}
