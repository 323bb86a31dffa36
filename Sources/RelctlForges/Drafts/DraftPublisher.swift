/// Publishes as a GitHub release: gathered in a draft, read back, then shown in one step.
///
/// What GitHub does is taken for the truth at every run: a draft of an earlier run is found by the mark in its body, what is
/// there whole is left alone, what was cut off is removed and sent again.
package typealias GitHubPublisher = DraftPublisher<GitHubAPI>

/// Publishes as a release of Gitea or Forgejo, as ``GitHubPublisher`` does.
///
/// There are no digests: what is there is downloaded to be compared.
package typealias GiteaPublisher = DraftPublisher<GiteaAPI>

/// Publishes to a forge whose releases begin as drafts.
package struct DraftPublisher<Forge: DraftForge>: Publisher {
    package init() {}

    package var keys: [ConfigurationKey] { Forge.Settings.keys }

    /// People are told of a release, and its tag may never be used again once it was immutable.
    package var isReversible: Bool { false }

    package var takesSnapshots: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { Forge.Settings.tokenNames(options) }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        try await Forge(Forge.Settings(request), with: effects).findings(request)
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> DraftObservation {
        try await DraftObserver(Forge(Forge.Settings(request), with: effects), with: effects).observe(request)
    }

    package func plan(_ request: PublicationRequest, observed: DraftObservation) throws -> [PublicationAction] {
        let planner = DraftPlanner(try Forge.Settings(request).terms, request)
        try Forge.check(planner.files)
        return try planner.actions(observed)
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: DraftObservation
    ) throws -> [PublicationAction] {
        try DraftPlanner(try Forge.Settings(request).terms, request).actions(retreat, observed)
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let forge = Forge(try Forge.Settings(request), with: run.effects)
        try await DraftExecutor(forge, request, in: run).execute(actions)
    }
}

/// What is said of a publication to a forge with drafts.
package protocol DraftForgeSettings: Sendable {
    /// The keys that it is said by.
    static var keys: [ConfigurationKey] { get }
    /// The environment variables that a token is read from unless others are named.
    static var standardTokenNames: [String] { get }
    /// What one forge shares with others.
    var terms: DraftTerms { get }

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which repository is meant.
    init(_ request: PublicationRequest) throws
}

extension DraftForgeSettings {
    /// The keys of all such forges, with one that says where its API answers.
    static func sharedKeys(api: ConfigurationKey) -> [ConfigurationKey] {
        [
            ConfigurationKey("repository", "OWNER/NAME; by default the project's.", shape: .template), api,
            ConfigurationKey(
                "tokenFrom",
                "The environment variables that the token is read from, the first that is not empty.",
                shape: .texts
            ),
            ConfigurationKey("title", "The release's title; by default the tag.", shape: .template),
            ConfigurationKey("keepDraft", "Whether the draft is left for a person to publish.", shape: .flag),
        ]
    }

    /// The environment variables that a token is read from.
    static func tokenNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? standardTokenNames
    }

    /// The repository that a request names, or the project does.
    static func repository(
        of request: PublicationRequest,
        _ refusal: (_ reason: String, _ hint: String) -> RelctlError
    ) throws -> OwnedRepository {
        guard let repository = request.options["repository"]?.asText ?? request.release.repository else {
            throw refusal("no repository is named", "say `repository: \"OWNER/NAME\"`")
        }
        guard let owned = OwnedRepository(repository) else {
            throw refusal("`\(repository)` is no repository", "write it as `OWNER/NAME`")
        }
        return owned
    }
}
