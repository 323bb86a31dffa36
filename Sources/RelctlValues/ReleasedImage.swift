/// An image of a release, as `dist/manifest.json` records it; it lies in the image layout `dist/images/`.
public struct ReleasedImage: Sendable, Hashable, Codable {
    /// What tells it from the release's other images: its first name, with the variant's suffix if it is one.
    public var id: String
    /// The repositories it goes to, such as `ghcr.io/acme/app`; the first is the one that people are told.
    public var names: [String]
    /// The tags it gets in each, the exact version's first.
    public var tags: [String]
    /// The digest of its index.
    public var digest: Digest
    /// Bytes of the index.
    public var size: UInt64
    /// What it runs on, in the index's order.
    public var platforms: [Platform]

    /// One platform of an image.
    public struct Platform: Sendable, Hashable, Codable {
        /// `OS/ARCHITECTURE[/VARIANT]`.
        public var platform: String
        /// The release's target whose artifact is in it.
        public var target: TargetTriple
        /// The digest of its manifest.
        public var digest: Digest
        /// Bytes that a pull takes: manifest, configuration and layers, the base image's too.
        public var size: UInt64

        /// Describes a platform of an image.
        public init(platform: String, target: TargetTriple, digest: Digest, size: UInt64) {
            self.platform = platform
            self.target = target
            self.digest = digest
            self.size = size
        }
    }

    /// Describes an image.
    public init(
        id: String,
        names: [String],
        tags: [String],
        digest: Digest,
        size: UInt64,
        platforms: [Platform]
    ) {
        self.id = id
        self.names = names
        self.tags = tags
        self.digest = digest
        self.size = size
        self.platforms = platforms
    }
}
