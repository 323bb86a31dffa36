import Foundation
package import RelctlCore

/// An image layout of a test's own making.
package struct SampleLayout: Sendable {
    /// Its folder.
    package let path: FilePath
    private let files = LiveFileSystem()

    /// An empty layout.
    package init(at path: FilePath) throws {
        self.path = path
        try files.createFolders(path.appending("blobs/sha256"))
        try files.write(#"{"imageLayoutVersion":"1.0.0"}"#.utf8, to: path.appending("oci-layout"))
        try write(ImageIndex(manifests: []))
    }

    /// What it holds, as it says.
    package func index() throws -> ImageIndex {
        let bytes = try files.contents(of: path.appending("index.json"))
        return try JSONDecoder().decode(ImageIndex.self, from: Data(bytes))
    }

    /// Says what it holds.
    package func write(_ index: ImageIndex) throws {
        try files.write(try index.bytes(), to: path.appending("index.json"))
    }

    /// Adds a blob.
    @discardableResult
    package func add(_ type: MediaType, _ bytes: [UInt8]) throws -> ContentDescriptor {
        let descriptor = ContentDescriptor(type, of: bytes)
        try files.write(bytes, to: path.appending(descriptor.digest.layoutPath))
        return descriptor
    }

    /// Adds an image for one platform.
    package func addImage(
        _ platform: ImagePlatform,
        layers: [[UInt8]],
        annotations: [String: String]? = nil
    ) throws -> ContentDescriptor {
        var configuration = ImageConfiguration(platform: platform, created: "2026-01-02T03:04:05Z")
        configuration.rootfs.diffIDs = layers.map { ContentDigest(of: $0) }
        configuration.history = layers.indices.map { ImageConfiguration.Step(createdBy: "layer \($0)") }
        var execution = ImageConfiguration.Execution()
        (execution.user, execution.entrypoint) = ("65532:65532", ["/usr/bin/app"])
        execution.environment = ["PATH=/usr/bin"]
        execution.labels = annotations
        configuration.config = execution
        let manifest = ImageManifest(
            config: try add(.imageConfiguration, try configuration.bytes()),
            layers: try layers.map { try add(.layer, $0) },
            annotations: annotations
        )
        var descriptor = try add(.imageManifest, try manifest.bytes())
        descriptor.platform = platform
        return descriptor
    }

    /// Adds an index of images.
    package func addIndex(_ manifests: [ContentDescriptor], version: String?) throws -> ContentDescriptor {
        let annotations = version.map { ["org.opencontainers.image.version": $0] }
        return try add(.imageIndex, try ImageIndex(manifests: manifests, annotations: annotations).bytes())
    }

    /// Adds what attests something of an image, in BuildKit's form.
    package func addAttestation(of image: ContentDescriptor) throws -> ContentDescriptor {
        let statement = try add(.inToto, Array(#"{"about":"\#(image.digest)"}"#.utf8))
        var configuration = ImageConfiguration(platform: .unknown)
        configuration.rootfs.diffIDs = [statement.digest]
        let manifest = ImageManifest(
            config: try add(.imageConfiguration, try configuration.bytes()),
            layers: [statement]
        )
        var descriptor = try add(.imageManifest, try manifest.bytes())
        descriptor.platform = .unknown
        descriptor.annotations = [
            "vnd.docker.reference.type": "attestation-manifest", "vnd.docker.reference.digest": "\(image.digest)",
        ]
        return descriptor
    }

    /// Adds a manifest that is about another, and lists it.
    @discardableResult
    package func addReferrer(of subject: ContentDescriptor, type: String, _ text: String) throws -> ContentDescriptor {
        let manifest = ImageManifest(
            artifactType: type,
            config: try add(.empty, Array("{}".utf8)),
            layers: [try add(MediaType(rawValue: type), Array(text.utf8))],
            subject: subject,
            annotations: ["org.opencontainers.image.title": text]
        )
        let descriptor = try add(.imageManifest, try manifest.bytes())
        var index = try index()
        index.manifests.append(descriptor)
        try write(index)
        return descriptor
    }

    /// Gives content a name.
    package func name(_ root: ContentDescriptor, _ name: String) throws {
        var (index, root) = (try index(), root)
        root.annotations = ["org.opencontainers.image.ref.name": name]
        index.manifests.append(root)
        try write(index)
    }

    /// The bytes of a blob.
    package func bytes(_ digest: ContentDigest) throws -> [UInt8] {
        try files.contents(of: path.appending(digest.layoutPath))
    }
}

/// The folder of a release that has images, as `relctl release` leaves it, with nothing in it but these.
package struct SampleRelease: Sendable {
    /// The folder.
    package let folder: FilePath
    /// What is released.
    package let release: ReleaseIdentity
    /// Its images.
    package let layout: SampleLayout
    /// What leads to the first image.
    package private(set) var root: ContentDescriptor
    private var images: [ReleasedImage] = []

    /// A release of one image for two platforms, with an attestation and something about it.
    package init(
        in folder: FilePath,
        version: String = "1.2.3",
        names: [String],
        tags: [String]? = nil,
        seed: UInt64 = 1,
        layerSize: Int = 100_000
    ) throws {
        self.folder = folder
        release = ReleaseIdentity(
            name: "app",
            version: try Version(version),
            tag: "v\(version)",
            commit: String(repeating: "a", count: 40),
            timestamp: 1_767_323_045
        )
        layout = try SampleLayout(at: folder.appending("images"))
        root = ContentDescriptor.empty
        let platforms = ["linux/amd64", "linux/arm64"].compactMap { ImagePlatform($0) }
        let shared = SampleBytes.noise(layerSize, seed: seed)
        let images = try platforms.enumerated().map { index, platform in
            let own = SampleBytes.noise(layerSize, seed: seed + 100 + UInt64(index))
            return try layout.addImage(platform, layers: [shared, own])
        }
        root = try layout.addIndex(images + images.map { try layout.addAttestation(of: $0) }, version: version)
        try layout.addReferrer(of: root, type: "application/spdx+json", "bill \(version)")
        try add(root, id: names[0], names: names, tags: tags ?? [version, "1.2", "1", "latest"])
    }

    /// Adds an image to the record.
    package mutating func add(_ root: ContentDescriptor, id: String, names: [String], tags: [String]) throws {
        try layout.name(root, "\(names[0]):\(tags[0])")
        images.append(
            ReleasedImage(
                id: id,
                names: names,
                tags: tags,
                digest: root.digest.sha256,
                size: root.size,
                platforms: []
            )
        )
        var manifest = Manifest(release: release, artifacts: [])
        manifest.images = images
        try LiveFileSystem().write(try JSONText.pretty(manifest), to: folder.appending(Manifest.fileName))
    }

    /// The names of its images, as a plan knows them.
    package var named: [NamedImage] { images.map { NamedImage(id: $0.id, names: $0.names, tags: $0.tags) } }
}
