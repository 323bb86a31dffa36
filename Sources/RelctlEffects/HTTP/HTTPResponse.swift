/// What a server answered.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTPFields
    /// The body, unless it was handed to an ``HTTPSink``.
    public var body: [UInt8]
    /// The URL that answered, after redirects.
    public var url: String

    /// Creates a response.
    public init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = [], url: String = "") {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// Whether the server did what was asked.
    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// Who takes what happens while a request is answered, on a thread that may wait for the disk, not for the network.
public struct HTTPSink: Sendable {
    /// How many bytes of body are kept in memory where ``take`` does not take them; more is an error.
    public var bodyLimit: Int
    /// Takes the head of a success before its body: at every attempt, so whatever an earlier one gave is to be forgotten.
    public var begin: (@Sendable (HTTPResponse) throws -> Void)?
    /// Takes the body of a success piece by piece; without it, bodies are kept in the response.
    public var take: (@Sendable (UnsafeRawBufferPointer) throws -> Void)?
    /// Takes how many bytes of the request's body are sent; it falls back at another attempt.
    public var sent: (@Sendable (UInt64) -> Void)?

    /// Keeps bodies of up to 16 MiB.
    public init(
        bodyLimit: Int = 16 << 20,
        begin: (@Sendable (HTTPResponse) throws -> Void)? = nil,
        take: (@Sendable (UnsafeRawBufferPointer) throws -> Void)? = nil,
        sent: (@Sendable (UInt64) -> Void)? = nil
    ) {
        self.bodyLimit = bodyLimit
        self.begin = begin
        self.take = take
        self.sent = sent
    }
}
