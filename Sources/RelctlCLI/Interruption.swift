import Dispatch
import RelctlCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ctrl-C, and the other ways to ask a process to end.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs a body that is cancelled by the first signal, so that its children end and its files are in order.
    ///
    /// A second signal ends the process at once, after `atOnce`.
    ///
    /// - Throws: What `body` throws; `CancellationError` if a signal came, whatever became of `body`.
    static func stopping<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value,
        atOnce: @escaping @Sendable () -> Void
    ) async throws -> Value {
        let task = Task { try await body() }
        let wasStopped = Mutex(false)
        let source = try watch {
            let isSecond = wasStopped.withLock { stopped in
                defer { stopped = true }
                return stopped
            }
            if isSecond {
                atOnce()
                _exit(ExitCode.interrupted.rawValue)
            }
            // Elsewhere, as it may take its time: a second signal is heard meanwhile.
            DispatchQueue(label: "cancelling").async { task.cancel() }
        }
        defer { source.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if wasStopped.withLock({ $0 }) { throw CancellationError() }
        return try result.get()
    }

    /// So long after a signal others are the same request: `timeout` sends its own twice, to relctl and to its group.
    private static let echo = Duration.milliseconds(100)

    /// Calls `handler` for each signal, but for those that relctl was told to ignore, as `nohup` does.
    ///
    /// It must not take long, or the signal after it would be taken for one that came later.
    ///
    /// The signal handler only writes to a pipe, which a thread that may do anything reads. (A signal source of Dispatch
    /// would be shorter; on Linux it parks the thread that the signal happens to interrupt.)
    private static func watch(_ handler: @escaping @Sendable () -> Void) throws -> any DispatchSourceRead {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw RelctlError("cannot create a pipe", causes: [RelctlError(String(cString: strerror(errno)))])
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = ends[0]
        signalPipe = ends[1]
        let queue = DispatchQueue(label: "signals")
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: queue)
        let lastTaken = Mutex<ContinuousClock.Instant?>(nil)
        source.setEventHandler {
            let now = ContinuousClock.now
            var byte: UInt8 = 0
            guard read(reading, &byte, 1) == 1 else { return }
            let isEcho = lastTaken.withLock { last in
                if let instant = last, now - instant < echo { return true }
                last = now
                return false
            }
            if !isEcho { handler() }
        }
        source.activate()
        for number in signals {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
            signal(number) { _ in
                let before = errno
                var byte: UInt8 = 1
                _ = write(signalPipe, &byte, 1)
                errno = before
            }
        }
        return source
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Where signal handlers write; set before the first of them is installed.
private nonisolated(unsafe) var signalPipe: Int32 = -1
