/// Makes the images of a release, all of them in one image layout.
package struct ImageExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be made, of what, and where.
    package struct Request: Sendable {
        /// The images.
        package var plans: [ImagePlan]
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
        /// What compresses.
        package var engine = ArchiveEngine(threads: 1)
        /// How many layers are made at a time.
        package var width = 2
        /// Opens a base image at a registry.
        package var registry: @Sendable (String) async throws -> any BaseImageStore = { reference in
            throw RelctlError("cannot ask a registry for `\(reference)`")
        }
        /// What is to be said of an image for one platform.
        package var attachments: @Sendable (BuiltImage.Platform, ImagePlan) async throws -> [ImageAttachment] = {
            _,
            _ in []
        }

        /// Describes what is to be made.
        package init(
            plans: [ImagePlan],
            artifacts: [Artifact],
            dist: FilePath,
            project: FilePath,
            layout: FilePath
        ) {
            self.plans = plans
            self.artifacts = artifacts
            self.dist = dist
            self.project = project
            self.layout = layout
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
        let layout = ImageLayout(request.layout, files: effects.files)
        try layout.prepare()
        let scratch = request.layout.appending(".scratch")
        try effects.files.removeTree(scratch)
        defer { try? effects.files.removeTree(scratch) }
        request.engine.keepPieces(in: request.layout, files: effects.files)
        let bases = try await ImageBases(request, layout: layout, files: effects.files)
        let builder = try await LayerBuilder(request, bases: bases, scratch: scratch, layout: layout, effects: effects)
        try await builder.build()
        var images: [BuiltImage] = []
        var kept = bases.blobs.union(builder.blobs)
        for plan in request.plans {
            let image = try await assemble(plan, request, builder, layout)
            kept.formUnion(image.documents)
            images.append(image)
        }
        try layout.replace(LayerRecord.fileName, JSONText.pretty(builder.record))
        try layout.finish(Self.index(over: images, withReferrers: true), keeping: kept)
        return images
    }

    /// What the layout leads to: each image under its first name and its first tag, and what refers to them.
    static func index(over images: [BuiltImage], withReferrers: Bool = false) -> ImageIndex {
        let named = images.map { image in
            var descriptor = image.index
            descriptor.annotations = [ImageDescriptions.referenceName: image.reference]
            return descriptor
        }
        return ImageIndex(manifests: named + (withReferrers ? images.flatMap(\.referrers) : []))
    }

    private func assemble(
        _ plan: ImagePlan,
        _ request: Request,
        _ builder: LayerBuilder,
        _ layout: ImageLayout
    ) async throws -> BuiltImage {
        let assembler = ImageAssembler(plan: plan)
        var platforms: [BuiltImage.Platform] = []
        var (attached, referrers): ([ContentDescriptor], [ContentDescriptor]) = ([], [])
        var documents: Set<ContentDigest> = []
        var bases: [BaseImage] = []
        for platform in plan.platforms {
            let base = builder.bases.image(of: plan, for: platform)
            let layers = try platform.layers.map { ($0.purpose, try builder.written($0, of: plan, on: base)) }
            let image = try assembler.image(for: platform, layers: layers, on: base)
            documents.insert(try await layout.keep(image.configuration))
            documents.insert(try await layout.keep(image.manifest))
            let built = BuiltImage.Platform(
                platform: platform.platform,
                target: platform.target,
                manifest: image.descriptor,
                size: image.size,
                base: base.map { BuiltImage.Base(name: $0.name, digest: $0.descriptor.digest) },
                files: builder.contents(of: platform)
            )
            platforms.append(built)
            if let base { bases.append(base) }
            let attachments = try await request.attachments(built, plan)
            guard !attachments.isEmpty else { continue }
            let form = try ImageAttachments.manifest(of: attachments, for: image.descriptor)
            for bytes in [form.configuration, form.manifest] + attachments.map(\.statement) {
                documents.insert(try await layout.keep(bytes))
            }
            attached.append(form.descriptor)
            let created = ImageDescriptions.time(plan.timestamp)
            for attachment in attachments {
                let form = try ImageAttachments.referrer(attachment, to: image.descriptor, created: created)
                documents.insert(try await layout.keep(form.manifest))
                documents.insert(try await layout.keep(Array("{}".utf8)))
                referrers.append(form.descriptor)
            }
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
}

/// An image that was made.
package struct BuiltImage: Sendable {
    /// What it was made by.
    package var plan: ImagePlan
    /// What leads to its index.
    package var index: ContentDescriptor
    /// The image for each platform, in the index's order.
    package var platforms: [Platform]
    /// What leads to the artifacts that refer to its manifests.
    package var referrers: [ContentDescriptor]
    /// Manifests, configurations and statements of it.
    var documents: Set<ContentDigest>

    /// The image for one platform.
    package struct Platform: Sendable {
        /// What it is for.
        package var platform: ImagePlatform
        /// The release's target whose artifact is in it.
        package var target: TargetTriple
        /// What leads to its manifest.
        package var manifest: ContentDescriptor
        /// Bytes that a pull takes.
        package var size: UInt64
        /// What it stands on.
        package var base: Base?
        /// The files that were put into it.
        package var files: [File]
    }

    /// An image below another.
    package struct Base: Sendable, Hashable {
        /// What people call it; nothing for a layout in a folder.
        package var name: String?
        /// The digest of its manifest.
        package var digest: ContentDigest
    }

    /// A file in an image.
    package struct File: Sendable, Hashable {
        /// From the root.
        package var path: RelativePath
        /// The digest of its content.
        package var sha256: Digest
        /// Bytes.
        package var size: UInt64
        /// Permission bits.
        package var mode: UInt16
        /// The artifact of the release that it was in; nothing for one of the project.
        package var artifact: String?
    }

    /// What the layout calls it.
    package var reference: String { "\(plan.names.first ?? plan.id):\(plan.tags.first ?? "")" }

    /// As the release's manifest records it.
    package var released: ReleasedImage {
        ReleasedImage(
            id: plan.id,
            names: plan.names,
            tags: plan.tags,
            digest: index.digest.sha256,
            size: index.size,
            platforms: platforms.map { platform in
                ReleasedImage.Platform(
                    platform: platform.platform.description,
                    target: platform.target,
                    digest: platform.manifest.digest.sha256,
                    size: platform.size
                )
            }
        )
    }
}
