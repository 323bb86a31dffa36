/// The image that others are put on, for one platform.
///
/// A class, because many types hold one.
package final class BaseImage: Sendable {
    /// How the configuration names it at a registry; nothing for a layout in a folder.
    package let reference: ImageReference?
    /// What its name leads to: an index, or the manifest itself.
    package let top: ContentDescriptor
    /// Its manifest for the platform.
    package let descriptor: ContentDescriptor
    /// That manifest.
    package let manifest: ImageManifest
    /// What that says of how the image runs.
    package let configuration: ImageConfiguration

    /// What a layout in a folder calls it; nothing for one at a registry.
    let nameInLayout: String?

    /// What people call it, with the registry named and no digest, as image-spec has it for `base.name`; nothing for a
    /// layout in a folder that calls it anything else.
    var name: String? {
        if let reference { return reference.repository.text + (reference.tag.map { ":\($0)" } ?? "") }
        guard let nameInLayout, let named = try? ImageReference(nameInLayout), named.digest == nil,
            named.text.equalsBytewise(nameInLayout)
        else { return nil }
        return nameInLayout
    }

    /// The layers that everyone may copy.
    var copiedLayers: [ContentDescriptor] { manifest.layers.filter { !$0.mediaType.isNondistributable } }

    /// Chooses the image for a platform.
    ///
    /// - Parameters:
    ///   - located: Where it is.
    ///   - platform: The platform.
    ///   - reference: How the configuration names it at a registry; nil for a layout in a folder.
    ///   - nameInLayout: What a layout in a folder calls it; nil for one at a registry.
    /// - Throws: ``RelctlError`` if there is none, or its parts contradict each other.
    package init(
        _ located: LocatedImage,
        for platform: ImagePlatform,
        reference: ImageReference? = nil,
        nameInLayout: String? = nil
    ) async throws {
        self.reference = reference
        self.nameInLayout = nameInLayout
        top = located.root
        var descriptor = located.root
        if top.mediaType.isIndex {
            let index = try Self.decode(ImageIndex.self, try await located.source.manifest(top), top)
            descriptor = try Self.manifest(for: platform, in: index)
        }
        guard descriptor.mediaType.isManifest else {
            throw RelctlError("it is no image but `\(descriptor.mediaType.rawValue)`")
        }
        self.descriptor = descriptor
        manifest = try Self.decode(ImageManifest.self, try await located.source.manifest(descriptor), descriptor)
        configuration = try Self.decode(
            ImageConfiguration.self,
            try await located.source.bytes(of: manifest.config),
            manifest.config
        )
        try check(for: platform)
    }

    private func check(for platform: ImagePlatform) throws {
        let own = ImagePlatform(
            os: configuration.os,
            architecture: configuration.architecture,
            variant: configuration.variant
        )
        guard own.os == platform.os, own.architecture == platform.architecture else {
            throw RelctlError("it is for `\(own)`, not for `\(platform)`", code: .configurationInvalid)
        }
        let (layers, count) = (manifest.layers.count, configuration.rootfs.diffIDs.count)
        guard layers == count else {
            throw RelctlError("its manifest has \(layers) layers, its configuration \(count)")
        }
    }

    private static func manifest(for platform: ImagePlatform, in index: ImageIndex) throws -> ContentDescriptor {
        if let exact = index.manifest(for: platform) { return exact }
        // An image for any variant of a processor runs on each.
        let plain = index.manifests.first {
            $0.platform?.os == platform.os && $0.platform?.architecture == platform.architecture
                && $0.platform?.variant == nil
        }
        if let plain { return plain }
        let known = index.manifests.compactMap(\.platform).filter { $0 != .unknown }.map(\.description)
        throw RelctlError(
            "it is not for `\(platform)`",
            code: .configurationInvalid,
            hints: known.isEmpty ? [] : ["it is for: " + known.joined(separator: ", ")]
        )
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8],
        _ descriptor: ContentDescriptor
    ) throws -> Value {
        try JSONText.decode(type, from: bytes, file: FilePath(descriptor.digest.description))
    }
}
