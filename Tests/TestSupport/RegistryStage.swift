package import RelctlCore
package import RelctlRegistries

/// What a test of registries has: the network, the disk, programs, and an environment of its own.
package struct RegistryStage: Sendable {
    package let events = RecordedEvents()
    package let clock = QuickClock()
    package let effects: Effects
    package let pool: RegistryPool

    package init(_ world: World, _ environment: [String: String] = [:], trusting certificate: FilePath? = nil) {
        var own = ["HOME": world.home.string, "PATH": world.environment["PATH"] ?? ""].merging(environment) { $1 }
        own["SSL_CERT_FILE"] = certificate?.string
        effects = Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: events,
            clock: clock,
            environment: own,
            http: LiveHTTPTransport(environment: own)
        )
        pool = RegistryPool(effects)
    }

    /// The client of a repository.
    package func client(
        _ host: String,
        _ path: String = "acme/app",
        for purpose: RegistryClient.Purpose = .push,
        _ access: RegistryAccess = RegistryAccess()
    ) throws -> RegistryClient {
        pool.client(of: try RepositoryName(registry: host, path: path), for: purpose, access: access)
    }

    /// The warnings that the user was told.
    package var warnings: [String] {
        events.events.compactMap { if case .message(.warning, let text) = $0 { text } else { nil } }
    }

    /// The password of the registries of tests.
    package static let credential = RegistryCredential.password(
        user: RegistryServer.user,
        Secret(RegistryServer.password)
    )
}

/// A small image of one layer.
package struct SampleImage: Sendable {
    package let configuration: BlobContent
    package let layer: BlobContent
    package let manifest: [UInt8]

    package init(_ layerBytes: [UInt8], subject: ContentDescriptor? = nil) throws {
        var value = ImageConfiguration(platform: ImagePlatform(os: "linux", architecture: "amd64"))
        layer = BlobContent(layerBytes)
        value.rootfs.diffIDs = [layer.digest]
        configuration = BlobContent(try value.bytes())
        manifest = try ImageManifest(
            config: ContentDescriptor(.imageConfiguration, digest: configuration.digest, size: configuration.size),
            layers: [ContentDescriptor(.layer, digest: layer.digest, size: layer.size)],
            subject: subject
        ).bytes()
    }

    package var digest: ContentDigest { ContentDigest(of: manifest) }
    package var layerDescriptor: ContentDescriptor { ContentDescriptor(.layer, digest: layer.digest, size: layer.size) }
    package var descriptor: ContentDescriptor { ContentDescriptor(.imageManifest, of: manifest) }

    package func push(to client: RegistryClient, as tags: String...) async throws {
        for blob in [configuration, layer] { _ = try await client.pushBlob(blob) }
        try await client.putManifest(manifest, .imageManifest, as: .digest(digest))
        for tag in tags { try await client.putManifest(manifest, .imageManifest, as: .tag(tag)) }
    }
}

extension RegistryClient {
    /// How a blob came to be in a repository.
    package enum BlobArrival {
        /// It was there.
        case present
        /// The registry took it over from another repository.
        case mounted
        /// It was sent.
        case sent
    }

    /// Makes sure that a blob is in the repository, by the means of publications: looks for it, asks for it from other
    /// repositories, and sends it.
    package func pushBlob(
        _ blob: BlobContent,
        mountingFrom sources: [String] = [],
        sent: (@Sendable (UInt64) -> Void)? = nil
    ) async throws -> BlobArrival {
        if try await blobExists(blob.digest) { return .present }
        var begun: BlobUpload?
        for source in sources where source != repository.path {
            if let upload = begun { await giveUp(upload.location) }
            begun = nil
            switch try await mountBlob(blob.digest, from: source) {
            case .mounted: return .mounted
            case .begun(let upload): begun = upload
            case .refused: break
            }
        }
        try await uploadBlob(blob, to: begun, sent: sent)
        return .sent
    }
}
