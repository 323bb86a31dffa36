/// Sends requests as a good guest does: repeated only where that is safe, after a while, and no more at once than agreed.
///
/// Copies share their limits; one client serves a whole run.
public struct HTTPClient: Sendable {
    private let transport: any HTTPTransport
    private let clock: any WallClock
    private let events: any EventSink
    private let policy: HTTPPolicy
    private let gate: KeyedSemaphore
    private let dice: HTTPDice
    private let notices = HTTPNotices()

    /// A client over a transport.
    public init(
        transport: any HTTPTransport,
        clock: any WallClock,
        events: any EventSink,
        policy: HTTPPolicy = HTTPPolicy()
    ) {
        self.transport = transport
        self.clock = clock
        self.events = events
        self.policy = policy
        gate = KeyedSemaphore(width: policy.requestsPerOrigin)
        dice = HTTPDice(seed: policy.seed)
    }

    /// A client over what a step was given.
    public init(_ effects: Effects, policy: HTTPPolicy = HTTPPolicy()) {
        var policy = policy
        if let deadline = effects.answerDeadline { policy.answerDeadline = deadline }
        self.init(transport: effects.http, clock: effects.clock, events: effects.events, policy: policy)
    }

    /// Sends a request, again where that is safe and helps, and follows redirects.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - statuses: Which statuses beside 200 to 299 are answers to the caller's liking.
    ///   - sink: Who takes the body and the progress.
    /// - Returns: The last answer.
    /// - Throws: ``RelctlError`` that names the request and says what the server said; `CancellationError`; what `sink`
    ///   throws.
    public func send(
        _ request: HTTPRequest,
        accepting statuses: Set<Int> = [],
        receiving sink: HTTPSink = HTTPSink()
    ) async throws -> HTTPResponse {
        var current = request
        if !current.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
            current.headers.append(HTTPHeader("User-Agent", policy.userAgent))
        }
        if current.deadline == nil, !current.isTransfer(into: sink) { current.deadline = policy.answerDeadline }
        var hops = 0
        while true {
            let response = try await answer(to: current, receiving: sink)
            guard let target = try redirect(of: current, response) else {
                guard response.isSuccess || statuses.contains(response.status) else {
                    throw failure(of: current, response)
                }
                return response
            }
            hops += 1
            guard hops <= request.redirectLimit else {
                throw failure(of: current, HTTPFailure(.malformedAnswer, "it redirects more than \(hops - 1) times"))
            }
            current = target
        }
    }

    /// The error for an answer that is not to the caller's liking after all.
    public func failure(of request: HTTPRequest, _ response: HTTPResponse) -> RelctlError {
        HTTPErrors(secrets: policy.secrets).failure(of: request, response)
    }

    private func failure(of request: HTTPRequest, _ failure: HTTPFailure) -> RelctlError {
        HTTPErrors(secrets: policy.secrets).failure(of: request, failure)
    }

    private func redirect(of request: HTTPRequest, _ response: HTTPResponse) throws -> HTTPRequest? {
        do {
            return try request.redirected(by: response)
        } catch {
            throw failure(of: request, error)
        }
    }

    // MARK: Sending again

    private func answer(to request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        var (attempt, refusals) = (1, 0)
        while true {
            let response = try await attempted(request, receiving: sink)
            let advice: HTTPAdvice
            switch response {
            case .success(let response):
                let now = clock.secondsSinceEpoch
                advice = HTTPAdvice(response, repeats: request.repeats, now: now, refusals: refusals)
            case .failure(let failure): advice = HTTPAdvice(failure, repeats: request.repeats)
            }
            let limit = limit(of: request, response)
            guard advice != .done, attempt < limit else {
                switch response {
                case .success(let response): return response
                case .failure(let error): throw failure(of: request, error).after(attempt)
                }
            }
            if case .wait(let seconds) = advice {
                try await wait(seconds, before: request, said: try? response.get())
                refusals += 1
            } else {
                let delay = dice.delay(after: attempt, policy)
                tell(request, isSentAgainAfter: response, in: delay, "\(attempt + 1) of \(limit)")
                try await clock.sleep(for: delay)
            }
            attempt += 1
        }
    }

    /// How often a request is sent at most that came to this.
    private func limit(of request: HTTPRequest, _ response: Result<HTTPResponse, HTTPFailure>) -> Int {
        guard case .failure(let failure) = response, failure.kind == .timedOut else { return policy.attempts }
        return min(policy.attempts, policy.unansweredAttempts)
    }

    private func attempted(
        _ request: HTTPRequest,
        receiving sink: HTTPSink
    ) async throws -> Result<HTTPResponse, HTTPFailure> {
        do {
            let address = try HTTPAddress(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
            return .success(
                try await gate.pass(address.origin) { try await transport.exchange(request, receiving: sink) }
            )
        } catch let failure as HTTPFailure {
            return .failure(failure)
        }
    }

    /// Waits as long as a server wants to be left alone, and shows it.
    private func wait(_ seconds: Int64, before request: HTTPRequest, said response: HTTPResponse?) async throws {
        let errors = HTTPErrors(secrets: policy.secrets)
        let (until, isBeyond) = clock.secondsSinceEpoch.addingReportingOverflow(seconds)
        let date = isBeyond || until > 253_402_300_799 ? "the end of time" : "\(HTTPDate.text(until))"
        guard seconds <= policy.longestLimitWait.components.seconds else {
            var error = response.map { errors.failure(of: request, $0) } ?? RelctlError(errors.title(of: request))
            error.code = .remoteUnavailable
            error.causes.append(RelctlError("the server wants no further requests until \(date)"))
            error.hints.append("run it again after \(date)")
            throw error
        }
        let host = errors.origin(of: request)
        events.send(.message(.notice, "waiting \(seconds) s, until \(date): `\(host)` limits requests"))
        try await clock.sleep(for: .seconds(seconds))
    }

    private func tell(
        _ request: HTTPRequest,
        isSentAgainAfter response: Result<HTTPResponse, HTTPFailure>,
        in delay: Duration,
        _ count: String
    ) {
        let errors = HTTPErrors(secrets: policy.secrets)
        let reason =
            switch response {
            case .success(let response): "the server answered \(response.status)"
            case .failure(let failure): failure.reason
            }
        let milliseconds = delay / .milliseconds(1)
        let text = "\(errors.name(of: request)) is sent again in \(Int(milliseconds)) ms (\(count)): \(reason)"
        let isDue = notices.areDue(of: errors.origin(of: request), at: clock.uptime)
        events.send(.message(isDue ? .notice : .detail, HTTPResponse.line(errors.mask(of: request).masked(text))))
    }
}

extension RelctlError {
    /// Says how often it was tried, if more than once.
    fileprivate func after(_ attempts: Int) -> RelctlError {
        guard attempts > 1 else { return self }
        var error = self
        error.hints.append("it was tried \(attempts) times; run it again later")
        return error
    }
}
