/// Manifests and blobs of a repository, on their way to another place.
package struct RegistrySource: ContentSource {
    private let client: RegistryClient
    private let files: any FileSystem
    private let folder: FilePath

    /// What is not larger than this goes through memory.
    private static let memoryLimit: UInt64 = 1 << 20

    /// Runs `body` with a repository as a source; blobs wait in a folder of their own on their way, which is removed.
    package static func reading<Value>(
        _ client: RegistryClient,
        _ effects: Effects,
        _ body: (RegistrySource) async throws -> Value
    ) async throws -> Value {
        let source = RegistrySource(client: client, files: effects.files, folder: effects.temporaryPath())
        defer { try? effects.files.removeTree(source.folder) }
        return try await body(source)
    }

    /// A manifest's bytes.
    package func manifest(_ descriptor: ContentDescriptor) async throws -> [UInt8] {
        guard let manifest = try await client.manifest(.digest(descriptor.digest)) else {
            throw missing(descriptor, "it is not there")
        }
        guard UInt64(manifest.bytes.count) == descriptor.size, manifest.mediaType == descriptor.mediaType else {
            throw missing(descriptor, "it is not of the kind and size that is said of it")
        }
        return manifest.bytes
    }

    /// A small blob's bytes.
    package func bytes(of blob: ContentDescriptor) async throws -> [UInt8] {
        try await client.blob(blob, limit: UInt64(ImageLayout.manifestLimit))
    }

    /// Hands a blob over, by way of a file where it is large.
    package func withBlob<Value: Sendable>(
        _ descriptor: ContentDescriptor,
        _ body: (BlobContent) async throws -> Value
    ) async throws -> Value {
        guard descriptor.size > Self.memoryLimit else {
            return try await body(BlobContent(descriptor.digest, .bytes(try await client.blob(descriptor))))
        }
        try files.createFolder(folder)
        try files.setPermissions(0o700, of: folder)
        let path = folder.appending(descriptor.digest.sha256.hexadecimal)
        defer { try? files.removeFile(path) }
        try await client.fetchBlob(descriptor, into: path)
        return try await body(BlobContent(descriptor.digest, .file(path, 0..<descriptor.size)))
    }

    /// Downloads a blob.
    package func write(_ descriptor: ContentDescriptor, to path: FilePath, files: any FileSystem) async throws {
        try await client.fetchBlob(descriptor, into: path)
    }

    /// What the registry lists of each.
    package func referrers(of manifests: [ContentDescriptor]) async throws -> [ContentDescriptor] {
        let client = client
        return try await mapConcurrently(manifests, width: 4) { try await client.referrers(of: $0.digest) }
            .flatMap(\.self)
    }

    private func missing(_ descriptor: ContentDescriptor, _ reason: String) -> RelctlError {
        RelctlError(
            "cannot read the manifest `\(client.repository)@\(descriptor.digest)`",
            code: .remoteUnavailable,
            causes: [RelctlError(reason)]
        )
    }
}
