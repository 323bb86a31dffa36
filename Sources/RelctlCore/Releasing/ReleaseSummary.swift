/// What came of a release.
package struct ReleaseSummary: Sendable, Hashable, Codable {
    /// What was released.
    package var release: ReleaseIdentity
    /// Where it lies.
    package var folder: String
    /// What it consists of, sorted bytewise.
    package var files: [File]
    /// How long each step took, in order.
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
    package struct StepTime: Sendable, Hashable, Codable {
        /// The step.
        package var step: ReleaseStep
        /// How long it took.
        package var seconds: Double
    }
}

/// One place that a release went to.
package struct PublicationOutcome: Sendable, Hashable, Codable {
    /// The publisher's id.
    package var publisher: String
    /// What had to be done; nothing if all was there.
    package var actions: [PublicationAction]

    /// What a planned publication comes to.
    package init(_ planned: PlannedPublication) {
        publisher = planned.request.publisher
        actions = planned.actions
    }
}

/// Takes the time of steps.
struct Stopwatch {
    private let clock: any WallClock
    private(set) var times: [ReleaseSummary.StepTime] = []

    init(_ clock: any WallClock) { self.clock = clock }

    /// Runs a step and adds its time.
    mutating func time<Value>(_ step: ReleaseStep, _ body: () async throws -> Value) async rethrows -> Value {
        let start = clock.uptime
        let value = try await body()
        times.append(ReleaseSummary.StepTime(step: step, seconds: (clock.uptime - start) / .seconds(1)))
        return value
    }
}
