/// Publishes by HTTP PUT: to Artifactory, Nexus, WebDAV, or any web server that takes files so.
///
/// Each file has a URL of its own, and nothing there holds them together. Users take the release for whole when they see
/// `manifest.json`, which is sent last: what is there without it is what a run of ours left, and is gone on with.
package struct HTTPPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { PutSettings.keys }

    /// A user's name is no secret: masked, it would blot out the same word everywhere.
    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        (options["tokenFrom"]?.asTexts ?? []) + (options["passwordFrom"]?.asTexts ?? [])
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            try await PutServer(PutSettings(request), with: effects).greet()
            return []
        } catch let error as RelctlError {
            let code = error.code == .configurationInvalid ? "settings" : "access"
            return Finding.failures(of: error, code: "publish.http.\(code)")
        }
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        try await PutObserver(PutSettings(request), with: effects).observe(request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        try PutPlanner(PutSettings(request), request).actions(observed)
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        guard observed.verdict != .absent else { return [] }
        return try PutPlanner(PutSettings(request), request).actions(retreat, observed)
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        try await PutExecutor(PutSettings(request), request, in: run).execute(actions)
    }
}
