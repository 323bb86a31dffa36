import Synchronization

/// Finds out how a registry wants to know who asks, and proves it: by nothing, by a password, or by tokens.
///
/// Nobody's credentials are looked for where a registry wants none. One task asks, the others wait for what it learns.
final class RegistryAuthentication: Sendable {
    private let access: RegistryAccess
    private let effects: Effects
    private let credentials: RegistryCredentials
    private let gate = KeyedSemaphore(width: 1)
    private let state: Mutex<State>

    private struct State {
        var host: RegistryHost
        var scheme: Scheme?
        /// The error if the registry or its token server cannot be reached; all who waited for an answer get it.
        var failure: RelctlError?
        /// What credentials there are for a repository, once somebody wanted to know.
        var found: [String: FoundCredential?] = [:]
        /// The tokens by what they allow, the latest last.
        var tokens: [(scopes: Set<RegistryScope>, token: RegistryToken)] = []
    }

    /// What a registry wants.
    private enum Scheme: Sendable {
        case nothing
        case password
        case token(TokenServer)
    }

    init(_ host: RegistryHost, _ access: RegistryAccess, _ effects: Effects) {
        self.access = access
        self.effects = effects
        credentials = RegistryCredentials(effects)
        state = Mutex(State(host: host))
    }

    /// Where the registry answers, as far as that is known by now.
    var host: RegistryHost { state.withLock(\.host) }

    /// What proves who asks for this; nothing where nobody needs to.
    ///
    /// - Throws: ``RelctlError`` if it cannot be found out or no token can be had.
    func proof(for scopes: [RegistryScope]) async throws -> HTTPHeader? {
        if let known = known(scopes) { return known.header }
        return try await gate.pass(host.name) {
            if let known = known(scopes) { return known.header }
            return try await failingOnce { try await learn(scopes) }
        }
    }

