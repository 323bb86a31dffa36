package import RelctlCore

/// Refuses to run anything, for tests of what runs nothing.
package struct NoProcesses: ProcessRunner {
    /// Needs nothing.
    package init() {}

    package func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        throw RelctlError("cannot run `\(request.arguments.first ?? "")`: this test runs nothing")
    }

    package func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? { nil }
}

extension Effects {
    /// The real disk and clock, and no processes.
    package static func onDisk(
        files: any FileSystem = LiveFileSystem(),
        events: any EventSink = RecordedEvents()
    ) -> Effects {
        Effects(files: files, processes: NoProcesses(), events: events, clock: LiveClock(), environment: [:])
    }
}
