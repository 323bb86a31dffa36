/// One thing that a registry is asked to do.
struct RegistryCall: Sendable {
    var method: HTTPMethod
    var url: String
    /// What could not be done if it fails: "cannot read the manifest `NAME`".
    var purpose: String
    var headers: [HTTPHeader] = []
    var body: HTTPBody = .empty
    /// Statuses beside those of a success that the caller makes something of.
    var accepting: Set<Int> = []
    /// What a token must allow; nothing for what the client is for.
    var scopes: [RegistryScope] = []
    /// Who takes the answer.
    var sink = HTTPSink(bodyLimit: 1 << 20)
    /// When it may be sent again; nothing for what its method allows.
    var repeats: HTTPRequest.RepeatRule?
    /// How many redirects are followed.
    var redirects: Int
    /// Whether nobody waits for it: it is sent once.
    var isTriedOnce = false

    init(_ method: HTTPMethod, _ url: String, _ purpose: String) {
        self.method = method
        self.url = url
        self.purpose = purpose
        redirects = method == .delete || method == .post ? 0 : 5
    }

    /// The request, with what proves who asks.
    func request(_ credential: HTTPHeader?, allowsPlainHTTP: Bool) -> HTTPRequest {
        var request = HTTPRequest(method, url, headers: headers + [credential].compactMap(\.self), body: body)
        request.allowsPlainHTTP = allowsPlainHTTP
        request.redirectLimit = redirects
        if let repeats { request.repeats = repeats }
        // Some registries copy a blob once more before they say that they have it.
        if method == .put { request.answerTimeout = .seconds(900) }
        return request
    }
}

/// What a token allows (Distribution's token authentication, "Token Scope Documentation").
struct RegistryScope: Sendable, Hashable {
    /// The repository.
    let path: String
    /// Whether it may be written to.
    let canPush: Bool

    init(_ path: String, canPush: Bool) {
        self.path = path
        self.canPush = canPush
    }

    /// `repository:PATH:pull,push`.
    var text: String { "repository:\(path):pull\(canPush ? ",push" : "")" }
}
