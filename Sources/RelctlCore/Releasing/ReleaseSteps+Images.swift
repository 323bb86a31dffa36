/// The step that makes images of what was packed.
extension ReleaseSteps {
    /// Plans the images for these platforms, or all, from the record of what was packed; changes nothing.
    ///
    /// - Throws: ``RelctlError`` if nothing is packed, or with everything that is wrong with the images.
    package func plannedImages(on platforms: [ImagePlatform] = []) async throws -> [ImagePlan] {
        try await plannedImages(of: manifest(), on: platforms)
    }

    private func plannedImages(of manifest: Manifest, on platforms: [ImagePlatform]) async throws -> [ImagePlan] {
        var request = plan.images.request
        guard !request.images.isEmpty else {
            throw RelctlError(
                "cannot make images: `\(plan.project.file)` has none",
                code: .configurationInvalid,
                hints: ["add `images: [{ name: \"ghcr.io/OWNER/\(plan.project.name)\" }]`"]
            )
        }
        request.manifest = manifest
        request.platforms = platforms
        let planner = ImagePlanner()
        request.tree = try await SourceTree.observe(
            for: planner.projectRules(for: request),
            in: layout.project,
            excluding: plan.images.excluded,
            files: files
        )
        let plans = try planner.plan(request)
        let planned = plans.flatMap(\.platforms).map(\.platform)
        if let missing = platforms.first(where: { wanted in !planned.contains { $0.matches(wanted) } }) {
            throw RelctlError(
                "cannot make images for `\(missing)`: none is for that platform",
                hints: ["run `relctl image build --dry-run` to see the platforms of each"]
            )
        }
        return plans
    }

    /// Makes the images in the folder's image layout, and has the record name them; it names none where they are for a
    /// part of their platforms alone.
    ///
    /// - Throws: ``RelctlError`` that names the image that cannot be made.
    @discardableResult
    package func images(
        on platforms: [ImagePlatform] = [],
        _ access: RegistryAccess = RegistryAccess()
    ) async throws -> [BuiltImage] {
        var manifest = try manifest()
        let plans = try await plannedImages(of: manifest, on: platforms)
        if folder == layout.dist { try await checksums.requireRenewable() }
        var request = ImageExecutor.Request(
            plans: plans,
            artifacts: manifest.artifacts,
            dist: folder.path,
            project: layout.project,
            layout: folder.images,
            engine: limits.engine
        )
        if folder != layout.dist { request.earlier = layout.dist.images }
        request.width = min(limits.archives, 4)
        request.places = Dictionary(plan.images.request.images.map { ($0.id, $0.place) }) { first, _ in first }
        request.keyPlaces = Dictionary(plan.images.request.images.map { ($0.id, $0.keyPlaces) }) { first, _ in first }
        request.access = access
        request.attachments = attachments(of: manifest)
        request.review = { [comparison = SizeComparison(manifest, with: plan.previous)] images in
            try SizeBudgets.check(images.flatMap { $0.limited(comparison) })
        }
        let images = try await ImageExecutor().execute(request, with: effects)
        // Nobody shall publish images of a part of their platforms, nor take them for what the record says.
        let recorded = platforms.isEmpty ? images.map(\.released) : nil
        if manifest.images != recorded {
            manifest.images = recorded
            try files.write(JSONText.pretty(manifest), to: folder.manifest)
        }
        if folder == layout.dist { try await checksums.renew() }
        return images
    }

    /// What is said of images: what made them and what is in them, as far as each wants that.
    private func attachments(
        of manifest: Manifest
    ) -> @Sendable (BuiltImage.Platform, ImagePlan) throws -> [Attestation] {
        let planner = AttestationPlanner(
            manifest.release,
            configuration: manifest.configuration,
            targets: plan.project.targets.map(\.triple),
            builder: ProvenanceBuilder(environment: effects.environment)
        )
        return { platform, plan in
            let image = AttestedImage(platform, of: plan)
            let names = Set(platform.files.compactMap(\.artifact))
            let artifacts = manifest.artifacts.filter { names.contains($0.name) }
            let attestations = [
                plan.hasProvenance ? try planner.provenance(of: image, madeOf: artifacts) : nil,
                plan.hasSBOM ? try planner.sbom(of: image) : nil,
            ]
            return attestations.compactMap(\.self)
        }
    }
}

extension AttestedImage {
    /// Names an image that was made.
    init(_ built: BuiltImage.Platform, of plan: ImagePlan) {
        self.init(
            repository: plan.names.first ?? plan.id,
            tag: plan.tags.first ?? "",
            platform: built.platform,
            digest: built.manifest.digest,
            base: built.base.map { base in
                Base(repository: base.reference?.repository.text, tag: base.reference?.tag, digest: base.digest)
            }
        )
        files = built.files.map { file in
            File(path: file.path, sha256: file.sha256, isExecutable: file.mode & 0o111 != 0)
        }
    }
}

extension BuiltImage {
    /// The image for each platform with what a pull of it may take, where that has a bound.
    fileprivate func limited(_ comparison: SizeComparison) -> [SizeBudgets.Limited] {
        guard let budget = plan.budget else { return [] }
        return zip(platforms, released.platforms).map { platform, released in
            var parts = platform.files.map { SizedItem.Part(path: $0.path.string, size: $0.size) }
            if platform.base != nil {
                parts.append(SizedItem.Part(path: "the layers of the base image", size: platform.baseSize))
            }
            let item = comparison.item(self.released, released, parts: parts)
            return SizeBudgets.Limited(item, budget: ByteCount(budget), key: "images[].budget", of: plan.id)
        }
    }
}
