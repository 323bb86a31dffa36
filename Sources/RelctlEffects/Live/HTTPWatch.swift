/// How far an exchange has come.
struct HTTPProgress {
    /// Bytes of the request's body that were taken to be sent.
    var sent: UInt64
    /// Bytes of the answer's body that came.
    var received: UInt64
    /// Whether the answer's head came.
    var hasHead: Bool
}

/// Finds out, for one who looks from time to time, that an exchange takes too long, is too slow or stands still.
struct HTTPWatch {
    private let request: HTTPRequest
    private let start = ContinuousClock.now
    /// Start of the window over which the rate is measured, and the bytes until then.
    private var mark = ContinuousClock.now
    private var markedBytes: UInt64 = 0
    private var markedPhase = Phase.sending
    /// The last moment at which a byte had moved.
    private var lastMove = ContinuousClock.now
    private var movedBytes: UInt64 = 0

    private enum Phase {
        case sending, waiting, receiving
    }

    /// Begins to count the time of an exchange.
    init(_ request: HTTPRequest) { self.request = request }

    /// The time between two looks: short enough for the shortest limit.
    var pause: Duration {
        let limits = [request.deadline, request.answerTimeout, request.stallTimeout, request.minimumRate.window]
        let shortest = limits.compactMap(\.self).min() ?? .seconds(1)
        return max(.milliseconds(5), min(.milliseconds(250), shortest / 4))
    }

    /// Returns the reason why the exchange has to end; nil if it may continue.
    mutating func failure(at progress: HTTPProgress) -> HTTPFailure? {
        let now = ContinuousClock.now
        let phase: Phase = progress.hasHead ? .receiving : progress.sent < request.body.count ? .sending : .waiting
        let bytes = progress.sent + progress.received
        if phase != markedPhase || bytes < markedBytes {
            (mark, markedBytes, markedPhase) = (now, bytes, phase)
            (lastMove, movedBytes) = (now, bytes)
        }
        if bytes != movedBytes { (lastMove, movedBytes) = (now, bytes) }
        if let deadline = request.deadline, now - start >= deadline {
            return Self.late(deadline, after: now - start, phase, progress)
        }
        if phase == .waiting {
            guard now - mark >= request.answerTimeout else { return nil }
            return HTTPFailure(.timedOut, "there was no answer within \(Self.text(request.answerTimeout))")
        }
        if now - lastMove >= request.stallTimeout {
            return HTTPFailure(
                .timedOut,
                "nothing moved for \(Self.text(request.stallTimeout)), after \(ByteCount(bytes))"
            )
        }
        let window = now - mark
        guard window >= request.minimumRate.window else { return nil }
        let moved = bytes - markedBytes
        (mark, markedBytes) = (now, bytes)
        guard Double(moved) < Double(request.minimumRate.bytesPerSecond) * (window / .seconds(1)) else { return nil }
        return HTTPFailure(
            .timedOut,
            "it moved \(Self.rate(moved, window)) for \(Self.text(request.minimumRate.window)); at least "
                + "\(ByteCount(request.minimumRate.bytesPerSecond))/s is needed"
        )
    }

    /// The failure for an exchange that is not over at its deadline.
    private static func late(
        _ deadline: Duration,
        after time: Duration,
        _ phase: Phase,
        _ progress: HTTPProgress
    ) -> HTTPFailure {
        let limit = "the limit is \(text(deadline))"
        switch phase {
        case .waiting: return HTTPFailure(.timedOut, "there was no answer within \(text(deadline))")
        case .sending:
            let rate = "\(ByteCount(progress.sent)) were sent, at \(rate(progress.sent, time))"
            return HTTPFailure(.timedOut, "it took longer than \(text(deadline)): \(rate)")
        case .receiving:
            let rate = "\(ByteCount(progress.received)) in \(text(time)), at \(rate(progress.received, time))"
            return HTTPFailure(.tooSlow, "the server answered too slowly: \(rate); \(limit)")
        }
    }

    /// A rate such as `1.10 kB/s`.
    private static func rate(_ bytes: UInt64, _ time: Duration) -> String {
        "\(ByteCount(UInt64(Double(bytes) / max(0.001, time / .seconds(1)))))/s"
    }

    private static func text(_ duration: Duration) -> String {
        let milliseconds = Int64(duration / .milliseconds(1))
        return milliseconds % 1000 == 0 || milliseconds > 10_000 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
