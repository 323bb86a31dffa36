import Synchronization

/// Speaks to one repository of a registry (OCI distribution specification 1.1): manifests, blobs, tags, referrers.
///
/// Copies share one session: connections, credentials and tokens. Whatever is read by a digest has it; whatever is sent
/// twice is there once.
package struct RegistryClient: Sendable {
    /// The repository.
    package let repository: RepositoryName
    /// What is asked for: to read alone, or to write too.
    package let purpose: Purpose
    let session: RegistrySession

    /// What a client is for; tokens are asked for no more than that.
    package enum Purpose: Sendable, Hashable {
        /// Reading.
        case pull
        /// Reading and writing; also for looking at what will be written to, as some registries let nobody but its writers
        /// look at a repository that is not there yet.
        case push
    }

    init(_ repository: RepositoryName, for purpose: Purpose, _ session: RegistrySession) {
        self.repository = repository
        self.purpose = purpose
        self.session = session
    }

    /// The client of another repository at the same registry.
    package func sibling(_ path: String, for purpose: Purpose) throws(RelctlError) -> RegistryClient {
        RegistryClient(try RepositoryName(registry: repository.registry, path: path), for: purpose, session)
    }

    /// What tokens must allow.
    var scope: RegistryScope { RegistryScope(repository.path, canPush: purpose == .push) }

    /// The address of something of the repository, such as `manifests/latest`.
    func url(_ path: String) -> String { "\(session.host.url)/v2/\(repository.path)/\(path)" }

    /// Sends a request of this repository's.
    ///
    /// - Throws: ``RelctlError`` that begins with `purpose` and says what the registry said.
    func send(_ call: RegistryCall) async throws -> HTTPResponse {
        var call = call
        if call.scopes.isEmpty { call.scopes = [scope] }
        do {
            return try await session.send(call)
        } catch var error as RelctlError {
            error.causes = [RelctlError(error.message, causes: error.causes)]
            error.message = call.purpose
            throw error
        }
    }

    /// What errors for surprises have among their details.
    static let surpriseKey = "unexpectedAnswer"

    /// The error for an answer that is not what the specification promises; asking again would bring no other.
    func surprise(_ purpose: String, _ reason: String) -> RelctlError {
        RelctlError(
            purpose,
            code: .remoteUnavailable,
            details: [Self.surpriseKey: "yes"],
            causes: [RelctlError(HTTPResponse.line(reason))]
        )
    }
}

/// Clients of registries for a whole run: one session for each registry, shared by all that ask for it.
package final class RegistryPool: Sendable {
    private let effects: Effects
    private let sessions = Mutex<[String: RegistrySession]>([:])

    /// A pool over the world.
    package init(_ effects: Effects) { self.effects = effects }

    /// The client of a repository; `access` is that of the registry's first client.
    package func client(
        of repository: RepositoryName,
        for purpose: RegistryClient.Purpose,
        access: RegistryAccess = RegistryAccess()
    ) -> RegistryClient {
        let session = sessions.withLock { sessions in
            if let session = sessions[repository.registry] { return session }
            let session = RegistrySession(RegistryHost(repository.registry, access), access, effects)
            sessions[repository.registry] = session
            return session
        }
        return RegistryClient(repository, for: purpose, session)
    }
}
