/// Starts other programs.
public protocol ProcessRunner: Sendable {
    /// Runs a program to its end and tells how it ended.
    ///
    /// The program is a process group of its own. When the task is cancelled or the
    /// time is up, the whole group is asked to end, and killed if it does not.
    ///
    /// - Throws: ``RelctlError`` if it cannot be started; `CancellationError` if the task was cancelled.
    func run(_ request: ProcessRequest) async throws -> ProcessOutcome

    /// Runs a program to its end, or until enough was read of its standard output, and tells how it ended.
    ///
    /// `read` is given what the program writes while it goes on writing, in pieces of any size that are gone when it
    /// returns, one after the other, and says whether it wants more. Once it does not, the program is ended as if the
    /// time were up; the outcome is that of one that was told to end. All else is as with ``run(_:)``, whose limit for
    /// captured output is not for standard output here; the outcome holds none.
    ///
    /// - Throws: what `read` throws, after the program was ended, and what ``run(_:)`` throws.
    func run(
        _ request: ProcessRequest,
        reading read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Bool
    ) async throws -> ProcessOutcome

    /// The executable that `program` means: itself if it has a slash (relative to `directory`), else the first on the
    /// `PATH` in `environment`.
    func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath?

    /// How many programs this machine can run at the same time.
    var availableCores: Int { get }

    /// A runner that ends the programs that a run noting them in `folder` left running when it was killed, and that notes
    /// its own there.
    ///
    /// One run at a time may use a folder.
    func takingOver(from folder: FilePath) async throws -> any ProcessRunner
}

extension ProcessRunner {
    /// Runs the program to its end and has all of its output read then, for a runner that cannot do both at once.
    public func run(
        _ request: ProcessRequest,
        reading read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Bool
    ) async throws -> ProcessOutcome {
        var outcome = try await run(request)
        _ = try outcome.standardOutput.withUnsafeBytes(read)
        outcome.standardOutput = []
        return outcome
    }

    /// One, for a runner that knows no better.
    public var availableCores: Int { 1 }

    /// The runner itself, for one whose programs do not outlive it.
    public func takingOver(from folder: FilePath) async throws -> any ProcessRunner { self }
}

/// What to run, and how.
public struct ProcessRequest: Sendable {
    /// The program and its arguments; never a shell line.
    public var arguments: [String]
    /// The folder it runs in.
    public var directory: FilePath
    /// All of its environment.
    public var environment: [String: String]
    /// Where its output goes.
    public var output: Output
    /// How long it may take; nothing for as long as it likes.
    public var timeout: Duration?
    /// What it reads from its standard input.
    public var input: [UInt8] = []

    /// Where a program's output goes.
    public enum Output: Sendable, Hashable {
        /// Into the outcome, at most so many bytes of each stream; more is an error.
        case captured(limit: Int)
        /// Both streams, as they come, to the end of this file; the last lines into the outcome too.
        case log(FilePath)
    }

    /// Describes a run.
    public init(
        arguments: [String],
        directory: FilePath,
        environment: [String: String],
        output: Output = .captured(limit: 64 << 20),
        timeout: Duration? = nil
    ) {
        self.arguments = arguments
        self.directory = directory
        self.environment = environment
        self.output = output
        self.timeout = timeout
    }
}

/// How a program ended, and what it said.
public struct ProcessOutcome: Sendable, Hashable {
    /// How it ended.
    public var termination: Termination
    /// Its standard output, where that was captured.
    public var standardOutput: [UInt8]
    /// Its standard error where that was captured; the last lines of both where they went to a log.
    public var standardError: [UInt8]

    /// Ways to end.
    public enum Termination: Sendable, Hashable {
        /// By itself, with this code.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
        /// By relctl, because its time was up.
        case timedOut
    }

    /// Creates an outcome.
    public init(termination: Termination, standardOutput: [UInt8] = [], standardError: [UInt8] = []) {
        self.termination = termination
        self.standardOutput = standardOutput
        self.standardError = standardError
    }

    /// Whether it ended by itself with code 0.
    public var succeeded: Bool { termination == .exited(0) }
}
