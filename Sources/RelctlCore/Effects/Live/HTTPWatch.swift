/// How far an exchange has come.
struct HTTPProgress {
    /// Bytes of the request's body that were taken to be sent.
    var sent: UInt64
    /// Bytes of the answer's body that came.
    var received: UInt64
    /// Whether the answer's head came.
    var hasHead: Bool
}

/// Whether an exchange takes too long or stands still, for one who looks from time to time.
struct HTTPWatch {
    private let request: HTTPRequest
    private let start = ContinuousClock.now
    private var mark = ContinuousClock.now
    private var markedBytes: UInt64 = 0
    private var markedPhase = Phase.sending

    private enum Phase {
        case sending, waiting, receiving
    }

    /// Begins to count the time of an exchange.
    init(_ request: HTTPRequest) { self.request = request }

    /// How often to look: often enough for the shortest of what is allowed.
    var pause: Duration {
        let shortest = [request.deadline, request.answerTimeout, request.minimumRate.window].compactMap(\.self).min()
        return max(.milliseconds(5), min(.milliseconds(250), (shortest ?? .seconds(1)) / 4))
    }

    /// Why the exchange has to end, if it has.
    mutating func failure(at progress: HTTPProgress) -> HTTPFailure? {
        let now = ContinuousClock.now
        if let deadline = request.deadline, now - start >= deadline {
            return HTTPFailure(.timedOut, "it took longer than \(Self.text(deadline))")
        }
        let phase: Phase = progress.hasHead ? .receiving : progress.sent < request.body.count ? .sending : .waiting
        let bytes = progress.sent + progress.received
        if phase != markedPhase || bytes < markedBytes { (mark, markedBytes, markedPhase) = (now, bytes, phase) }
        if phase == .waiting {
            guard now - mark >= request.answerTimeout else { return nil }
            return HTTPFailure(.timedOut, "there was no answer within \(Self.text(request.answerTimeout))")
        }
        guard now - mark >= request.minimumRate.window else { return nil }
        if Double(bytes - markedBytes) < Double(request.minimumRate.bytesPerSecond) * ((now - mark) / .seconds(1)) {
            return HTTPFailure(.timedOut, stallText)
        }
        (mark, markedBytes) = (now, bytes)
        return nil
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
