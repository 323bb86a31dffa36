/// Publishes as a GitHub release: gathered in a draft, read back, then shown in one step.
///
/// What GitHub does is taken for the truth at every run: a draft of an earlier run is found by the mark in its body, what is
/// there whole is left alone, what was cut off is removed and sent again.
package struct GitHubPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { GitHubSettings.keys }

    /// People are told of a release, and its tag may never be used again once it was immutable.
    package var isReversible: Bool { false }

    package var takesSnapshots: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { GitHubSettings.tokenNames(options) }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        try await GitHubPreflight(GitHubSettings(request), with: effects).findings(request)
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        try await DraftObserver(GitHubAPI(GitHubSettings(request), with: effects), with: effects).state(for: request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let plan = DraftPlan(try GitHubSettings(request).terms, request)
        try GitHubLimits.check(plan.files)
        return try plan.actions(observed)
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        try DraftPlan(try GitHubSettings(request).terms, request).actions(retreat, observed)
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let api = GitHubAPI(try GitHubSettings(request), with: run.effects)
        try await DraftTransfer(api, request, in: run).execute(actions)
    }
}
