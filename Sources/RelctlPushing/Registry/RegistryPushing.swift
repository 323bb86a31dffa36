/// A publisher whose places are registries: content goes to repositories by its digests, where nobody looks, and then
/// the tags are put, one step each.
///
/// Whoever conforms says what there is to push and where to; all else is the same for images and charts.
protocol RegistryPushing: Publisher {
    /// What tells its findings from those of others: `publish.ID.access`.
    static var id: String { get }
    /// What is pushed, for messages.
    static var noun: String { get }
    /// What helps users who have what should not be taken.
    static var yankHint: String { get }

    /// The repositories that a release will go to, before anything is made; none where they are not known.
    ///
    /// - Throws: ``RelctlError`` for what is wrong with the configuration.
    func plannedRepositories(of request: PublicationRequest) throws -> [RepositoryName]

    /// What is to be where, read from the release's folder.
    ///
    /// - Throws: ``RelctlError`` if there is nothing to push, or it is not what the record says.
    func push(of request: PublicationRequest, with effects: Effects) async throws -> RegistryPush
}

/// What a publication to registries comes to.
struct RegistryPush: Sendable {
    /// What is to be in which repository.
    let targets: [PushTarget]
    /// What holds all of it.
    let content: any ContentSource
}

extension RegistryPushing {
    /// Whoever pulled a version has it, and deploys it elsewhere: it appears when all else is sure.
    package var isReversible: Bool { false }

    /// The variables of `tokenFrom`.
    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? []
    }

    /// Asks every repository whether it may be pushed to, and says of all that may not why.
    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            let settings = try RegistrySettings(request)
            let repositories = try plannedRepositories(of: request).reduce(into: [RepositoryName]()) { all, one in
                if !all.contains(one) { all.append(one) }
            }
            let access = try settings.access(to: repositories, effects.environment)
            let pool = RegistryPool(effects)
            return try await mapConcurrently(repositories, width: 4) { repository -> Finding? in
                do {
                    try await pool.client(of: repository, for: .push, access: access).requirePermissionToPush()
                    return nil
                } catch let error as RelctlError {
                    return Self.finding(error)
                }
            }.compactMap(\.self)
        } catch let error as RelctlError {
            return [Self.finding(error)]
        }
    }

    private static func finding(_ error: RelctlError) -> Finding {
        let code = error.code == .configurationInvalid ? "settings" : "access"
        return Finding(error.description, code: "publish.\(id).\(code)", hints: error.hints)
    }

    /// Asks for every manifest and tag.
    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> RegistryObservation {
        let push: RegistryPush
        do {
            push = try await self.push(of: request, with: effects)
        } catch let error as RelctlError {
            // A release may be taken back where what it consists of is not at hand: then nothing can be said of it.
            return RegistryObservation(refusal: error)
        }
        let (pool, access) = (RegistryPool(effects), try access(to: push, request, effects))
        return try RegistryObservation(try await PushObserver(pool, access).observe(push.targets))
    }

    /// What is left to push.
    package func plan(_ request: PublicationRequest, observed: RegistryObservation) throws -> [PublicationAction] {
        try observed.requireKnown()
        guard observed.state.verdict != .identical else { return [] }
        return try PushPlanner(replacing: request.replaces).actions(observed.found)
    }

    /// What has no tag, nobody sees, and registries clear away by themselves; tags stay.
    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: RegistryObservation
    ) throws -> [PublicationAction] {
        let visible = observed.state.assets.map { "`\($0.name)`" }.joined(separator: ", ")
        guard observed.state.verdict == .unknown || !visible.isEmpty else { return [] }
        let kept = "the registry of `\(request.name)` keeps \(visible.isEmpty ? "what it has" : visible)"
        switch retreat {
        case .abandon:
            throw RelctlError(
                "\(kept): users may have pulled it",
                code: .noWayBack,
                hints: ["a version of its own, with what is wrong put right, is what helps those who have it"]
            )
        case .yank:
            throw RelctlError(
                "\(kept): \(Self.noun) cannot say that they should not be taken",
                code: .noWayBack,
                hints: [Self.yankHint, "remove the tags by the registry's own means if nobody may take them"]
            )
        }
    }

    /// Pushes what was planned.
    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let push = try await push(of: request, with: run.effects)
        try await PushExecutor(
            push.targets,
            from: push.content,
            through: RegistryPool(run.effects),
            access(to: push, request, run.effects),
            replacing: request.replaces
        ).execute(actions, in: run)
    }

    private func access(
        to push: RegistryPush,
        _ request: PublicationRequest,
        _ effects: Effects
    ) throws -> RegistryAccess {
        try RegistrySettings(request).access(to: push.targets.map(\.repository), effects.environment)
    }
}
