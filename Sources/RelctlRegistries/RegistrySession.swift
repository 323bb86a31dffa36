import Synchronization

/// What all who speak to one registry share: connections, credentials, tokens, and what was told of its warnings.
final class RegistrySession: Sendable {
    /// Where it answers.
    var host: RegistryHost { authentication.host }
    /// How it is reached.
    let access: RegistryAccess
    /// The disk, for what is downloaded.
    let files: any FileSystem
    private let effects: Effects
    private let authentication: RegistryAuthentication
    private let client: HTTPClient
    /// For what nobody waits for.
    private let impatient: HTTPClient
    private let dice = HTTPDice(seed: nil)
    private let warnings = Mutex<Set<String>>([])

    init(_ host: RegistryHost, _ access: RegistryAccess, _ effects: Effects) {
        self.access = access
        self.effects = effects
        files = effects.files
        client = HTTPClient(effects)
        var policy = HTTPPolicy()
        policy.attempts = 1
        impatient = HTTPClient(effects, policy: policy)
        authentication = RegistryAuthentication(host, access, effects)
    }

    /// Asks the registry.
    ///
    /// Where it wants a token, or another than it was given, one is got and the request is sent once more: first one that
    /// is shared with all who ask, and if others have used that up meanwhile, one for this request alone. What proves who
    /// asks goes to the registry itself alone, wherever it leads to.
    ///
    /// - Throws: ``RelctlError`` for any answer that is neither a success nor accepted.
    func send(_ call: RegistryCall) async throws -> HTTPResponse {
        var call = call
        // Once for both: another who asks may learn meanwhile what it speaks.
        var host = self.host
        call.url = host.current(call.url)
        let isOwn = host.isOrigin(of: call.url)
        var proof = isOwn ? try await authentication.proof(for: call.scopes) : nil
        // The first who asks learns what it speaks.
        host = self.host
        call.url = host.current(call.url)
        var refusals = 0
        while true {
            let request = call.request(proof, allowsPlainHTTP: host.allowsPlainHTTP)
            let response = try await client(call).send(
                request,
                accepting: Self.understood,
                receiving: call.sink
            )
            tell(response, SecretMask([proof?.secret].compactMap(\.self)))
            // Where a redirect led, our tokens are nobody's business.
            let refusal = RegistryAuthentication.Refusal(response: response, proof: proof, isFirst: refusals == 0)
            if response.status == 401, isOwn, refusals < Self.renewals, host.isOrigin(of: response.url),
                let another = try await authentication.proof(for: call.scopes, after: refusal)
            {
                (proof, refusals) = (another, refusals + 1)
                continue
            }
            guard response.isSuccess || (call.accepting.contains(response.status) && response.status != 401) else {
                throw explained(client.failure(of: request, response), response)
            }
            return response
        }
    }

    /// How often a request is sent again with another proof.
    private static let renewals = 2

    /// What registries answer in words of their own, which say more than the status does.
    private static let understood = Set(300..<600)

    private func client(_ call: RegistryCall) -> HTTPClient { call.isTriedOnce ? impatient : client }

    /// Waits before something is begun anew: about a second, then about three, or as long as the registry asked for.
    ///
    /// - Throws: `error` if that is longer than anybody would wait.
    func pause(after attempt: Int, because error: RelctlError? = nil) async throws {
        var policy = HTTPPolicy()
        policy.firstDelay = .milliseconds(200)
        let asked = error?.details[Self.waitKey].flatMap { Int64($0) } ?? 0
        if let error, asked > policy.longestLimitWait.components.seconds { throw error }
        let seconds = max(asked, (1..<max(1, min(attempt, 4))).reduce(1) { product, _ in product * 3 })
        // Those who failed together do not come back together.
        try await effects.clock.sleep(for: .seconds(seconds) + dice.delay(after: attempt, policy))
    }

    /// Tells the user what a registry wants them to know, once (RFC 7234, section 5.5; distribution specification 1.1,
    /// "Warnings").
    private func tell(_ response: HTTPResponse, _ mask: SecretMask) {
        for value in response.headers.all(named: "Warning").prefix(10) {
            let text = value.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
            guard value.hasPrefix("299 "), !text.isEmpty else { continue }
            let line = HTTPResponse.line(mask.masked(String(text)))
            let isNew = warnings.withLock { $0.count < 100 && $0.insert(line).inserted }
            if isNew { effects.events.send(.message(.warning, "the registry `\(host.name)` says: \(line)")) }
        }
    }

    /// What errors have among their details where the registry said how long it wants to be left alone.
    private static let waitKey = "retryAfterSeconds"

    private func explained(_ error: RelctlError, _ response: HTTPResponse) -> RelctlError {
        var error = error
        let codes = RegistryFault.codes(in: response)
        if let code = codes.first { error.details["registryCode"] = HTTPResponse.line(code) }
        let now = effects.clock.secondsSinceEpoch
        if case .wait(let seconds) = HTTPAdvice(response, repeats: .always, now: now, refusals: 0) {
            error.details[Self.waitKey] = String(seconds)
        }
        if response.status == 401 || response.status == 403 || codes.contains("DENIED") {
            error.hints = error.hints.filter { !$0.contains("credentials") } + [authentication.advice]
        }
        return error
    }
}
