/// Says what went wrong with a request, and never a secret.
struct HTTPErrors {
    /// What must not be said beside the secrets of the request.
    let secrets: [Secret]

    /// Takes the secrets out of what is said of a request.
    func mask(of request: HTTPRequest) -> SecretMask { SecretMask(secrets + request.headers.compactMap(\.secret)) }

    /// `cannot GET `URL``.
    func title(of request: HTTPRequest) -> String { mask(of: request).masked("cannot \(name(of: request))") }

    /// `GET `URL``, the method alone where the URL is none that may be sent to: nobody knows what it holds.
    func name(of request: HTTPRequest) -> String {
        guard let address = try? HTTPAddress(request.url, allowsPlainHTTP: true) else { return "\(request.method)" }
        return "\(request.method) `\(address.shown)`"
    }

    /// Who is asked, such as `https://example.org:443`.
    func origin(of request: HTTPRequest) -> String {
        (try? HTTPAddress(request.url, allowsPlainHTTP: true))?.origin ?? "the server"
    }

    /// The error for an answer.
    func failure(of request: HTTPRequest, _ response: HTTPResponse) -> RelctlError {
        let mask = mask(of: request)
        // Masked before it is cut, or a part of a secret could stay.
        let said = response.serverMessage.map { ": " + HTTPResponse.line(mask.masked($0)) } ?? ""
        var error = RelctlError(
            title(of: request),
            code: HTTPAdvice.isLimit(response) ? .remoteUnavailable : Self.code(of: response.status),
            details: ["status": String(response.status), "method": request.method.name],
            causes: [RelctlError("the server answered \(response.status)\(said)")]
        )
        if let id = response.headers["X-GitHub-Request-Id"] ?? response.headers["X-Request-Id"] {
            error.details["requestID"] = HTTPResponse.line(mask.masked(id))
        }
        if response.status == 401 {
            let isAnonymous = !request.headers.contains(where: \.isCredential)
            error.hints.append(
                isAnonymous ? "the server wants credentials, and none were sent" : "the credentials may have expired"
            )
        }
        return error
    }

    /// The error for a failure.
    func failure(of request: HTTPRequest, _ failure: HTTPFailure) -> RelctlError {
        var error = RelctlError(
            title(of: request),
            code: failure.kind == .invalidRequest ? .failed : .remoteUnavailable,
            details: ["method": request.method.name],
            hints: failure.kind == .tooSlow ? ["give slow servers more time: `--answer-timeout 10m`"] : [],
            causes: [RelctlError(HTTPResponse.line(mask(of: request).masked(failure.reason)))]
        )
        if failure.kind == .notConnected { error.details["failure"] = Self.notConnected }
        return error
    }

    /// Value of the detail `failure` if relctl could not connect to the server.
    fileprivate static let notConnected = "notConnected"

    private static func code(of status: Int) -> RelctlError.Code {
        switch status {
        case 401, 403, 407: .notAuthorized
        case 408, 429, 500...: .remoteUnavailable
        default: .failed
        }
    }
}

extension RelctlError {
    /// Returns true if the request failed because relctl could not connect to the server.
    package var isOfUnreachedServer: Bool { details["failure"] == HTTPErrors.notConnected }
}
