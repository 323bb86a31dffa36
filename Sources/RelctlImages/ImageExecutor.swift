/// Makes the images of a release, all of them in one image layout.
package struct ImageExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be made, of what, and where.
    package struct Request: Sendable {
        /// The images.
        package var plans: [ImagePlan]
        /// Where the configuration has each image, by its id; for messages.
        package var places: [String: SourcePlace] = [:]
        /// Where the configuration has the keys of each image, by its id; for messages.
        package var keyPlaces: [String: [String: SourcePlace]] = [:]
        /// The artifacts that the plans name.
        package var artifacts: [Artifact]
        /// The folder of the artifacts.
        package var dist: FilePath
        /// The folder that holds a folder of programs for each target; what is there is only used if it is what was
        /// packed.
        package var builds: FilePath
        /// The project's folder.
        package var project: FilePath
        /// The folder of the layout.
        package var layout: FilePath
        /// A layout of an earlier run, whose layers are used again where they are the same.
        package var earlier: FilePath?
        /// What compresses.
        package var engine: ArchiveEngine
        /// How many layers are made at a time.
        package var width = 2
        /// How registries that have base images are reached.
        package var access = RegistryAccess()
        /// What is to be said of an image for one platform.
        package var attachments: @Sendable (BuiltImage.Platform, ImagePlan) async throws -> [Attestation] = {
            _,
            _ in []
        }

        /// Looks at what was made before anything leads to it; what it throws ends the run.
        package var review: @Sendable ([BuiltImage]) throws -> Void = { _ in }

        /// Place of a key of an image, or of the image if the key is not set.
        func place(of key: String, of id: String) -> SourcePlace? { keyPlaces[id]?[key] ?? places[id] }

        /// Describes what is to be made.
        package init(
            plans: [ImagePlan],
            artifacts: [Artifact],
            dist: FilePath,
            project: FilePath,
            layout: FilePath,
            engine: ArchiveEngine
        ) {
            self.plans = plans
            self.artifacts = artifacts
            self.dist = dist
            self.project = project
            self.layout = layout
            self.engine = engine
            builds = dist.appending("build")
        }
    }

    /// Makes all images; nothing leads to a new one before all of it is there.
    ///
    /// Layers that a run made of the same input are proven and used again. What an earlier release left in the layout is
    /// removed.
    ///
    /// - Throws: ``RelctlError`` that names the image that cannot be made.
    @concurrent package func execute(_ request: Request, with effects: Effects) async throws -> [BuiltImage] {
        let layout = ImageLayoutWriter(
            request.layout,
            earlier: request.earlier,
            files: effects.files,
            digests: effects.digests
        )
        try layout.prepare()
        let scratch = request.layout.appending(".scratch")
        try effects.files.removeTree(scratch)
        do {
            let images = try await make(request, layout, scratch, effects)
            try effects.files.removeTree(scratch)
            return images
        } catch {
            try? effects.files.removeTree(scratch)
            throw error
        }
    }

    private func make(
        _ request: Request,
        _ layout: ImageLayoutWriter,
        _ scratch: FilePath,
        _ effects: Effects
    ) async throws -> [BuiltImage] {
        request.engine.keepPieces(in: request.layout, files: effects.files)
        let bases = try await ImageBases(request, layout: layout, effects)
        let builder = try await LayerBuilder(request, bases: bases, scratch: scratch, layout: layout, effects: effects)
        try await builder.build()
        var images: [BuiltImage] = []
        var kept = bases.blobs.union(builder.blobs)
        for plan in request.plans {
            let image = try await assemble(plan, request, builder, layout)
            kept.formUnion(image.documents)
            images.append(image)
        }
        try request.review(images)
        try layout.replace(LayerRecord.fileName, JSONText.pretty(builder.record))
        try layout.finish(Self.index(over: images, withReferrers: true), keeping: kept)
        return images
    }

    /// What the layout leads to: each image under its first name and its first tag, and what refers to them.
    static func index(over images: [BuiltImage], withReferrers: Bool = false) -> ImageIndex {
        let named = images.map { image in
            var descriptor = image.index
            descriptor.annotations = [ImageLayout.referenceKey: image.reference]
            return descriptor
        }
        return ImageIndex(manifests: named + (withReferrers ? images.flatMap(\.referrers) : []))
    }

    private func assemble(
        _ plan: ImagePlan,
        _ request: Request,
        _ builder: LayerBuilder,
        _ layout: ImageLayoutWriter
    ) async throws -> BuiltImage {
        let assembler = ImageAssembler(plan: plan)
        var platforms: [BuiltImage.Platform] = []
        var (attached, referrers): ([ContentDescriptor], [ContentDescriptor]) = ([], [])
        var documents: Set<ContentDigest> = []
        var bases: [BaseImage] = []
        for platform in plan.platforms {
            let base = builder.bases.image(of: plan, for: platform)
            let layers = try builder.written(for: platform, of: plan, on: base)
            let image = try assembler.image(for: platform, layers: layers, on: base)
            documents.insert(try await layout.keep(image.configuration))
            documents.insert(try await layout.keep(image.manifest))
            let built = BuiltImage.Platform(
                platform: platform.platform,
                target: platform.target,
                manifest: image.descriptor,
                size: image.size,
                base: base.map { BuiltImage.Base(reference: $0.reference, digest: $0.descriptor.digest) },
                baseSize: (base?.manifest.layers ?? []).map(\.size).saturatingSum,
                files: builder.contents(of: platform)
            )
            platforms.append(built)
            if let base { bases.append(base) }
            let attachments = try await request.attachments(built, plan)
            guard !attachments.isEmpty else { continue }
            let attachment = try await attach(attachments, to: image.descriptor, of: plan, in: layout)
            attached.append(attachment.manifest)
            referrers += attachment.referrers
            documents.formUnion(attachment.documents)
        }
        let index = try assembler.index(platforms.map(\.manifest) + attached, on: bases).bytes()
        documents.insert(try await layout.keep(index))
        return BuiltImage(
            plan: plan,
            index: ContentDescriptor(.imageIndex, of: index),
            platforms: platforms,
            referrers: referrers,
            documents: documents
        )
    }

    /// What was attached to an image for one platform.
    private struct Attached {
        var manifest: ContentDescriptor
        var referrers: [ContentDescriptor] = []
        var documents: Set<ContentDigest> = []
    }

    private func attach(
        _ attachments: [Attestation],
        to image: ContentDescriptor,
        of plan: ImagePlan,
        in layout: ImageLayoutWriter
    ) async throws -> Attached {
        let form = try ImageAttachments.manifest(of: attachments, for: image)
        var attached = Attached(manifest: form.descriptor)
        var documents = [form.configuration, form.manifest, Array("{}".utf8)] + attachments.map(\.statement)
        let created = ImageDescriptions.time(plan.timestamp)
        for attachment in attachments {
            let referrer = try ImageAttachments.referrer(attachment, to: image, created: created)
            documents.append(referrer.manifest)
            attached.referrers.append(referrer.descriptor)
        }
        for document in documents { attached.documents.insert(try await layout.keep(document)) }
        return attached
    }
}
