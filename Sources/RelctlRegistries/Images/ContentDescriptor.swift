/// What leads to a blob (image-spec, content descriptors).
package struct ContentDescriptor: Sendable, Hashable, Codable {
    /// What the blob is.
    package var mediaType: MediaType
    /// What names it.
    package var digest: ContentDigest
    /// Bytes.
    package var size: UInt64
    /// Other places that it can be had from.
    package var urls: [String]?
    /// What is said of it.
    package var annotations: [String: String]?
    /// What the image runs on that this leads to.
    package var platform: ImagePlatform?
    /// What the artifact is that this leads to.
    package var artifactType: String?
    /// The blob itself, in Base64, where it is small.
    package var data: String?

    /// Describes a blob.
    package init(
        _ mediaType: MediaType,
        digest: ContentDigest,
        size: UInt64,
        annotations: [String: String]? = nil,
        platform: ImagePlatform? = nil
    ) {
        self.mediaType = mediaType
        self.digest = digest
        self.size = size
        self.annotations = annotations
        self.platform = platform
    }

    /// Describes bytes.
    package init(
        _ mediaType: MediaType,
        of bytes: [UInt8],
        annotations: [String: String]? = nil,
        platform: ImagePlatform? = nil
    ) {
        self.init(
            mediaType,
            digest: ContentDigest(of: bytes),
            size: UInt64(bytes.count),
            annotations: annotations,
            platform: platform
        )
    }

    /// The two bytes `{}` (image-spec, guidance for an empty descriptor).
    package static let empty = ContentDescriptor(.empty, of: Array("{}".utf8))
}
