/// Publishes the release's images to registries of the distribution specification.
///
/// A tag that names a version is for ever; one that follows versions never goes back.
package struct RegistryPublisher: RegistryPushing {
    package static let id = "registry"
    static let noun = "images"
    static let yankHint = "`relctl image copy --replace` leads a moving tag, such as `latest`, back to an older version"

    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { RegistrySettings.keys }

    func plannedRepositories(of request: PublicationRequest) throws -> [RepositoryName] {
        guard let images = request.images else { return [] }
        guard !images.isEmpty else { throw ReleasedImages.none("the configuration has no `images`") }
        let choice = try RegistrySettings(request).choice
        try choice.requireKnown(images.map(\.id))
        return try images.flatMap { try choice.repositories(of: $0.id, $0.names) }
    }

    func push(of request: PublicationRequest, with effects: Effects) async throws -> RegistryPush {
        let released = try ReleasedImages(in: FilePath(request.folder), files: effects.files)
        let targets = try await released.targets(try RegistrySettings(request).choice)
        if targets.isEmpty {
            let message = "the publication `\(request.name)` takes none of the images: `relctl check` says why"
            effects.events.send(.message(.warning, message))
        }
        return RegistryPush(targets: targets, content: released.layout)
    }
}
