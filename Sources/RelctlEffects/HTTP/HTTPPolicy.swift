/// How much patience a client has, and how much it asks of a server at once.
public struct HTTPPolicy: Sendable {
    /// How often a request is sent at most.
    public var attempts = 5
    /// The number of times that a request is sent to a server that lets it go unanswered: each time takes long.
    public var unansweredAttempts = 3
    /// What the first wait between two attempts is drawn from; each further one from twice as much.
    public var firstDelay: Duration = .milliseconds(500)
    /// The most that a wait between two attempts is drawn from.
    public var longestDelay: Duration = .seconds(30)
    /// How long a server may ask to wait for the sake of its limits; more is an error that says until when.
    public var longestLimitWait: Duration = .seconds(15 * 60)
    /// The longest time for one answer of an API as a whole, where the request sets no deadline of its own; transfers of
    /// files have ``HTTPRequest/minimumRate`` and ``HTTPRequest/stallTimeout`` instead.
    public var answerDeadline: Duration = .seconds(120)
    /// How many requests to one origin are under way at once.
    public var requestsPerOrigin = 8
    /// Texts that must not leave, beside the secrets of the request itself.
    public var secrets: [Secret] = []
    /// What requests say of who sends them.
    public var userAgent = "relctl"
    /// What chooses the waits; nothing for the system's own generator.
    public var seed: UInt64?

    /// The usual patience.
    public init() {}
}
