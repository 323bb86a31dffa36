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
    init(_ request: ImageExecutor.Request, layout: ImageLayout, files: any FileSystem) async throws {
        var stores: [ImageBase: any BaseImageStore] = [:]
        for plan in request.plans {
            for platform in plan.platforms {
                let key = Key(base: plan.base, platform: platform.platform)
                guard images[key] == nil else { continue }
                do {
                    if stores[plan.base] == nil { stores[plan.base] = try await Self.store(plan.base, request, files) }
                    guard let store = stores[plan.base] else { continue }
                    let image = try await store.image(for: platform.platform)
                    images[key] = image
                    try await copy(image, from: store, to: layout)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    throw RelctlError(
                        "cannot use the base image `\(plan.base.text)` for `\(platform.platform)`",
                        code: (error as? RelctlError)?.code ?? .failed,
                        causes: [error]
                    )
                }
            }
        }
    }

    /// What an image for a platform stands on; nothing for one from scratch.
    func image(of plan: ImagePlan, for platform: ImagePlan.Platform) -> BaseImage? {
        images[Key(base: plan.base, platform: platform.platform)]
    }

    private static func store(
        _ base: ImageBase,
        _ request: ImageExecutor.Request,
        _ files: any FileSystem
    ) async throws -> (any BaseImageStore)? {
        switch base {
        case .scratch: nil
        case .layout(let path, let name):
            LayoutBaseStore(layout: ImageLayout(request.project.appending(path), files: files), reference: name)
        case .registry(let reference): try await request.registry(reference)
        }
    }

    /// Copies the layers; one that its owner wants nobody to copy stays where it is (image-spec, layers,
    /// "Non-Distributable Layers").
    private mutating func copy(
        _ image: BaseImage,
        from store: any BaseImageStore,
        to layout: ImageLayout
    ) async throws {
        for layer in image.manifest.layers where !layer.mediaType.isNondistributable {
            guard blobs.insert(layer.digest).inserted else { continue }
            try await store.copy(layer, to: layout)
        }
    }
}
