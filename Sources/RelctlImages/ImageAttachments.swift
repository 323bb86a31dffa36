/// The documents that carry what is attached to an image.
enum ImageAttachments {
    /// In BuildKit's form: one more manifest of the index, for no platform, whose layers are the statements
    /// (BuildKit, docs/attestations/attestation-storage.md).
    static func manifest(
        of attachments: [Attestation],
        for image: ContentDescriptor
    ) throws -> (configuration: [UInt8], manifest: [UInt8], descriptor: ContentDescriptor) {
        var configuration = ImageConfiguration(platform: .unknown)
        configuration.config = ImageConfiguration.Execution()
        configuration.rootfs.diffIDs = attachments.map { ContentDigest(of: $0.statement) }
        let bytes = try configuration.bytes()
        let manifest = try ImageManifest(
            config: ContentDescriptor(.imageConfiguration, of: bytes),
            layers: attachments.map(layer)
        ).bytes()
        let annotations = [
            "vnd.docker.reference.type": "attestation-manifest",
            "vnd.docker.reference.digest": image.digest.description,
        ]
        let descriptor = ContentDescriptor(.imageManifest, of: manifest, annotations: annotations, platform: .unknown)
        return (bytes, manifest, descriptor)
    }

    /// As a referrer: an artifact whose subject is the image's manifest (image-spec 1.1, guidelines for artifacts).
    static func referrer(
        _ attachment: Attestation,
        to image: ContentDescriptor,
        created: String
    ) throws -> (manifest: [UInt8], descriptor: ContentDescriptor) {
        var subject = image
        (subject.platform, subject.annotations) = (nil, nil)
        let annotations = [
            Attestation.predicateTypeAnnotation: attachment.predicateType.rawValue,
            "org.opencontainers.image.created": created,
        ]
        let manifest = try ImageManifest(
            artifactType: MediaType.inToto.rawValue,
            config: .empty,
            layers: [layer(attachment)],
            subject: subject,
            annotations: annotations
        ).bytes()
        var descriptor = ContentDescriptor(.imageManifest, of: manifest, annotations: annotations)
        descriptor.artifactType = MediaType.inToto.rawValue
        return (manifest, descriptor)
    }

    private static func layer(_ attachment: Attestation) -> ContentDescriptor {
        ContentDescriptor(
            .inToto,
            of: attachment.statement,
            annotations: [Attestation.predicateTypeAnnotation: attachment.predicateType.rawValue]
        )
    }
}
