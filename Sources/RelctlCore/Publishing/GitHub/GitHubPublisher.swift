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
        try await GitHubObserver(GitHubSettings(request), with: effects).state(for: request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let settings = try GitHubSettings(request)
        let files = GitHubBody.files(of: request)
        try GitHubLimits.check(files)
        try GitHubObserver.requireCommit(observed.details["commit"], request, settings)
        let planner = PublicationPlanner(Self.rules(settings, request))
        let actions = try planner.actions(for: request, files: files, observed)
        let doubles = actions.isEmpty ? [] : Self.doubles(in: observed)
        return doubles.map {
            PublicationAction(.deleteDraft, request.release.tag, reason: "a double", remoteID: $0)
        }
            + actions.map { action in
                guard [.publish, .update].contains(action.verb) else { return action }
                var action = action
                action.remoteID = observed.release?.id
                action.parameters = ["latest": observed.details["latest"] ?? "false"]
                if action.verb == .publish, let newer = observed.details["newer"] {
                    action.reason = "not as the latest: `\(newer)` is newer"
                }
                return action
            }
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let settings = try GitHubSettings(request)
        let place = Self.rules(settings, request).place
        guard let release = observed.release else { return [] }
        switch retreat {
        case .abandon:
            guard !release.isVisible else {
                throw RelctlError(
                    "cannot abandon the \(place): users see it",
                    code: .noWayBack,
                    hints: ["`relctl yank \(ShellWord.quoted(request.release.tag))` tells them not to take it"]
                )
            }
            guard release.isOwn else { return [] }
            return ([release.id] + Self.doubles(in: observed)).map {
                PublicationAction(.deleteDraft, request.release.tag, remoteID: $0)
            }
        case .yank(let reason):
            guard release.isVisible else {
                throw RelctlError(
                    "cannot yank the \(place): users do not see it",
                    code: .noWayBack,
                    hints: ["`relctl release --abandon \(ShellWord.quoted(request.release.tag))` removes a draft"]
                )
            }
            guard observed.details["yanked"] != GitHubBody.yankMark(reason) else { return [] }
            return [
                PublicationAction(
                    .yank,
                    request.release.tag,
                    reason: reason,
                    remoteID: release.id,
                    parameters: ["reason": reason]
                )
            ]
        }
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        try await GitHubTransfer(GitHubSettings(request), request, in: run).execute(actions)
    }

    private static func rules(_ settings: GitHubSettings, _ request: PublicationRequest) -> PublicationPlanner.Rules {
        PublicationPlanner.Rules(
            place: "GitHub release `\(request.release.tag)` of `\(settings.repository)`",
            subject: request.release.tag,
            hasDraft: true,
            publishes: !settings.keepsDraft
        )
    }

    /// Further drafts of this very release, which a lost answer once left.
    private static func doubles(in state: PublicationState) -> [String] {
        state.details["doubles"].map { $0.split(separator: ",").map(String.init) } ?? []
    }
}