    /// Runs `body`, unless a server that it asks could not be reached before: it was asked with patience then, and each of
    /// many tasks would wait for as long again.
    private func failingOnce<Value>(_ body: () async throws -> Value) async throws -> Value {
        if let failure = state.withLock(\.failure) { throw failure }
        do {
            return try await body()
        } catch let error as RelctlError where error.code == .remoteUnavailable {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    /// That a registry did not take a proof.
    struct Refusal: Sendable {
        /// Its answer; what that says that it wants is asked for too.
        let response: HTTPResponse
        /// The proof that was not enough.
        let proof: HTTPHeader?
        /// Whether it is the request's first.
        let isFirst: Bool
    }

    /// Another proof, after the registry refused one.
    ///
    /// Tokens may be good for few requests. After the first refusal it is the newest token, which all use; after a
    /// second, it is one that nobody else gets, so that others cannot use it up on its way.
    ///
    /// - Returns: The other proof; nothing where there is no other.
    /// - Throws: ``RelctlError`` if no token can be had.
    func proof(for scopes: [RegistryScope], after refusal: Refusal) async throws -> HTTPHeader? {
        try await gate.pass(host.name) {
            let refused = refusal.proof
            // Another task may have got a new one meanwhile.
            if refusal.isFirst, let known = known(scopes), let header = known.header, header != refused {
                return header
            }
            let challenges = AuthenticationChallenge.all(in: refusal.response.headers)
            let bearer = challenges.first { $0.scheme == "bearer" }
            // A token that is good and allows too little is followed by no better one (RFC 6750, section 3.1).
            guard refusal.isFirst || bearer?.value("error") != "insufficient_scope" else { return nil }
            let scheme = try scheme(challenges)
            state.withLock { state in
                state.scheme = scheme
                state.tokens.removeAll { HTTPHeader.bearer($0.token.secret) == refused }
            }
            // What the registry says that it wants comes first: it knows its own names.
            let wanted = bearer?.parameters["scope"] ?? []
            let header = try await failingOnce {
                try await proof(by: scheme, scopes, wanted, isShared: refusal.isFirst)
            }
            return header == refused ? nil : header
        }
    }

    /// What to do where the registry does not let us.
    var advice: String {
        guard let found = state.withLock({ $0.found.values.compactMap(\.self).first }) else {
            let token = host.name == RegistryCredentials.gitHubHost ? ", or set GITHUB_TOKEN" : ""
            return "no credentials for `\(host.name)` were found: run `docker login \(host.name)`\(token)"
        }
        return "the credentials from \(found.origin) may have expired, or allow less than this"
    }

    /// A proof that needs no asking; nothing if there is none yet.
    private func known(_ scopes: [RegistryScope]) -> (header: HTTPHeader?, Void)? {
        let now = effects.clock.uptime
        return state.withLock { state in
            switch state.scheme {
            case nil: return nil
            case .nothing: return (nil, ())
            case .password: return state.found[Self.path(scopes)].map { ($0?.credential.header, ()) }
            case .token:
                if case .access(let token) = state.found[Self.path(scopes)]??.credential { return (.bearer(token), ()) }
                // Not one that ends on its way.
                state.tokens.removeAll { $0.token.expiry <= now + .seconds(5) }
                let token = state.tokens.last { entry in scopes.allSatisfy { $0.isAllowed(by: entry.scopes) } }
                return token.map { (.bearer($0.token.secret), ()) }
            }
        }
    }

    private func learn(_ scopes: [RegistryScope]) async throws -> HTTPHeader? {
        if let scheme = state.withLock(\.scheme) { return try await proof(by: scheme, scopes) }
        let greeting = RegistryGreeting(host, effects)
        let (response, host) = try await greeting.answer()
        state.withLock { $0.host = host }
        let challenges = response.status == 401 ? AuthenticationChallenge.all(in: response.headers) : []
        let scheme = try response.status == 401 ? scheme(challenges) : .nothing
        state.withLock { $0.scheme = scheme }
        return try await proof(by: scheme, scopes)
    }

    /// What a registry wants, of all that it would take.
    private func scheme(_ challenges: [AuthenticationChallenge]) throws -> Scheme {
        if let bearer = challenges.first(where: { $0.scheme == "bearer" }) {
            return .token(try TokenServer(bearer, of: host))
        }
        if challenges.contains(where: { $0.scheme == "basic" }) { return .password }
        let schemes = challenges.map { "`\(HTTPResponse.line($0.scheme))`" }.joined(separator: ", ")
        throw RelctlError(
            "cannot authenticate at the registry `\(host.name)`",
            code: .notAuthorized,
            causes: [RelctlError(schemes.isEmpty ? "it does not say how" : "it takes \(schemes) alone")]
        )
    }

    private func proof(
        by scheme: Scheme,
        _ scopes: [RegistryScope],
        _ wanted: [String] = [],
        isShared: Bool = true
    ) async throws -> HTTPHeader? {
        guard case .nothing = scheme else {
            let credential = try await credential(for: Self.path(scopes))
            guard case .token(let server) = scheme else { return credential?.header }
            if case .access(let token) = credential { return .bearer(token) }
            let token = try await token(from: server, scopes, wanted, credential)
            if isShared { state.withLock { $0.tokens.append((Set(scopes), token)) } }
            return .bearer(token.secret)
        }
        return nil
    }

    private func token(
        from server: TokenServer,
        _ scopes: [RegistryScope],
        _ wanted: [String],
        _ credential: RegistryCredential?
    ) async throws -> RegistryToken {
        let own = scopes.map(\.text).filter { !wanted.contains($0) }
        do {
            return try await server.token(
                for: wanted + own,
                as: credential,
                with: effects,
                allowsPlainHTTP: host.allowsPlainHTTP
            )
        } catch var error as RelctlError {
            error.causes = [RelctlError(error.message, causes: error.causes)]
            error.message = "cannot authenticate at the registry `\(host.name)`"
            if error.code == .notAuthorized { error.hints = [advice] }
            throw error
        }
    }

    private func credential(for path: String) async throws -> RegistryCredential? {
        if let found = state.withLock({ $0.found[path] }) { return found?.credential }
        let found =
            if let credential = access.credential {
                FoundCredential(credential: credential, origin: access.origin)
            } else {
                try await credentials.find(for: host, path)
            }
        state.withLock { _ = $0.found.updateValue(found, forKey: path) }
        return found?.credential
    }

    /// The repository that is asked for; others are beside it.
    private static func path(_ scopes: [RegistryScope]) -> String { scopes.first?.path ?? "" }
}

extension RegistryCredential {
    /// What is sent to a registry that wants no token of a token server.
    fileprivate var header: HTTPHeader? {
        if case .access(let token) = self { .bearer(token) } else { basic }
    }
}

extension RegistryScope {
    /// Whether a token that allows all of these allows this.
    fileprivate func isAllowed(by scopes: Set<RegistryScope>) -> Bool {
        scopes.contains(self) || scopes.contains(RegistryScope(path, canPush: true))
    }
}
