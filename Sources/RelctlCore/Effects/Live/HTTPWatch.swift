/// How far an exchange has come.
struct HTTPProgress: Sendable {
    /// Bytes of the request's body that the network took.
    var sent: UInt64
    /// Bytes of the answer's body that came.
    var received: UInt64
    /// Whether the answer's head came.
    var hasHead: Bool
}

/// Looks from time to time whether an exchange takes too long or stands still.
struct HTTPWatch: Sendable {
    private let request: HTTPRequest
    private let progress: @Sendable () -> HTTPProgress

    init(_ request: HTTPRequest, _ progress: @escaping @Sendable () -> HTTPProgress) {
        self.request = request
        self.progress = progress
    }

    private enum Phase {
        case sending, waiting, receiving
    }

    /// Returns why the exchange has to end, as soon as it has; nothing if the task was cancelled before.
    func tooLate() async -> HTTPFailure? {
        let start = ContinuousClock.now
        var (mark, markedBytes, markedPhase) = (start, UInt64(0), Phase.sending)
        while true {
            do { try await Task.sleep(for: pause) } catch { return nil }
            let (now, progress) = (ContinuousClock.now, progress())
            if let deadline = request.deadline, now - start >= deadline {
                return HTTPFailure(.timedOut, "it took longer than \(Self.text(deadline))")
            }
            let phase: Phase =
                progress.hasHead ? .receiving : progress.sent < request.body.count ? .sending : .waiting
            let bytes = progress.sent + progress.received
            if phase != markedPhase { (mark, markedBytes, markedPhase) = (now, bytes, phase) }
            if phase == .waiting {
                guard now - mark >= request.answerTimeout else { continue }
                return HTTPFailure(.timedOut, "there was no answer within \(Self.text(request.answerTimeout))")
            }
            guard now - mark >= request.minimumRate.window else { continue }
            if Double(bytes - markedBytes) < Double(request.minimumRate.bytesPerSecond) * ((now - mark) / .seconds(1)) {
                return HTTPFailure(.timedOut, stallText)
            }
            (mark, markedBytes) = (now, bytes)
        }
    }

    /// Often enough for the shortest of what is allowed.
    private var pause: Duration {
        let shortest = [request.deadline, request.answerTimeout, request.minimumRate.window].compactMap(\.self).min()
        return max(.milliseconds(5), min(.milliseconds(250), (shortest ?? .seconds(1)) / 4))
    }

    private var stallText: String {
        let rate = request.minimumRate
        return "it moved less than \(ByteCount(rate.bytesPerSecond)) in a second for \(Self.text(rate.window))"
    }

    private static func text(_ duration: Duration) -> String {
        let milliseconds = Int64(duration / .milliseconds(1))
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
