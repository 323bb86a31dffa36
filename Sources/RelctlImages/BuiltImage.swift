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
        /// Bytes of the layers that it stands on.
        package var baseSize: UInt64
        /// The files that were put into it.
        package var files: [File]
    }

    /// An image below another.
    package struct Base: Sendable, Hashable {
        /// How the configuration names it at a registry; nothing for a layout in a folder.
        package var reference: ImageReference?
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
