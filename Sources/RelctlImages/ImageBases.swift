/// The base images of a request, looked up and copied into the layout.
struct ImageBases: Sendable {
    private var images: [Key: BaseImage] = [:]
    /// What lies in the layout because of them.
    private(set) var blobs: Set<ContentDigest> = []

    private struct Key: Hashable {
        var base: ImageBase
        var platform: ImagePlatform
    }

    /// Looks up every base, and copies the layers that images will have.
    ///
    /// - Throws: ``RelctlError`` that names the base that cannot be used.
    init(_ request: ImageExecutor.Request, layout: ImageLayoutWriter, _ effects: Effects) async throws {
        var wanted: [(base: ImageBase, platforms: [ImagePlatform])] = []
        for plan in request.plans where plan.base != .scratch {
            let platforms = plan.platforms.map(\.platform)
            if let index = wanted.firstIndex(where: { $0.base == plan.base }) {
                wanted[index].platforms += platforms.filter { !wanted[index].platforms.contains($0) }
            } else {
                wanted.append((plan.base, platforms))
            }
        }
        let pool = RegistryPool(effects)
        for (base, platforms) in wanted {
            guard let place = try base.place else { continue }
            let found: [BaseImage]
            do {
                found = try await LocatedImage.finding(place, in: request.project, effects, pool, request.access) {
                    image in
                    try await Self.images(of: base, at: place, image, for: platforms, copyingTo: layout)
                }
            } catch var error as RelctlError {
                let plan = request.plans.first { $0.base == base }
                error.place = error.place ?? plan.flatMap { request.place(of: "from", of: $0.id) }
                throw error
            }
            for (platform, image) in zip(platforms, found) {
                images[Key(base: base, platform: platform)] = image
                blobs.formUnion(image.copiedLayers.map(\.digest))
            }
        }
    }

    /// The images for these platforms, whose layers are copied; one that its owner wants nobody to copy stays where it is
    /// (image-spec, layers, "Non-Distributable Layers").
    private static func images(
        of base: ImageBase,
        at place: ImagePlace,
        _ located: LocatedImage,
        for platforms: [ImagePlatform],
        copyingTo layout: ImageLayoutWriter
    ) async throws -> [BaseImage] {
        var images: [BaseImage] = []
        for platform in platforms {
            do {
                let reference: ImageReference? = if case .registry(let reference) = place { reference } else { nil }
                let name = reference == nil ? located.name : nil
                let image = try await BaseImage(located, for: platform, reference: reference, nameInLayout: name)
                for layer in image.copiedLayers { try await layout.copy(layer, from: located.source) }
                images.append(image)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw RelctlError(
                    "cannot use the base image `\(base.text)` for `\(platform)`",
                    code: (error as? RelctlError)?.code ?? .failed,
                    causes: [error]
                )
            }
        }
        return images
    }

    /// What an image for a platform stands on; nothing for one from scratch.
    func image(of plan: ImagePlan, for platform: ImagePlan.Platform) -> BaseImage? {
        images[Key(base: plan.base, platform: platform.platform)]
    }
}
