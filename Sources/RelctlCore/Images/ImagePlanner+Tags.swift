extension ImagePlanner {
    /// The tags of an image, the exact version's first unless the configuration says otherwise.
    func tags(of image: ImageSettings, _ request: Request, _ scope: TemplateScope) throws -> [String] {
        let tags =
            try image.tags.map { try own($0, of: image, request, scope) }
            ?? ImageTags.standard(for: request.manifest.release, known: request.versions)
        // Versions may have a `+`, which tags cannot.
        let wanted = tags.map { $0.replacing("+", with: "_") + image.tagSuffix }
        var result: [String] = []
        for tag in wanted where !result.contains(where: { $0.equalsBytewise(tag) }) {
            guard ReferenceGrammar.isTag(tag) else {
                throw RelctlError(
                    "`\(tag)` is no tag",
                    code: .configurationInvalid,
                    place: image.place,
                    hints: [ReferenceGrammar.tagRule]
                )
            }
            result.append(tag)
        }
        return result
    }

    /// The tags that the configuration names, but for those that stand for another release; the exact version's where
    /// none is left.
    private func own(
        _ templates: [Template],
        of image: ImageSettings,
        _ request: Request,
        _ scope: TemplateScope
    ) throws -> [String] {
        let rivals = try rivals(of: request)
        let tags = try templates.compactMap { template -> String? in
            let tag = try Self.render(template, scope, of: image)
            let isAnothers = try rivals.contains { try Self.render(template, $0, of: image).equalsBytewise(tag) }
            return tag.isEmpty || isAnothers ? nil : tag
        }
        return tags.isEmpty ? [ImageTags.tag(for: request.manifest.release.version)] : tags
    }

    /// The stable releases that a tag rather stands for where it would be the same for them: every newer one that is
    /// known, and for a pre-release or a snapshot the one that it leads to.
    ///
    /// They are of no commit and no day, so that a tag of one of these is a release's own.
    private func rivals(of request: Request) throws -> [TemplateScope] {
        let release = request.manifest.release
        let isFinal = !release.isSnapshot && !release.version.isPrerelease
        let newer = request.versions.filter { !$0.isPrerelease && Version.precedes(release.version, $0) }
        let template = try TagTemplate(of: request.configuration)
        return try ((isFinal ? [] : [release.version.core]) + newer).map { version in
            var rival = release
            (rival.version, rival.tag, rival.isSnapshot) = (version, try template.tag(for: version), false)
            (rival.commit, rival.timestamp) = ("", 0)
            return request.configuration.scope(of: rival)
        }
    }
}
