/// One image for one platform, or an artifact (image-spec, image manifest).
package struct ImageManifest: Sendable, Hashable, Codable {
    /// The form of the record.
    package var schemaVersion = 2
    /// What it is; readers of older ones know by the descriptor.
    package var mediaType: MediaType?
    /// What the artifact is, where this is no image.
    package var artifactType: String?
    /// The image's configuration, or an artifact's.
    package var config: ContentDescriptor
    /// The layers, the lowest first, or an artifact's files.
    package var layers: [ContentDescriptor]
    /// The manifest that this says something about.
    package var subject: ContentDescriptor?
    /// What is said of it.
    package var annotations: [String: String]?

    /// Describes an image or an artifact.
    package init(
        mediaType: MediaType? = .imageManifest,
        artifactType: String? = nil,
        config: ContentDescriptor,
        layers: [ContentDescriptor],
        subject: ContentDescriptor? = nil,
        annotations: [String: String]? = nil
    ) {
        self.mediaType = mediaType
        self.artifactType = artifactType
        self.config = config
        self.layers = layers
        self.subject = subject
        self.annotations = annotations
    }

    /// The bytes whose digest names it: one line of JSON with sorted keys.
    package func bytes() throws -> [UInt8] { try JSONText.line(self).dropLast() }
}

/// The images of one name for several platforms (image-spec, image index); also `index.json` of an image layout.
package struct ImageIndex: Sendable, Hashable, Codable {
    /// The form of the record.
    package var schemaVersion = 2
    /// What it is.
    package var mediaType: MediaType?
    /// What the artifact is, where this is none of images.
    package var artifactType: String?
    /// What it leads to; the first that fits a platform is taken.
    package var manifests: [ContentDescriptor]
    /// The manifest that this says something about.
    package var subject: ContentDescriptor?
    /// What is said of it.
    package var annotations: [String: String]?

    /// Describes an index.
    package init(
        mediaType: MediaType? = .imageIndex,
        manifests: [ContentDescriptor],
        annotations: [String: String]? = nil
    ) {
        self.mediaType = mediaType
        self.manifests = manifests
        self.annotations = annotations
    }

    /// The bytes whose digest names it: one line of JSON with sorted keys.
    package func bytes() throws -> [UInt8] { try JSONText.line(self).dropLast() }

    /// The image for a platform; attestations are for none.
    package func manifest(for platform: ImagePlatform) -> ContentDescriptor? {
        manifests.first { $0.platform?.matches(platform) ?? false }
    }
}
