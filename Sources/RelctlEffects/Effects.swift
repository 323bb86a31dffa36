/// Everything through which a step may touch the world.
///
/// Values come in as arguments; capabilities stand here, handed down from the entry point, never global.
public struct Effects: Sendable {
    /// The disk.
    public var files: any FileSystem
    /// Other programs.
    public var processes: any ProcessRunner
    /// Progress and messages on their way to the user.
    public var events: any EventSink
    /// Time.
    public var clock: any WallClock
    /// The environment variables that relctl was started with.
    public var environment: [String: String]
    /// The variables that secrets are read from, which no child process gets.
    package var secretNames: Set<String> = []
    /// Who relctl itself is on the machine.
    package var processTable: any ProcessTable = LiveProcessTable()
    /// Connectors that are parts of libraries.
    package var libraries: any LibraryCaller = LiveLibraryCaller()
    /// relctl itself, to be run again with ``LibraryTrial/argument``; nothing where this process is another's.
    package var trialProgram: FilePath?
    /// Servers.
    public var http: any HTTPTransport
    /// The longest time for one answer of an API, as the user set it; nil for the usual one.
    package var answerDeadline: Duration?
    /// What was downloaded from servers in this run to learn its digest; copies share it.
    package let remoteDigests = RemoteDigests()
    /// What earlier runs learned of the digests of files, where that is kept; only within
    /// ``ReleaseLayout/exclusively(for:_:_:)``.
    package var digests: FileDigests?

    /// Bundles the capabilities; without `http`, no server is reached.
    public init(
        files: any FileSystem,
        processes: any ProcessRunner,
        events: any EventSink,
        clock: any WallClock,
        environment: [String: String],
        http: any HTTPTransport = NoNetwork()
    ) {
        self.files = files
        self.processes = processes
        self.events = events
        self.clock = clock
        self.environment = environment
        self.http = http
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
