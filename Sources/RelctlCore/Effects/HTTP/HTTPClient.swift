/// Sends requests as a good guest does: repeated only where that is safe, after a while, and as often as it may be.
///
/// Copies share their limits; one client serves a whole run.
public struct HTTPClient: Sendable {
    let transport: any HTTPTransport
    let clock: any WallClock
    let events: any EventSink
    let policy: HTTPPolicy

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
    }

    /// A client over what a step was given.
    public init(_ effects: Effects, policy: HTTPPolicy = HTTPPolicy()) {
        self.init(transport: effects.http, clock: effects.clock, events: effects.events, policy: policy)
    }

    /// Sends a request, again where that is safe and helps, and follows redirects.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - statuses: Which statuses beside 200 to 299 are answers to the caller's liking.
    ///   - sink: Who takes the body and the progress.
    /// - Returns: The last answer.
    /// - Throws: ``RelctlError`` that names the request and says what the server said; `CancellationError`.
    public func send(
        _ request: HTTPRequest,
        accepting statuses: Set<Int> = [],
        receiving sink: HTTPSink = HTTPSink()
    ) async throws -> HTTPResponse {
        try await transport.exchange(request, receiving: sink)
    }
}
