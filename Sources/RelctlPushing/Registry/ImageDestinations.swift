/// Which of a release's images the publications to registries take, all of them together, and why they take no others.
package struct ImageDestinations {
    private let publications: [Publication]

    private struct Publication {
        let name: String
        let place: SourcePlace?
        let choice: ImageChoice
    }

    /// Takes the publications to registries, and passes over all others.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` where keys contradict each other.
    package init(_ requests: [PublicationRequest]) throws {
        publications = try requests.filter { $0.publisher == RegistryPublisher.id }
            .map { Publication(name: $0.name, place: $0.place, choice: try RegistrySettings($0).choice) }
    }

    /// Whether an image goes anywhere.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    func takes(_ image: NamedImage) throws -> Bool {
        try publications.contains { try !$0.choice.repositories(of: image.id, image.names).isEmpty }
    }

    /// The repositories that an image goes to, by its own names first; all of these where there is no publication.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    package func names(of image: NamedImage) throws -> [String] {
        guard !publications.isEmpty else { return image.names }
        let taken = try publications.flatMap { try $0.choice.repositories(of: image.id, image.names) }
        let own = try image.names.map { (text: $0, name: try RepositoryName($0)) }.filter { taken.contains($0.name) }
        var names = own.map(\.name)
        for name in taken where !names.contains(name) { names.append(name) }
        return own.map(\.text) + names.dropFirst(own.count).map(\.text)
    }

    /// What is left of these images and publications: images and names that no publication takes, else publications that
    /// take no image.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    package func findings(on images: [NamedImage], at places: [String: SourcePlace]) throws -> [Finding] {
        if publications.isEmpty, let first = images.first { return [Self.unpublished(first, at: places[first.id])] }
        let untaken = try images.flatMap { try findings(on: $0, at: places[$0.id]) }
        guard untaken.isEmpty, !images.isEmpty else { return untaken }
        return try publications.filter { publication in
            try images.allSatisfy { try publication.choice.repositories(of: $0.id, $0.names).isEmpty }
        }.map { publication in
            Finding(
                "the publication `\(publication.name)` takes no image: none has a name at "
                    + "`\(publication.choice.registry ?? "")`",
                code: "publish.registry.idle",
                severity: .warning,
                place: publication.place,
                hints: ["images have names at " + Self.registries(of: images).joined(separator: ", ")]
            )
        }
    }

    private static func unpublished(_ image: NamedImage, at place: SourcePlace?) -> Finding {
        Finding(
            "no publication takes the images: none is to a registry",
            code: "publish.registry.untaken",
            severity: .warning,
            place: place,
            hints: ["add `{ to: \"registry\" }` to `publish`, or push them by `relctl image push`"]
        )
    }

    private static func registries(of images: [NamedImage]) -> [String] {
        Set(images.flatMap(\.names).compactMap { try? RepositoryName($0).registry })
            .sortedBytewise().map { "`\($0)`" }
    }

    /// What no publication takes of an image: all of it, or some of its names; nothing where there is no publication
    /// that could.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    func findings(on image: NamedImage, at place: SourcePlace? = nil) throws -> [Finding] {
        guard !publications.isEmpty else { return [] }
        guard try takes(image) else { return [finding("the image `\(image.id)`", image, at: place)] }
        // Where a publication gives it another name, its own are not meant.
        guard !publications.contains(where: { $0.choice.names[image.id] != nil }) else { return [] }
        let taken = try publications.flatMap { try $0.choice.repositories(of: image.id, image.names) }
        return try image.names.filter { try !taken.contains(RepositoryName($0)) }.map { name in
            let part = NamedImage(id: image.id, names: [name], tags: image.tags)
            return finding("the name `\(name)` of the image `\(image.id)`", part, at: place)
        }
    }

    private func finding(_ subject: String, _ image: NamedImage, at place: SourcePlace?) -> Finding {
        Finding(
            "no publication takes \(subject): " + reasons(against: image).joined(separator: "; "),
            code: "publish.registry.untaken",
            severity: .warning,
            place: place,
            hints: hints(for: image)
        )
    }

    /// Makes sure that an image goes somewhere.
    ///
    /// - Throws: ``RelctlError`` that says why no publication takes it.
    func require(_ image: NamedImage) throws {
        guard try !takes(image) else { return }
        throw RelctlError(
            "cannot push the image `\(image.id)`: no publication of the configuration takes it",
            code: .configurationInvalid,
            hints: hints(for: image) + ["`relctl image copy` copies it anywhere"],
            causes: reasons(against: image).map { RelctlError($0) }
        )
    }

    /// Why each publication leaves it.
    private func reasons(against image: NamedImage) -> [String] {
        publications.map { publication in
            let choice = publication.choice
            guard choice.names(image.id) else {
                return "`\(publication.name)` takes only \(choice.ids.map { "`\($0)`" }.joined(separator: ", "))"
            }
            return "`\(publication.name)` takes only names at `\(choice.registry ?? "")`"
        }
    }

    /// The nearest way to have it taken.
    private func hints(for image: NamedImage) -> [String] {
        let registries = image.names.compactMap { try? RepositoryName($0).registry }
        for publication in publications where publication.choice.names(image.id) {
            guard let own = publication.choice.registry, let meant = Nearest.to(own, among: registries) else {
                continue
            }
            return ["did you mean `registry: \(meant.quotedAsJSON)` in the publication `\(publication.name)`?"]
        }
        let open = publications.first { publication in
            !publication.choice.names(image.id) && publication.choice.registry.map(registries.contains) ?? true
        }
        if let open { return ["name `\(image.id)` in the `images` of the publication `\(open.name)`"] }
        let registry = registries.first ?? RepositoryName.dockerHub
        return ["add a publication, such as `{ to: \"registry\", registry: \(registry.quotedAsJSON) }`"]
    }
}
