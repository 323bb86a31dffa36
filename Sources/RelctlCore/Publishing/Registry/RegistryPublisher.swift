/// Publishes the release's images to registries of the distribution specification.
///
/// What belongs to an image is pushed by digest, where nobody looks; then the tags are put, one step each. A tag that
/// names a version is for ever; one that follows versions never goes back.
package struct RegistryPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { RegistrySettings.keys }

    /// Whoever pulled a version has it, and deploys it elsewhere: it appears when all else is sure.
    package var isReversible: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? []
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            let settings = try RegistrySettings(request)
            guard let images = request.images else { return [] }
            guard !images.isEmpty else { throw ReleasedImages.none("the configuration has no `images`") }
            try settings.choice.requireKnown(images.map(\.id))
            var repositories: [RepositoryName] = []
            for repository in try images.flatMap({ try settings.choice.repositories(of: $0.id, $0.names) })
            where !repositories.contains(repository) {
                repositories.append(repository)
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
        return Finding(error.description, code: "publish.registry.\(code)", hints: error.hints)
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        let released: ReleasedImages
        do {
            released = try ReleasedImages(in: FilePath(request.folder), files: effects.files)
        } catch let error as RelctlError {
            // A release may be taken back where its images are not at hand: then nothing can be said of them.
            return PublicationState(.unknown, remarks: [error.description])
        }
        let push = try await Push(released, request, effects)
        let observed = try await PushObserver(push.pool, push.access).observe(push.targets)
        return try RegistryFinding(observed).state
    }

    package func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction] {
        guard observed.verdict != .unknown else {
            throw RelctlError(
                "cannot publish to the registry: it is not known what belongs there",
                code: .configurationInvalid,
                causes: observed.remarks.map { RelctlError($0) }
            )
        }
        return try PushPlanner(replacing: request.replaces).actions(RegistryFinding(observed).observed)
    }

    /// What has no tag, nobody sees, and registries clear away by themselves; tags stay.
    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let visible = observed.assets.map { "`\($0.name)`" }.joined(separator: ", ")
        guard observed.verdict == .unknown || !visible.isEmpty else { return [] }
        let what = visible.isEmpty ? "what it has" : visible
        switch retreat {
        case .abandon:
            throw RelctlError(
                "the registry of `\(request.name)` keeps \(what): users may have pulled it",
                code: .noWayBack,
                hints: ["a version of its own, with what is wrong put right, is what helps those who have it"]
            )
        case .yank:
            throw RelctlError(
                "the registry of `\(request.name)` keeps \(what): images cannot say that they should not be taken",
                code: .noWayBack,
                hints: [
                    "`relctl image copy --replace` leads a moving tag, such as `latest`, back to an older version",
                    "remove the tags by the registry's own means if nobody may take them",
                ]
            )
        }
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let released = try ReleasedImages(in: FilePath(request.folder), files: run.effects.files)
        let push = try await Push(released, request, run.effects)
        try await PushTransfer(
            push.targets,
            from: push.layout,
            through: push.pool,
            push.access,
            replacing: request.replaces
        ).execute(actions, in: run)
    }

    /// What a request comes to.
    private struct Push {
        let targets: [PushTarget]
        let layout: ImageLayout
        let pool: RegistryPool
        let access: RegistryAccess

        init(_ released: ReleasedImages, _ request: PublicationRequest, _ effects: Effects) async throws {
            let settings = try RegistrySettings(request)
            targets = try await released.targets(settings.choice)
            layout = released.layout
            access = try settings.access(to: targets.map(\.repository), effects.environment)
            pool = RegistryPool(effects)
        }
    }
}

/// What was found at registries, as a publication's state keeps it.
struct RegistryFinding {
    /// What was found, repository by repository.
    let observed: [ObservedPush]

    private static let key = "pushes"

    init(_ observed: [ObservedPush]) { self.observed = observed }

    /// Reads what a state keeps.
    init(_ state: PublicationState) throws {
        let text = state.details[Self.key] ?? "[]"
        observed = try JSONText.decode([ObservedPush].self, from: Array(text.utf8), file: FilePath(Self.key))
    }

    /// The state: its files are the tags that lead to the release.
    var state: PublicationState {
        get throws {
            let decisions = observed.flatMap { push in
                push.decisions(replacing: false).map { (push, $0.tag, $0.decision) }
            }
            let conflicts = decisions.compactMap { push, tag, decision -> String? in
                guard case .conflict(let found) = decision else { return nil }
                return PushPlanner.difference(push.target, tag, found)
            }
            let tags = decisions.filter { $0.2 == .identical }.map { push, tag, _ in
                let digest = push.target.content.root.digest
                return RemoteAsset(
                    name: push.target.reference(tag),
                    id: digest.description,
                    size: nil,
                    sha256: digest.sha256
                )
            }
            let isWhole = try PushPlanner(replacing: true).actions(observed).isEmpty
            let isEmpty = tags.isEmpty && observed.allSatisfy { $0.found.manifests.isEmpty && $0.found.blobs.isEmpty }
            let verdict: PublicationState.Verdict =
                if !conflicts.isEmpty { .different } else if isWhole { .identical } else {
                    isEmpty ? .absent : .partial
                }
            let text = String(decoding: try JSONText.line(observed), as: UTF8.self)
            return PublicationState(verdict, assets: tags, remarks: conflicts, details: [Self.key: text])
        }
    }
}
