/// Publishes as a release of Gitea or Forgejo: gathered in a draft, read back, then shown in one step.
///
/// There are no digests: what is there is downloaded to be compared.
package struct GiteaPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { GiteaSettings.keys }

    /// People are told of a release.
    package var isReversible: Bool { false }

    package var takesSnapshots: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { GiteaSettings.tokenNames(options) }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        try await GiteaPreflight(GiteaSettings(request), with: effects).findings(request)
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        try await DraftObserver(GiteaAPI(GiteaSettings(request), with: effects), with: effects).state(for: request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        try DraftPlan(try GiteaSettings(request).terms, request).actions(observed)
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        try DraftPlan(try GiteaSettings(request).terms, request).actions(retreat, observed)
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let api = GiteaAPI(try GiteaSettings(request), with: run.effects)
        try await DraftTransfer(api, request, in: run).execute(actions)
    }
}
