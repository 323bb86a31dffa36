/// The network: one request, one answer, nothing repeated and nothing followed.
public protocol HTTPTransport: Sendable {
    /// Sends a request and takes its answer, of whatever status.
    ///
    /// - Throws: ``HTTPFailure`` if there is no whole answer, `CancellationError` if the task was cancelled, and what
    ///   `sink` throws.
    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse

    /// Gets ready for the first request, without waiting for that, where it is sure to come.
    ///
    /// Whoever has programs to start starts them first: threads begin late while libraries are loaded.
    func prepare()
}

extension HTTPTransport {
    /// Does nothing.
    public func prepare() {}
}

/// Why there is no whole answer to a request.
public struct HTTPFailure: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public var kind: Kind
    /// The reason in words; it names no secret.
    public var reason: String
    /// Whether the server cannot have acted on the request: it was not reached, or has no whole request.
    public var isUnsent: Bool

    /// Kinds of failure.
    public enum Kind: Sendable, Hashable {
        /// The request is not one that may be sent, or its body cannot be read.
        case invalidRequest
        /// The server was not reached.
        case notConnected
        /// The server was reached and could not prove who it is.
        case untrusted
        /// The connection ended before the answer did.
        case connectionLost
        /// It took too long, or stood still.
        case timedOut
        /// The answer came, too slowly to end before the deadline; it would be as slow another time.
        case tooSlow
        /// What came is no answer that could be read.
        case malformedAnswer
        /// The answer is larger than the request allowed.
        case answerTooLarge
    }

    /// Creates a failure.
    public init(_ kind: Kind, _ reason: String, isUnsent: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.isUnsent = isUnsent
    }

    /// The reason.
    public var description: String { reason }
}

/// No network.
public struct NoNetwork: HTTPTransport {
    /// Needs nothing.
    public init() {}

    /// Refuses.
    public func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        throw HTTPFailure(.notConnected, "there is no network here", isUnsent: true)
    }
}
