/// Publishes as a GitLab release whose links lead to the files of a generic package.
///
/// The files are gathered in a hidden package, read back, and shown to users by one request that makes the release.
package struct GitLabPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { GitLabSettings.keys }

    /// People are told of a release.
    package var isReversible: Bool { false }

    package var takesSnapshots: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { GitLabSettings.tokenNames(options) }

    private static func api(_ request: PublicationRequest, with effects: Effects) throws -> GitLabAPI {
        GitLabAPI(try GitLabSettings(request), version: request.release.version, with: effects)
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        try await GitLabPreflight(Self.api(request, with: effects)).findings(request)
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> GitLabObservation {
        let api = try Self.api(request, with: effects)
        return try await GitLabObserver(api.settings, api, with: effects).observe(request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: GitLabObservation
    ) throws -> [PublicationAction] {
        let settings = try GitLabSettings(request)
        try GitLabLimits.check(settings.notes.files(of: request), settings)
        return try GitLabPlanner(settings, request).actions(observed)
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: GitLabObservation
    ) throws -> [PublicationAction] {
        try GitLabPlanner(try GitLabSettings(request), request).actions(retreat, observed)
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        try await GitLabExecutor(Self.api(request, with: run.effects), request, in: run).execute(actions)
    }
}
