/// The step that makes images of what was packed.
extension ReleaseSteps {
    /// Plans the images for these platforms, or all, from the record of what was packed; changes nothing.
    ///
    /// - Throws: ``RelctlError`` if nothing is packed, or with everything that is wrong with the images.
    package func plannedImages(on platforms: [ImagePlatform] = []) async throws -> [ImagePlan] {
        try await plannedImages(of: manifest(), on: platforms)
    }

    private func plannedImages(of manifest: Manifest, on platforms: [ImagePlatform]) async throws -> [ImagePlan] {
        guard !configuration.images.isEmpty else {
            throw RelctlError(
                "cannot make images: `\(configuration.file)` has none",
                code: .configurationInvalid,
                hints: ["add `images: [{ name: \"ghcr.io/OWNER/\(configuration.name)\" }]`"]
            )
        }
        let template = try TagTemplate(of: configuration)
        var request = ImagePlanner.Request(configuration, manifest)
        request.platforms = platforms
        request.versions = try await repository.tags().compactMap { try? template.version(fromTag: $0.name) }
        let planner = ImagePlanner()
        request.tree = try await SourceTree.observe(
            for: planner.projectRules(for: request),
            in: layout.project,
            excluding: PublicationFolders(configuration: configuration).excluded,
            files: files
        )
        return try planner.plan(request)
    }

    /// Makes the images in the folder's image layout, and has the record name them, unless they are for a part of their
    /// platforms alone.
    ///
    /// - Throws: ``RelctlError`` that names the image that cannot be made.
    @discardableResult
    package func images(on platforms: [ImagePlatform] = []) async throws -> [BuiltImage] {
        var manifest = try manifest()
        let plans = try await plannedImages(of: manifest, on: platforms)
        var request = ImageExecutor.Request(
            plans: plans,
            artifacts: manifest.artifacts,
            dist: folder.path,
            project: layout.project,
            layout: folder.images
        )
        request.engine = limits.engine
        request.width = min(limits.archives, 4)
        let images = try await ImageExecutor().execute(request, with: effects)
        guard platforms.isEmpty, manifest.images != images.map(\.released) else { return images }
        manifest.images = images.map(\.released)
        try files.write(JSONText.pretty(manifest), to: folder.manifest)
        return images
    }
}
