extension ImagePlanner {
    /// The tags of an image: the exact version's first, those that go from release to release last.
    func tags(of image: ImageSettings, _ request: Request, _ scope: TemplateScope) throws -> [String] {
        let tags =
            try image.tags.map { try own($0, of: image, request, scope) }
            ?? ImageTags.standard(for: request.manifest.release, known: request.versions)
        // Versions may have a `+`, which tags cannot.
        let wanted = tags.map { $0.replacing("+", with: "_") + image.tagSuffix }
        var result: [String] = []
        for tag in wanted where !result.contains(where: { $0.equalsBytewise(tag) }) {
            try Self.requireTag(tag, of: image)
            result.append(tag)
        }
        return result
    }

    /// An error for each image with a tag that one before it has at the same repository: whoever pushes both would move
    /// it from one to the other, each time.
    static func clashes(among plans: [ImagePlan], of images: [ImageSettings]) throws -> [RelctlError] {
        var owners: [ImageReference: String] = [:]
        var clashes: [RelctlError] = []
        for plan in plans {
            let references = try plan.names.flatMap { name in
                let repository = try RepositoryName(name)
                return try plan.tags.map { try ImageReference(repository, tag: $0) }
            }
            for reference in references {
                guard let owner = owners[reference] else {
                    owners[reference] = plan.id
                    continue
                }
                clashes.append(
                    RelctlError(
                        "`\(reference.text)` would be both `\(owner)` and `\(plan.id)`",
                        code: .configurationInvalid,
                        place: images.first { $0.id.equalsBytewise(plan.id) }?.place,
                        hints: ["let their `tags` or `tagSuffix`es differ"]
                    )
                )
            }
        }
        return clashes
    }

    private static func requireTag(_ tag: String, of image: ImageSettings) throws {
        guard !ReferenceGrammar.isTag(tag) else { return }
        throw RelctlError(
            "`tags` of the image `\(image.id)`: `\(tag)` is no tag",
            code: .configurationInvalid,
            place: image.place(of: "tags"),
            hints: [ReferenceGrammar.tagRule]
        )
    }

    /// The tags that the configuration names, but for those that stand for another release; the exact version's where
    /// none is left.
    private func own(
        _ templates: [Template],
        of image: ImageSettings,
        _ request: Request,
        _ scope: TemplateScope
    ) throws -> [String] {
        let (rivals, place) = (try rivals(of: request), image.place(of: "tags"))
        let (exact, other) = (ImageTags.tag(for: request.manifest.release.version), try anotherRelease(of: request))
        var tags: [(tag: String, rank: Int)] = []
        for template in templates {
            let tag = try Self.render(template, scope, at: place)
            // One that is left out of this release is for another.
            if !tag.isEmpty { try Self.requireTag(tag.replacing("+", with: "_") + image.tagSuffix, of: image) }
            let isAnothers = try rivals.contains { try Self.render(template, $0, at: place).equalsBytewise(tag) }
            guard !tag.isEmpty, !isAnothers else { continue }
            let name = tag.replacing("+", with: "_")
            let isMoving = try Self.render(template, other, at: place).equalsBytewise(tag)
            tags.append((tag, name.equalsBytewise(exact) ? 0 : name.contains(exact) ? 1 : isMoving ? 3 : 2))
        }
        // Whoever sees a tag that moves finds the version there that it stands for.
        let ordered = (0...3).flatMap { rank in tags.filter { $0.rank == rank }.map(\.tag) }
        return ordered.isEmpty ? [exact] : ordered
    }

    /// The release of the next patch, at another commit and on another day: what it has in common with this one goes
    /// from release to release.
    private func anotherRelease(of request: Request) throws -> TemplateScope {
        var other = request.manifest.release
        let (version, next) = (other.version, other.version.nextPatch)
        other.version = version.isPrerelease ? try next.with(prerelease: version.prereleaseText) : next
        other.tag = try TagTemplate(of: request.project).tag(for: other.version)
        (other.commit, other.timestamp) = ("", 0)
        return request.project.scope(of: other)
    }

    /// The stable releases that a tag rather stands for where it would be the same for them: every newer one that is
    /// known, and for a pre-release or a snapshot the one that it leads to.
    ///
    /// They are of no commit and no day, so that a tag of one of these is a release's own.
    private func rivals(of request: Request) throws -> [TemplateScope] {
        let release = request.manifest.release
        let isFinal = !release.isSnapshot && !release.version.isPrerelease
        let newer = request.versions.filter { !$0.isPrerelease && Version.precedes(release.version, $0) }
        let template = try TagTemplate(of: request.project)
        return try ((isFinal ? [] : [release.version.core]) + newer).map { version in
            var rival = release
            (rival.version, rival.tag, rival.isSnapshot) = (version, try template.tag(for: version), false)
            (rival.commit, rival.timestamp) = ("", 0)
            return request.project.scope(of: rival)
        }
    }
}
