import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Starts real programs, by posix_spawn (IEEE Std 1003.1-2017).
///
/// Each child has a thread that starts it, reads what it says and waits for its end, so that no thread of Swift's own
/// pool ever waits. What a program leaves behind in its process group does not outlive it by more than `patience`.
package struct LiveProcessRunner: ProcessRunner {
    /// How long a group that was asked to end may take before it is killed.
    let grace: Duration
    /// How long what a program left behind may go on after the program's own end.
    let patience: Duration
    /// Where running children are noted for a later run, if anywhere.
    let ledger: ChildLedger?
    /// Those that run right now.
    let children: RunningChildren

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - ledger: Where running children are noted, so that a later run can end those that outlived a killed relctl.
    ///   - grace: How long a group that was asked to end may take before it is killed.
    ///   - patience: How long what a program left behind in its group may go on after the program's own end.
    ///   - children: Where it is noted who runs right now.
    package init(
        ledger: ChildLedger? = nil,
        grace: Duration = .seconds(5),
        patience: Duration = .seconds(1),
        children: RunningChildren = RunningChildren()
    ) {
        self.children = children
        self.ledger = ledger
        self.grace = grace
        self.patience = patience
    }

    package var availableCores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    package func takingOver(from folder: FilePath) async throws -> any ProcessRunner {
        let ledger = ChildLedger(folder: folder)
        _ = try await ledger.endLeftovers(grace: grace)
        return LiveProcessRunner(ledger: ledger, grace: grace, patience: patience, children: children)
    }

    package func run(_ request: ProcessRequest) async throws -> ProcessOutcome {
        try await run { ChildRun(request: request, runner: self, interruption: $0) }
    }

    package func run(
        _ request: ProcessRequest,
        reading read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Bool
    ) async throws -> ProcessOutcome {
        try await run { ChildRun(request: request, runner: self, interruption: $0, read: read) }
    }

    private func run(_ child: (Interruption) -> ChildRun) async throws -> ProcessOutcome {
        try Task.checkCancellation()
        let interruption = try Interruption()
        let child = child(interruption)
        let result: Result<ProcessOutcome, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let error = OwnThread.lend { continuation.resume(returning: Result { try child.toItsEnd() }) }
                if error != 0 { continuation.resume(returning: .failure(child.cannotRun(because: error))) }
            }
        } onCancel: {
            interruption.request()
        }
        return try result.get()
    }

    package func locate(_ program: String, environment: [String: String], directory: FilePath) -> FilePath? {
        guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
        guard !program.utf8.contains(UInt8(ascii: "/")) else {
            let path = directory.appending(program)
            return Self.isExecutable(path) ? path : nil
        }
        return Self.searchPath(environment).lazy
            .map { directory.appending($0).appending(program) }
            .first { Self.isExecutable($0) }
    }

    /// The folders of `PATH`; an empty one, which would mean the current folder, is left out: it is never meant.
    static func searchPath(_ environment: [String: String]) -> [String] {
        (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
    }

    private static func isExecutable(_ path: FilePath) -> Bool {
        guard let status = try? LiveFileSystem().resolvedStatus(of: path), status.kind == .file else { return false }
        return access(path.string, X_OK) == 0
    }
}

/// Tells a waiting thread that it should stop waiting for good.
final class Interruption: Sendable {
    /// Polls as readable once ``request()`` was called.
    let signal: Descriptor
    private let trigger: Descriptor

    init() throws { (signal, trigger) = try Descriptor.pipe() }

    /// Stops the waiting.
    func request() {
        var byte: UInt8 = 0
        // The pipe is empty or says it already: nothing that could fail matters.
        _ = write(trigger.number, &byte, 1)
    }
}

/// An open descriptor that no child inherits, closed when nobody holds it any more.
final class Descriptor: Sendable {
    /// What the system calls it.
    let number: Int32

    /// Takes over an open descriptor.
    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The two ends of a new pipe.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard relctl_pipe(&ends) == 0 else {
            throw RelctlError("cannot create a pipe", causes: [RelctlError(String(cString: strerror(errno)))])
        }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }
}
