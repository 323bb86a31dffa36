/// The images of a release as they lie in its folder: what the record says of them, and the layout that holds them.
package struct ReleasedImages: Sendable {
    /// What is released.
    package let release: ReleaseIdentity
    /// What the record says of each image, in its order.
    package let images: [ReleasedImage]
    /// What holds all of them.
    package let layout: ImageLayout

    /// Reads the record, and opens the layout.
    ///
    /// - Throws: ``RelctlError`` if there is no record, or no image in it.
    package init(in folder: FilePath, files: any FileSystem) throws {
        let record = folder.appending(Manifest.fileName)
        guard try files.resolvedStatus(of: record) != nil else {
            throw Self.none("there is no `\(record)`", hint: "run `relctl package` and `relctl image build` first")
        }
        let manifest = try JSONText.decode(Manifest.self, from: try files.contents(of: record), file: record)
        guard let images = manifest.images, !images.isEmpty else {
            throw Self.none("`\(record)` names no image")
        }
        release = manifest.release
        self.images = images
        let place = ReleaseFolder(folder).images
        guard try files.resolvedStatus(of: place) != nil else {
            throw Self.none("there is no `\(place)`", hint: "run `relctl image build` first")
        }
        layout = try ImageLayout(at: place, files: files)
    }

    /// The images by their names.
    package var named: [NamedImage] { images.map { NamedImage(id: $0.id, names: $0.names, tags: $0.tags) } }

    /// Why there is nothing to push.
    static func none(
        _ reason: String,
        hint: String = "run `relctl image build`, with `images` in the configuration"
    ) -> RelctlError {
        RelctlError("cannot push the release's images: \(reason)", code: .configurationInvalid, hints: [hint])
    }

    /// What is to be where.
    ///
    /// - Parameter choice: Which images, and where to.
    /// - Returns: A target for each repository of each image, in the record's order.
    /// - Throws: ``RelctlError`` if an image is not in the layout as the record says, or a name is no repository.
    package func targets(_ choice: ImageChoice) async throws -> [PushTarget] {
        try choice.requireKnown(images.map(\.id))
        var targets: [PushTarget] = []
        for image in images {
            let repositories = try choice.repositories(of: image.id, image.names)
            guard !repositories.isEmpty else { continue }
            let graph = try await ContentWalk.graph(of: try root(of: image), in: layout)
            let tags = PushTag.tags(image.tags, of: release)
            targets += repositories.map { PushTarget(image.id, graph, to: $0, tags: tags) }
        }
        return targets
    }

    private func root(of image: ReleasedImage) throws -> ContentDescriptor {
        let digest = ContentDigest(image.digest)
        guard var root = layout.index.manifests.first(where: { $0.digest == digest }), root.size == image.size else {
            throw RelctlError(
                "cannot push the image `\(image.id)`: `\(layout.path)` does not hold it as `\(Manifest.fileName)` says",
                hints: ["run `relctl image build` to make it again"]
            )
        }
        root.annotations = nil
        return root
    }
}

/// Which images of a release go where.
package struct ImageChoice: Sendable, Hashable {
    /// The images' ids; all where there are none.
    package var ids: [String]
    /// Other repositories than an image's own, by its id.
    package var names: [String: String]
    /// The registry whose repositories alone are meant; every one where nothing is said.
    package var registry: String?

    /// Describes a choice.
    package init(ids: [String] = [], names: [String: String] = [:], registry: String? = nil) {
        self.ids = ids
        self.names = names
        self.registry = registry
    }

    /// Whether an image is among those that are meant.
    func names(_ id: String) -> Bool { ids.isEmpty || ids.contains { $0.equalsBytewise(id) } }

    /// The repositories that an image goes to.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    func repositories(of id: String, _ names: [String]) throws -> [RepositoryName] {
        guard self.names(id) else { return [] }
        return try (self.names[id].map { [$0] } ?? names).map { try RepositoryName($0) }
            .filter { registry == nil || $0.registry == registry }
    }

    /// Makes sure that every id that is named is one.
    func requireKnown(_ known: [String]) throws {
        let unknown = (ids + names.keys.sorted()).first { id in !known.contains { $0.equalsBytewise(id) } }
        guard let unknown else { return }
        throw RelctlError(
            "cannot push the image `\(unknown)`: the release has none of that id",
            code: .configurationInvalid,
            hints: ["it has \(known.map { "`\($0)`" }.joined(separator: ", "))"]
        )
    }
}
