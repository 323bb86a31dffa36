/// One request to a server: what is asked, with what, and how long and how often.
public struct HTTPRequest: Sendable {
    /// What is asked for.
    public var method: HTTPMethod
    /// Where: an absolute URL, `https` or, to this machine itself, `http`; checked when it is sent.
    public var url: String
    /// Fields beside those that the connection needs.
    public var headers: [HTTPHeader]
    /// What is sent along.
    public var body: HTTPBody
    /// When it may be sent again.
    public var repeats: RepeatRule
    /// How many redirects are followed; beyond none, a redirect is an answer like any other.
    public var redirectLimit: Int
    /// The longest time for one attempt as a whole; nil for the client's own limit of answers
    /// (``HTTPPolicy/answerDeadline``), and for no limit while a file moves.
    public var deadline: Duration?
    /// How long it may take to reach the server, TLS included.
    public var connectTimeout: Duration = .seconds(30)
    /// How long the server may think once all is sent, before it answers.
    ///
    /// Half a minute for questions, two minutes for what changes something, which may be much work.
    public var answerTimeout: Duration
    /// The slowest rate of bytes, either way, before the attempt counts as stalled.
    public var minimumRate: MinimumRate = MinimumRate()
    /// The longest time in which no byte moves, either way, while a body is sent or received.
    public var stallTimeout: Duration = .seconds(45)
    /// Whether plain `http` to other machines is allowed.
    public var allowsPlainHTTP = false

    /// When a request may be sent again.
    public enum RepeatRule: Sendable, Hashable {
        /// Never, whatever happened.
        case never
        /// Only where the server cannot have acted on it: it was not reached, or it refused for the sake of a limit.
        case ifUnsent
        /// Always: doing it twice is the same as doing it once.
        case always
    }

    /// The slowest that bytes may move.
    public struct MinimumRate: Sendable, Hashable {
        /// Bytes in a second, over the window.
        public var bytesPerSecond: UInt64
        /// How long it may be slower, even stand still.
        public var window: Duration

        /// Creates a rate.
        public init(bytesPerSecond: UInt64 = 1000, window: Duration = .seconds(60)) {
            self.bytesPerSecond = bytesPerSecond
            self.window = window
        }
    }

    /// A request that follows what its method allows: five redirects for GET and HEAD, repeats for what is idempotent.
    public init(_ method: HTTPMethod, _ url: String, headers: [HTTPHeader] = [], body: HTTPBody = .empty) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        repeats = method.isIdempotent ? .always : .ifUnsent
        redirectLimit = method.isSafe ? 5 : 0
        answerTimeout = .seconds(method.isSafe ? 30 : 120)
    }

    /// The size of a body in memory, in bytes, from which on its transfer is limited by rate, as that of a file is.
    private static let transferSize: UInt64 = 1 << 20

    /// Returns true if a file moves, so that the size decides how long it takes.
    func isTransfer(into sink: HTTPSink) -> Bool {
        if case .file = body { return true }
        return sink.take != nil || body.count > Self.transferSize
    }
}

/// What a request sends along, of a length that is known before it is sent.
public enum HTTPBody: Sendable, Hashable {
    /// Nothing.
    case empty
    /// Bytes in memory.
    case bytes([UInt8])
    /// A part of a file, read while it is sent, and anew at each attempt.
    case file(FilePath, Range<UInt64>)

    /// How many bytes it is.
    public var count: UInt64 {
        switch self {
        case .empty: 0
        case .bytes(let bytes): UInt64(bytes.count)
        case .file(_, let range): UInt64(range.count)
        }
    }
}
