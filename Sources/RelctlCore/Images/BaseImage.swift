/// The image that others are put on, for one platform.
package struct BaseImage: Sendable {
    /// What people call it; nothing for a layout in a folder.
    package var name: String?
    /// What its name leads to: an index, or the manifest itself.
    package var top: ContentDescriptor
    /// Its manifest for the platform.
    package var descriptor: ContentDescriptor
    /// That manifest.
    package var manifest: ImageManifest
    /// What that says of how the image runs.
    package var configuration: ImageConfiguration
}

/// Where base images come from.
package protocol BaseImageStore: Sendable {
    /// What people call the image; nothing for a layout in a folder.
    var name: String? { get }
    /// What the image's name leads to.
    func top() async throws -> ContentDescriptor
    /// All of a manifest, an index or a configuration, proven to be what its digest says.
    func document(_ descriptor: ContentDescriptor) async throws -> [UInt8]
    /// Puts a blob into a layout, unless it is there; proven to be what its digest says.
    func copy(_ descriptor: ContentDescriptor, to layout: ImageLayout) async throws
}

extension BaseImageStore {
    /// The image for a platform.
    ///
    /// - Throws: ``RelctlError`` if there is none, or its parts contradict each other.
    func image(for platform: ImagePlatform) async throws -> BaseImage {
        let top = try await top()
        var descriptor = top
        if top.mediaType.isIndex {
            let index = try await decode(ImageIndex.self, top)
            descriptor = try Self.manifest(for: platform, in: index)
        }
        guard descriptor.mediaType.isManifest else {
            throw RelctlError("it is no image but `\(descriptor.mediaType.rawValue)`")
        }
        let manifest = try await decode(ImageManifest.self, descriptor)
        let configuration = try await decode(ImageConfiguration.self, manifest.config)
        var own = ImagePlatform(os: configuration.os, architecture: configuration.architecture)
        own.variant = configuration.variant
        guard own.os == platform.os, own.architecture == platform.architecture else {
            throw RelctlError("it is for `\(own)`, not for `\(platform)`")
        }
        guard manifest.layers.count == configuration.rootfs.diffIDs.count else {
            throw RelctlError(
                "its manifest has \(manifest.layers.count) layers, its configuration "
                    + "\(configuration.rootfs.diffIDs.count)"
            )
        }
        return BaseImage(
            name: name,
            top: top,
            descriptor: descriptor,
            manifest: manifest,
            configuration: configuration
        )
    }

    private static func manifest(for platform: ImagePlatform, in index: ImageIndex) throws -> ContentDescriptor {
        let images = index.manifests.filter { $0.mediaType.isManifest && $0.platform != .unknown }
        if let exact = images.first(where: { $0.platform?.matches(platform) ?? false }) { return exact }
        // An image for any variant of a processor runs on each.
        let plain = images.first {
            $0.platform?.os == platform.os && $0.platform?.architecture == platform.architecture
                && $0.platform?.variant == nil
        }
        if let plain { return plain }
        let known = images.compactMap(\.platform?.description)
        throw RelctlError(
            "it is not for `\(platform)`",
            hints: known.isEmpty ? [] : ["it is for: " + known.joined(separator: ", ")]
        )
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ descriptor: ContentDescriptor) async throws -> Value {
        let bytes = try await document(descriptor)
        return try JSONText.decode(type, from: bytes, file: FilePath(descriptor.digest.description))
    }
}

/// An image layout in a folder, and in it one image.
struct LayoutBaseStore: BaseImageStore {
    let layout: ImageLayout
    /// What the layout calls the image; nothing where it has one alone.
    let reference: String?

    var name: String? { nil }

    func top() throws -> ContentDescriptor {
        let manifests = try layout.index().manifests
        if let reference {
            let found = manifests.first { $0.annotations?[ImageDescriptions.referenceName] == reference }
            guard let found else {
                let known = manifests.compactMap { $0.annotations?[ImageDescriptions.referenceName] }
                throw RelctlError(
                    "`\(layout.folder)` has no image `\(reference)`",
                    hints: known.isEmpty ? [] : ["it has: " + known.joined(separator: ", ")]
                )
            }
            return found
        }
        guard manifests.count == 1, let only = manifests.first else {
            throw RelctlError(
                "`\(layout.folder)` has \(manifests.count) images",
                hints: ["say which: `oci:PATH:NAME`"]
            )
        }
        return only
    }

    func document(_ descriptor: ContentDescriptor) throws -> [UInt8] { try layout.document(descriptor) }

    func copy(_ descriptor: ContentDescriptor, to other: ImageLayout) async throws {
        try await other.copy(descriptor, from: layout)
    }
}
