import FoundationEssentials

/// Who gives tokens for a registry (Distribution's token authentication: "Token Authentication Specification", "OAuth2
/// Token Authentication").
struct TokenServer: Sendable, Hashable {
    /// Where it answers.
    let realm: String
    /// What it calls the registry.
    let service: String?

    /// The server that a challenge names.
    ///
    /// - Throws: ``RelctlError`` of code `remote.unavailable` if it may not be asked.
    init(_ challenge: AuthenticationChallenge, of registry: RegistryHost) throws(RelctlError) {
        let realm = challenge.value("realm") ?? ""
        if let problem = TokenRealm.problem(with: realm, of: registry) {
            // What is no URL is not repeated: it may hold a password.
            let shown = (try? HTTPAddress(realm, allowsPlainHTTP: true)).map { "`\($0.shown)`" } ?? "somewhere"
            throw RelctlError(
                "cannot authenticate at the registry `\(registry.name)`",
                code: .remoteUnavailable,
                causes: [RelctlError("it leads to \(shown) for tokens: \(problem)")]
            )
        }
        self.realm = realm
        service = challenge.value("service")
    }

    /// Asks for a token.
    ///
    /// - Parameters:
    ///   - scopes: What it must allow.
    ///   - credential: Who asks; nobody for what anybody may do.
    ///   - effects: The network and the clock.
    ///   - allowsPlainHTTP: Whether plain `http` to other machines is allowed.
    /// - Returns: The token.
    /// - Throws: ``RelctlError`` if there is none to be had.
    func token(
        for scopes: [String],
        as credential: RegistryCredential?,
        with effects: Effects,
        allowsPlainHTTP: Bool
    ) async throws -> RegistryToken {
        var policy = HTTPPolicy()
        policy.secrets = [credential?.secret].compactMap(\.self)
        let client = HTTPClient(effects, policy: policy)
        let asked = effects.clock.uptime
        var response: HTTPResponse?
        if case .identity(let secret) = credential {
            var request = posted(secret, scopes)
            request.allowsPlainHTTP = allowsPlainHTTP
            // Servers of the older kind know nothing of POST.
            response = try await client.send(request, accepting: [404, 405], receiving: Self.sink)
        }
        if response?.isSuccess != true {
            var request = HTTPRequest(.get, url(scopes), headers: [credential?.basic].compactMap(\.self))
            request.allowsPlainHTTP = allowsPlainHTTP
            response = try await client.send(request, receiving: Self.sink)
        }
        guard let answer = try response?.decoded(Answer.self),
            let text = [answer.token, answer.access_token].compactMap(\.self).first(where: { !$0.isEmpty })
        else { throw RelctlError("the token server gave no token", code: .remoteUnavailable) }
        // A token is sent in a header: nothing may end it early.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw RelctlError("what the token server gave is no token", code: .remoteUnavailable)
        }
        // At least a minute, says the specification.
        let lifetime = max(60, min(answer.expires_in ?? 60, 86_400))
        return RegistryToken(secret: Secret(text), expiry: asked + .seconds(lifetime))
    }

    private struct Answer: Decodable {
        var token: String?
        var access_token: String?
        var expires_in: Int?
    }

    /// Tokens have a few kilobytes.
    private static let sink = HTTPSink(bodyLimit: 256 << 10)

    private func url(_ scopes: [String]) -> String {
        let service = service.map { ["service=\(PercentEncoding.segment($0))"] } ?? []
        let query = service + scopes.map { "scope=\(PercentEncoding.segment($0))" }
        guard !query.isEmpty else { return realm }
        return realm + (realm.contains("?") ? "&" : "?") + query.joined(separator: "&")
    }

    private func posted(_ identity: Secret, _ scopes: [String]) -> HTTPRequest {
        let fields = [
            ("grant_type", "refresh_token"), ("refresh_token", identity.revealed), ("service", service ?? ""),
            ("scope", scopes.joined(separator: " ")), ("client_id", "relctl"),
        ]
        let form = fields.map { "\($0)=\(PercentEncoding.segment($1))" }.joined(separator: "&")
        var request = HTTPRequest(
            .post,
            realm,
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
            body: .bytes(Array(form.utf8))
        )
        request.repeats = .always
        return request
    }
}

/// A token, and when it must not be used any more.
struct RegistryToken: Sendable {
    let secret: Secret
    /// In the clock's uptime.
    let expiry: Duration
}

extension RegistryCredential {
    /// `Authorization: Basic …` (RFC 7617); nothing for an access token.
    var basic: HTTPHeader? {
        switch self {
        case .password(let user, let password): .basic(user: user, password)
        case .identity(let token): .basic(user: "<token>", token)
        case .access: nil
        }
    }
}
