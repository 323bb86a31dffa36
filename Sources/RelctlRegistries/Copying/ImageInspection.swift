/// What an image is made of, for people to look at.
package struct ImageInspection: Sendable, Hashable, Codable {
    /// Where it is.
    package var reference: String
    /// What names it.
    package var digest: ContentDigest
    /// What it is.
    package var mediaType: MediaType
    /// What is said of it.
    package var annotations: [String: String]
    /// Its platforms, in its own order; of an artifact, the one manifest that it is.
    package var manifests: [Manifest]
    /// What is about it: signatures, attestations.
    package var referrers: [Referrer]

    /// One platform of an image, or an artifact.
    package struct Manifest: Sendable, Hashable, Codable {
        /// What it runs on; nothing for what runs nowhere.
        package var platform: ImagePlatform?
        /// What names it.
        package var digest: ContentDigest
        /// What the artifact is, where this is no image.
        package var artifactType: String?
        /// Bytes that a pull takes: manifest, configuration and layers.
        package var size: UInt64
        /// What is said of it.
        package var annotations: [String: String]
        /// How it runs and came to be; nothing for what is no image.
        package var configuration: ImageConfiguration?
        /// The layers, the lowest first.
        package var layers: [ContentDescriptor]
        /// The manifest that it attests something of, in BuildKit's form.
        package var attests: ContentDigest?
    }

    /// What is about an image.
    package struct Referrer: Sendable, Hashable, Codable {
        /// What names it.
        package var digest: ContentDigest
        /// What it is.
        package var artifactType: String?
        /// What it is about.
        package var subject: ContentDigest
        /// What is said of it.
        package var annotations: [String: String]
    }

    /// Reads manifests and configurations; no layer is read.
    ///
    /// - Throws: ``RelctlError`` if the image is not there, or not whole.
    package static func inspect(
        _ place: ImagePlace,
        in folder: FilePath,
        _ access: RegistryAccess,
        _ effects: Effects
    ) async throws -> ImageInspection {
        let pool = RegistryPool(effects)
        return try await LocatedImage.finding(place, in: folder, effects, pool, access) { image in
            let graph = try await ContentWalk.graph(of: image.root, in: image.source)
            let order = graph.manifests.last?.children ?? []
            var manifests: [Manifest] = []
            for node in graph.manifests where node.descriptor.mediaType.isManifest {
                manifests.append(try await manifest(node.descriptor, order, image.source))
            }
            return ImageInspection(
                reference: place.text,
                digest: image.root.digest,
                mediaType: image.root.mediaType,
                annotations: graph.manifests.last?.annotations ?? [:],
                manifests: manifests,
                referrers: graph.referrers.compactMap { node in
                    node.subject.map {
                        Referrer(
                            digest: node.descriptor.digest,
                            artifactType: node.descriptor.artifactType,
                            subject: $0,
                            annotations: node.annotations
                        )
                    }
                }
            )
        }
    }

    private static func manifest(
        _ descriptor: ContentDescriptor,
        _ siblings: [ContentDescriptor],
        _ source: any ContentSource
    ) async throws -> Manifest {
        let file = FilePath(descriptor.digest.description)
        let manifest = try JSONText.decode(ImageManifest.self, from: try await source.manifest(descriptor), file: file)
        var configuration: ImageConfiguration?
        if [.imageConfiguration, .dockerConfiguration].contains(manifest.config.mediaType) {
            let bytes = try await source.bytes(of: manifest.config)
            configuration = try JSONText.decode(
                ImageConfiguration.self,
                from: bytes,
                file: FilePath(manifest.config.digest.description)
            )
        }
        let said = siblings.first { $0.digest == descriptor.digest }
        let own = configuration.map { ImagePlatform(os: $0.os, architecture: $0.architecture, variant: $0.variant) }
        let platform = said?.platform ?? own
        let sizes = [descriptor.size, manifest.config.size] + manifest.layers.map(\.size)
        return Manifest(
            platform: platform == .unknown ? nil : platform,
            digest: descriptor.digest,
            artifactType: manifest.artifactType,
            // Descriptors can claim any size.
            size: sizes.reduce(0) { sum, size in sum.addingReportingOverflow(size).overflow ? .max : sum + size },
            annotations: manifest.annotations ?? [:],
            configuration: platform == .unknown ? nil : configuration,
            layers: manifest.layers,
            attests: said?.annotations?["vnd.docker.reference.digest"].flatMap { ContentDigest($0) }
        )
    }
}
