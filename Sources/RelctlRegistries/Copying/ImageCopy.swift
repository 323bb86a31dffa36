/// Copies an image with all that belongs to it, bit for bit, from one place to another.
package struct ImageCopy: Sendable {
    /// Where it is.
    package var source: ImagePlace
    /// Where it shall be.
    package var destination: ImagePlace
    /// The platform that alone is copied; nothing for all.
    package var platform: ImagePlatform?
    /// Whether a tag or name there may be taken from another image.
    package var replaces = false
    /// How registries are reached.
    package var access = RegistryAccess()
    /// Where relative paths start.
    package var folder: FilePath

    /// Describes a copy of all platforms.
    package init(from source: ImagePlace, to destination: ImagePlace, in folder: FilePath) {
        self.source = source
        self.destination = destination
        self.folder = folder
    }

    /// What came of it.
    package struct Outcome: Sendable, Hashable, Codable {
        /// Where the image is now, or would be.
        package var destination: String
        /// What names it, here and there.
        package var digest: ContentDigest
        /// What was done, or would be; nothing if all was there.
        package var actions: [PublicationAction]
    }

    /// Looks, plans and copies; a dry run writes nothing.
    ///
    /// - Throws: ``RelctlError`` if the image is not there or not whole, or something else is in its place.
    package func run(_ effects: Effects, isDryRun: Bool) async throws -> Outcome {
        do {
            return try await copied(effects, isDryRun: isDryRun)
        } catch var error as RelctlError where error.code == .publicationExists {
            if case .registry = destination {
                error.hints = ["name another tag in the destination, or move this one by `--replace`"]
            }
            throw error
        }
    }

    private func copied(_ effects: Effects, isDryRun: Bool) async throws -> Outcome {
        let pool = RegistryPool(effects)
        return try await LocatedImage.finding(source, in: folder, effects, pool, access) { image in
            let image = if let platform { try await image.narrowed(to: platform) } else { image }
            let graph = try await ContentWalk.graph(of: image.root, in: image.source)
            let run = PublicationRun(name: "copy", effects: effects)
            switch destination {
            case .registry(let reference):
                let target = try target(graph, at: reference, image)
                let observed = try await PushObserver(pool, access).observe([target])
                let actions = try PushPlanner(replacing: replaces).actions(observed)
                if !isDryRun {
                    try await PushExecutor([target], from: image.source, through: pool, access, replacing: replaces)
                        .execute(actions, in: run)
                }
                let text = target.tags.first.map(target.reference) ?? target.reference(graph.root.digest)
                return Outcome(destination: text, digest: graph.root.digest, actions: actions)
            case .layout(let path, let name):
                let name = name ?? image.name
                let copy = LayoutCopy(graph, to: folder.appending(path), as: name, effects.files)
                let actions = try copy.actions(replacing: replaces)
                if !isDryRun { try await copy.execute(actions, from: image.source, in: run) }
                let text = ImagePlace.layout(path, name: name).text
                return Outcome(destination: text, digest: graph.root.digest, actions: actions)
            }
        }
    }

    private func target(_ graph: ContentGraph, at reference: ImageReference, _ image: LocatedImage) throws -> PushTarget
    {
        if let digest = reference.digest, digest != graph.root.digest {
            throw RelctlError(
                "cannot copy to `\(reference)`: the image has the digest `\(graph.root.digest)`",
                code: .configurationInvalid
            )
        }
        // The name of an image ends in its tag, wherever it is from.
        let inherited = image.name.flatMap { try? ImageReference($0).tag }
        let tag = reference.tag ?? (reference.digest == nil ? inherited : nil)
        guard tag != nil || reference.digest != nil else {
            throw RelctlError(
                "cannot copy to `\(reference)`: nothing says under which tag",
                code: .configurationInvalid,
                hints: ["write `\(reference):TAG`"]
            )
        }
        var sources: [String] = []
        if case .registry(let from) = source, from.repository.registry == reference.repository.registry {
            sources = [from.repository.path]
        }
        return PushTarget(
            reference.text,
            graph,
            to: reference.repository,
            tags: tag.map { [PushTag($0, .fixed)] } ?? [],
            sources: sources
        )
    }
}
