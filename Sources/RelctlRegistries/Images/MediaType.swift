/// What a blob of an image or an artifact is (image-spec 1.1, media types); a registry keeps any.
package struct MediaType: Sendable, Hashable, RawRepresentable, Codable, ExpressibleByStringLiteral {
    /// As it stands in descriptors and in `Content-Type`.
    package var rawValue: String

    /// Takes a text for a media type.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// Takes a literal for a media type.
    package init(stringLiteral value: String) { rawValue = value }

    /// An image index.
    package static let imageIndex: MediaType = "application/vnd.oci.image.index.v1+json"
    /// An image manifest.
    package static let imageManifest: MediaType = "application/vnd.oci.image.manifest.v1+json"
    /// An image's configuration.
    package static let imageConfiguration: MediaType = "application/vnd.oci.image.config.v1+json"
    /// A layer that is not compressed.
    package static let layer: MediaType = "application/vnd.oci.image.layer.v1.tar"
    /// A layer under gzip.
    package static let layerGzip: MediaType = "application/vnd.oci.image.layer.v1.tar+gzip"
    /// A layer under Zstandard.
    package static let layerZstandard: MediaType = "application/vnd.oci.image.layer.v1.tar+zstd"
    /// The two bytes `{}`, which stand where a descriptor must lead somewhere.
    package static let empty: MediaType = "application/vnd.oci.empty.v1+json"
    /// Docker's manifest list, which serves as an index.
    package static let dockerManifestList: MediaType = "application/vnd.docker.distribution.manifest.list.v2+json"
    /// Docker's image manifest, version 2.
    package static let dockerManifest: MediaType = "application/vnd.docker.distribution.manifest.v2+json"
    /// Docker's image configuration.
    package static let dockerConfiguration: MediaType = "application/vnd.docker.container.image.v1+json"
    /// Docker's layer under gzip.
    package static let dockerLayerGzip: MediaType = "application/vnd.docker.image.rootfs.diff.tar.gzip"
    /// An attestation: an in-toto Statement.
    package static let inToto: MediaType = "application/vnd.in-toto+json"

    /// What a client asks for that takes any image.
    package static let manifests: [MediaType] = [.imageIndex, .imageManifest, .dockerManifestList, .dockerManifest]

    /// Whether it is an index of manifests, in either family.
    package var isIndex: Bool { self == .imageIndex || self == .dockerManifestList }
    /// Whether it is an image's manifest, in either family.
    package var isManifest: Bool { self == .imageManifest || self == .dockerManifest }
    /// Whether it is a layer that its owner wants nobody to copy (deprecated by image-spec 1.1).
    package var isNondistributable: Bool {
        rawValue.hasPrefix("application/vnd.oci.image.layer.nondistributable.")
            || rawValue == "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip"
    }
}
