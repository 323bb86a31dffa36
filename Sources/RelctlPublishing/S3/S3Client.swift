import FoundationEssentials

/// Speaks to one bucket of an S3-compatible store: signed requests, answers that are understood (Amazon S3 API Reference).
struct S3Client: Sendable {
    /// The bucket.
    let bucket: S3Bucket
    /// What was read from it in this run to learn its digest.
    let digests: RemoteDigests
    private let signature: SignatureV4
    private let http: HTTPClient
    private let clock: any WallClock
    private let mask: SecretMask

    /// A client for a bucket, by an account.
    init(_ bucket: S3Bucket, account: AWSAccount, with effects: Effects) {
        self.bucket = bucket
        signature = SignatureV4(credentials: account.credentials, region: account.region)
        var policy = HTTPPolicy()
        policy.secrets = account.credentials.secrets
        // A signature is good for a quarter of an hour, however often a request is sent.
        policy.longestLimitWait = .seconds(5 * 60)
        http = HTTPClient(effects, policy: policy)
        clock = effects.clock
        digests = effects.remoteDigests
        mask = SecretMask(account.credentials.secrets)
    }

    /// A client for what a request is about.
    ///
    /// - Throws: ``RelctlError`` if the options, the credentials or AWS's files are not as they should be.
    init(_ settings: S3Settings, with effects: Effects) throws {
        let account = try AWSAccount(for: settings, environment: effects.environment, files: effects.files)
        self.init(try S3Bucket(settings, in: account), account: account, with: effects)
    }

    /// One thing that a store is asked to do.
    struct Call: Sendable {
        var method: HTTPMethod
        /// What could not be done if it fails: "cannot read `KEY`".
        var purpose: String
        var key: String?
        var query: [(name: String, value: String)] = []
        var headers: [HTTPHeader] = []
        var body: HTTPBody = .empty
        /// The digest of `body`.
        var payload = Digest(of: [])
        /// Statuses beside those of a success that the caller makes something of.
        var accepting: Set<Int> = []
    }

    /// Asks.
    ///
    /// - Returns: The answer: a success, or of a status that the call accepts.
    /// - Throws: ``RelctlError`` that says what the store says.
    func send(_ call: Call, receiving sink: HTTPSink = HTTPSink()) async throws -> HTTPResponse {
        var request = HTTPRequest(call.method, bucket.url(of: call.key, query: call.query), body: call.body)
        request.allowsPlainHTTP = bucket.allowsPlainHTTP
        request.redirectLimit = 0
        // All that is asked here may be done twice: what a lost answer leaves is found by looking again.
        request.repeats = .always
        let signable = SignatureV4.Signable(
            method: call.method.name,
            path: bucket.path(of: call.key),
            query: call.query,
            headers: [("host", bucket.host)] + call.headers.map { ($0.name, $0.sentValue) },
            payload: call.payload
        )
        request.headers = call.headers + signature.headers(for: signable, at: clock.secondsSinceEpoch)
        let response = try await http.send(request, accepting: Self.understood, receiving: sink)
        guard response.isSuccess || call.accepting.contains(response.status) else { throw failure(response, call) }
        return response
    }

    /// The error for an answer that is not to the caller's liking.
    func failure(_ response: HTTPResponse, _ call: Call) -> RelctlError {
        S3Failure(response, mask: mask).error(purpose(of: call), bucket)
    }

    /// The error in an answer that looks like a success, if there is one.
    func hiddenFailure(_ response: HTTPResponse, _ call: Call) -> RelctlError? {
        S3Failure(in: response, mask: mask)?.error(purpose(of: call), bucket)
    }

    private func purpose(of call: Call) -> String { "\(call.purpose) in the bucket `\(bucket.name)`" }

    /// What a store answers in words of its own; other errors are the client's to repeat and to tell.
    private static let understood: Set<Int> = [301, 307, 308, 400, 401, 403, 404, 405, 409, 411, 412, 501]

    /// Reads an answer's XML.
    ///
    /// - Throws: ``RelctlError`` of code `remote.unavailable` if it is not XML with one of these roots.
    func document(_ response: HTTPResponse, _ roots: [String], _ call: Call) throws -> XMLElement {
        var causes: [any Error] = []
        if let text = String(validating: response.body, as: UTF8.self) {
            do {
                let element = try XMLParser.parse(text, file: "the answer")
                if roots.contains(element.name) { return element }
            } catch {
                causes.append(error)
            }
        }
        throw RelctlError(
            "\(purpose(of: call)): the answer is no `\(roots[0])`",
            code: .remoteUnavailable,
            hints: ["is `endpoint` the address of an S3-compatible store?"],
            causes: causes
        )
    }
}

extension XMLElement {
    /// The text of the first element of this name directly inside.
    func firstText(_ name: String) -> String? {
        children(name).first.flatMap { try? $0.text().text }
    }
}
