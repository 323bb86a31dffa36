import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Waits for a started child, takes what it says and ends it when it must end.
struct ChildWatch {
    /// What is read while waiting.
    var streams: [ChildStream] = []

    private let pid: pid_t
    private let grace: Duration
    private let patience: Duration
    private let interruption: Interruption
    private let exit: Descriptor?
    private var termination: ProcessOutcome.Termination?
    private var ending: Ending?
    /// When the child's time is up.
    private var timeoutAt: ContinuousClock.Instant?
    /// When what has not ended is killed.
    private var killAt: ContinuousClock.Instant?
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// Why a child is ended.
    enum Ending {
        case timedOut
        case cancelled
        case failed(any Error)
        case satisfied
    }

    init(pid: pid_t, request: ProcessRequest, runner: LiveProcessRunner, interruption: Interruption) {
        self.pid = pid
        grace = runner.grace
        patience = runner.patience
        self.interruption = interruption
        let descriptor = relctl_exit_descriptor(pid)
        exit = descriptor >= 0 ? Descriptor(descriptor) : nil
        timeoutAt = request.timeout.map { .now + $0 }
    }

    /// Returns when the child and its group have ended, or the group was killed.
    mutating func untilTheEnd() throws -> ProcessOutcome {
        while true {
            readReadyStreams()
            reap()
            if termination != nil, isSilent, !isGroupAlive() { break }
            if let killAt, killAt <= .now {
                signalGroup(SIGKILL)
                if termination != nil {
                    awaitTheKilled()
                    break
                }
                // Only the system can be slow now.
                self.killAt = nil
            }
            if let timeoutAt, timeoutAt <= .now { end(.timedOut) }
        }
        switch ending {
        case .cancelled: throw CancellationError()
        case .failed(let error): throw error
        case .timedOut: return outcome(.timedOut)
        case .satisfied, nil: return outcome(termination ?? .exited(0))
        }
    }

    /// Asks the group to end, and sees to it that it does; the first reason counts.
    mutating func end(_ reason: Ending) {
        timeoutAt = nil
        guard ending == nil else { return }
        ending = reason
        signalGroup(SIGTERM)
        // One that is stopped hears nothing else.
        signalGroup(SIGCONT)
        killAt = termination == nil ? .now + grace : .now
    }

    private func outcome(_ termination: ProcessOutcome.Termination) -> ProcessOutcome {
        var outcome = ProcessOutcome(termination: termination)
        if streams.count == 2 {
            outcome.standardOutput = streams[0].bytes
            outcome.standardError = streams[1].bytes
        }
        return outcome
    }

    private var isSilent: Bool { streams.allSatisfy { $0.source == nil } }

    /// Whether any process is left in the group, after those that have ended were taken leave of.
    ///
    /// Asked only after the leader was reaped. Its number stays taken as long as the group has a member; that it is
    /// given away and leads another group within the moments until the next look is not to be feared.
    private func isGroupAlive() -> Bool {
        while waitpid(-pid, nil, WNOHANG) > 0 {}
        return kill(-pid, 0) == 0
    }

    /// Gives those that were killed a moment to be gone.
    private func awaitTheKilled() {
        for _ in 0..<40 where isGroupAlive() { usleep(5_000) }
    }

    private func signalGroup(_ signal: Int32) { kill(-pid, signal) }

    // MARK: Waiting

    /// Waits until something happens or is due, then reads what can be read.
    private mutating func readReadyStreams() {
        var descriptors = [
            pollfd(fd: ending == nil ? interruption.signal.number : -1, events: Int16(POLLIN), revents: 0)
        ]
        descriptors.append(
            pollfd(fd: termination == nil ? exit?.number ?? -1 : -1, events: Int16(POLLIN), revents: 0)
        )
        for stream in streams {
            descriptors.append(pollfd(fd: stream.source?.number ?? -1, events: Int16(POLLIN), revents: 0))
        }
        let ready = poll(&descriptors, nfds_t(descriptors.count), millisecondsUntilDue)
        guard ready > 0 else { return }
        if descriptors[0].revents != 0 { end(.cancelled) }
        for index in streams.indices where descriptors[index + 2].revents != 0 {
            do {
                if try !streams[index].read(with: &buffer) { end(.satisfied) }
            } catch {
                end(.failed(error))
            }
        }
    }

    private var millisecondsUntilDue: Int32 {
        // What nothing announces must be looked for: the end of the group, and of the child on an old system.
        let mustLook = termination != nil || exit == nil
        let longest: Duration = mustLook ? .milliseconds(10) : .seconds(60)
        let due = [timeoutAt, killAt].compactMap(\.self).min().map { ContinuousClock.now.duration(to: $0) } ?? longest
        let wait = max(.zero, min(due, longest))
        // Rounded up, so that what is due is due when poll returns.
        return Int32(wait / .milliseconds(1)) + 1
    }

    /// Learns whether and how the child ended, and lets the system forget it.
    private mutating func reap() {
        guard termination == nil else { return }
        var status: Int32 = 0
        let result = waitpid(pid, &status, WNOHANG)
        guard result != 0, !(result < 0 && errno == EINTR) else { return }
        if result < 0 {
            termination = .exited(-1)
            end(.failed(RelctlError("cannot learn how process \(pid) ended: \(String(cString: strerror(errno)))")))
        } else {
            // The encoding that WIFEXITED, WEXITSTATUS and WTERMSIG take apart, which are macros.
            termination = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
        }
        timeoutAt = nil
        if killAt == nil { killAt = .now + patience }
    }
}

/// What a child says on one of its streams.
struct ChildStream {
    /// What errors call it.
    let name: String
    /// Our end of the pipe; nothing once all was read.
    private(set) var source: Descriptor?
    /// All of it so far.
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    /// Who takes what comes, if it is not kept.
    private let read: (@Sendable (UnsafeRawBufferPointer) throws -> Bool)?

    init(
        name: String,
        source: Descriptor,
        limit: Int,
        read: (@Sendable (UnsafeRawBufferPointer) throws -> Bool)? = nil
    ) {
        self.name = name
        self.source = source
        self.limit = limit
        self.read = read
        let flags = fcntl(source.number, F_GETFL)
        _ = fcntl(source.number, F_SETFL, flags | O_NONBLOCK)
    }

    /// Reads what is there, and says whether more is wanted.
    mutating func read(with buffer: inout [UInt8]) throws -> Bool {
        guard let source else { return true }
        #if canImport(Glibc)
            let count = Glibc.read(source.number, &buffer, buffer.count)
        #else
            let count = Darwin.read(source.number, &buffer, buffer.count)
        #endif
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) { self.source = nil }
            return true
        }
        do {
            guard try buffer.withUnsafeBytes({ try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
                self.source = nil
                return false
            }
            return true
        } catch {
            self.source = nil
            throw error
        }
    }

    /// Hands on or keeps what was read, and says whether more is wanted.
    private mutating func take(_ piece: UnsafeRawBufferPointer) throws -> Bool {
        if let read { return try read(piece) }
        guard piece.count <= limit - bytes.count else {
            throw RelctlError("cannot take in the program's \(name): it is larger than \(limit) bytes")
        }
        bytes += piece
        return true
    }
}
