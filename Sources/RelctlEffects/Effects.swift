/// Everything through which a step may touch the world.
///
/// Values come in as arguments; capabilities stand here, handed down from the entry point, never global.
public struct Effects: Sendable {
    /// The disk.
    public var files: any FileSystem {
        get { box.parts.files }
        set { change { $0.files = newValue } }
    }
    /// Other programs.
    public var processes: any ProcessRunner {
        get { box.parts.processes }
        set { change { $0.processes = newValue } }
    }
    /// Progress and messages on their way to the user.
    public var events: any EventSink {
        get { box.parts.events }
        set { change { $0.events = newValue } }
    }
    /// Time.
    public var clock: any WallClock {
        get { box.parts.clock }
        set { change { $0.clock = newValue } }
    }
    /// The environment variables that relctl was started with.
    public var environment: [String: String] {
        get { box.parts.environment }
        set { change { $0.environment = newValue } }
    }
    /// The variables that secrets are read from, which no child process gets.
    package var secretNames: Set<String> {
        get { box.parts.secretNames }
        set { change { $0.secretNames = newValue } }
    }
    /// Who relctl itself is on the machine.
    package var processTable: any ProcessTable {
        get { box.parts.processTable }
        set { change { $0.processTable = newValue } }
    }
    /// Connectors that are parts of libraries.
    package var libraries: any LibraryCaller {
        get { box.parts.libraries }
        set { change { $0.libraries = newValue } }
    }
    /// relctl itself, to be run again with ``LibraryTrial/argument``; nothing where this process is another's.
    package var trialProgram: FilePath? {
        get { box.parts.trialProgram }
        set { change { $0.trialProgram = newValue } }
    }
    /// Servers.
    public var http: any HTTPTransport {
        get { box.parts.http }
        set { change { $0.http = newValue } }
    }
    /// The longest time for one answer of an API, as the user set it; nil for the usual one.
    package var answerDeadline: Duration? {
        get { box.parts.answerDeadline }
        set { change { $0.answerDeadline = newValue } }
    }
    /// What was downloaded from servers in this run to learn its digest; copies share it.
    package var remoteDigests: RemoteDigests { box.parts.remoteDigests }
    /// What earlier runs learned of the digests of files, where that is kept; only within
    /// ``ReleaseLayout/exclusively(for:_:_:)``.
    package var digests: FileDigests? {
        get { box.parts.digests }
        set { change { $0.digests = newValue } }
    }

    /// Bundles the capabilities; without `http`, no server is reached.
    public init(
        files: any FileSystem,
        processes: any ProcessRunner,
        events: any EventSink,
        clock: any WallClock,
        environment: [String: String],
        http: any HTTPTransport = NoNetwork()
    ) {
        box = Box(
            Parts(
                files: files,
                processes: processes,
                events: events,
                clock: clock,
                environment: environment,
                http: http
            )
        )
    }

    private struct Parts: Sendable {
        var files: any FileSystem
        var processes: any ProcessRunner
        var events: any EventSink
        var clock: any WallClock
        var environment: [String: String]
        var secretNames: Set<String> = []
        var processTable: any ProcessTable = LiveProcessTable()
        var libraries: any LibraryCaller = LiveLibraryCaller()
        var trialProgram: FilePath?
        var http: any HTTPTransport
        var answerDeadline: Duration?
        let remoteDigests: RemoteDigests = RemoteDigests()
        var digests: FileDigests?
    }

    /// Holds the parts, so that a copy of the whole copies a reference: most types of relctl have one.
    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var box: Box

    private mutating func change(_ edit: (inout Parts) -> Void) {
        var parts = box.parts
        edit(&parts)
        box = Box(parts)
    }
}

/// Time, which decides nothing that ships: it is for durations, rates, the journal and caches alone.
public protocol WallClock: Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var secondsSinceEpoch: Int64 { get }
    /// Time that only goes forward, from a start that means nothing.
    var uptime: Duration { get }
    /// Returns when `duration` has passed, or throws when the task is cancelled.
    func sleep(for duration: Duration) async throws
}
