/// The first question to a registry, which nobody's credentials go with: `GET /v2/` (distribution specification 1.1,
/// "Determining Support").
///
/// It also shows what a registry of this machine speaks, where nobody said so.
struct RegistryGreeting {
    private let host: RegistryHost
    private let effects: Effects

    init(_ host: RegistryHost, _ effects: Effects) { (self.host, self.effects) = (host, effects) }

    /// The registry's answer, and where it gave it.
    ///
    /// - Throws: ``RelctlError`` if it cannot be reached, or cannot prove who it is.
    func answer() async throws -> (HTTPResponse, RegistryHost) {
        guard let secure = host.secure else { return (try await insisting(), host) }
        do {
            let response = try await once(host)
            if response.isSuccess || response.status == 401 { return (response, host) }
            guard response.status == Self.refusal else { return (try await insisting(), host) }
        } catch let failure as HTTPFailure where ![.connectionLost, .malformedAnswer].contains(failure.kind) {
            return (try await insisting(), host)
        } catch is HTTPFailure {
            // What answers something else than HTTP, or nothing, may speak TLS.
        }
        do {
            let response = try await once(secure)
            // One that is only starting answers so.
            return (response.status < 500 ? response : try await insisting(secure), secure)
        } catch let failure as HTTPFailure where failure.kind == .untrusted {
            throw RelctlError(
                "cannot reach the registry `\(host.name)`",
                code: .remoteUnavailable,
                hints: ["`CURL_CA_BUNDLE`, or else `SSL_CERT_FILE`, names a file of certificates to trust"],
                causes: [RelctlError(HTTPResponse.line(failure.reason))]
            )
        } catch is HTTPFailure {
            return (try await insisting(), host)
        }
    }

    /// What servers answer to plain `http` where they want TLS, those of them that answer at all: Go's, nginx, Apache.
    private static let refusal = 400

    private func request(_ host: RegistryHost) -> HTTPRequest {
        var request = HTTPRequest(.get, "\(host.url)/v2/")
        request.allowsPlainHTTP = host.allowsPlainHTTP
        request.redirectLimit = 0
        return request
    }

    private static let sink = HTTPSink(bodyLimit: 256 << 10)

    /// Asks once, and without patience.
    private func once(_ host: RegistryHost) async throws -> HTTPResponse {
        var request = request(host)
        request.headers = [HTTPHeader("User-Agent", HTTPPolicy().userAgent)]
        request.answerTimeout = .seconds(10)
        return try await effects.http.exchange(request, receiving: Self.sink)
    }

    /// Asks again where that may help.
    private func insisting(_ secure: RegistryHost? = nil) async throws -> HTTPResponse {
        do {
            // Whatever a registry that wants no proof answers here, it says what it wants when it is asked for something.
            return try await HTTPClient(effects)
                .send(request(secure ?? host), accepting: Set(300..<500), receiving: Self.sink)
        } catch var error as RelctlError {
            error.causes = [RelctlError(error.message, causes: error.causes)]
            error.message = "cannot reach the registry `\(host.name)`"
            throw error
        }
    }
}
