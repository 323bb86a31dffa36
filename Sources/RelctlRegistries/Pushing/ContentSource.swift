/// Where manifests and blobs come from: an image layout, another registry, memory.
package protocol ContentSource: Sendable {
    /// A manifest's bytes, proven to be what the descriptor says.
    ///
    /// - Throws: ``RelctlError`` if it is not there, or not that.
    func manifest(_ descriptor: ContentDescriptor) async throws -> [UInt8]

    /// A blob that is expected to be small, such as a configuration; proven to be what the descriptor says.
    ///
    /// - Throws: ``RelctlError`` if it is not there, not that, or larger than ``ImageLayout/manifestLimit``.
    func bytes(of blob: ContentDescriptor) async throws -> [UInt8]

    /// Hands a blob, proven to be what the descriptor says, to `body`, for whose duration it can be read.
    ///
    /// - Throws: ``RelctlError`` if it is not there, or not that; what `body` throws.
    func withBlob<Value: Sendable>(
        _ descriptor: ContentDescriptor,
        _ body: (BlobContent) async throws -> Value
    ) async throws -> Value

    /// Writes a blob, proven to be what the descriptor says, to a file, which appears whole.
    ///
    /// - Throws: ``RelctlError`` if it is not there, or not that; ``FileSystemError``.
    func write(_ descriptor: ContentDescriptor, to path: FilePath, files: any FileSystem) async throws

    /// The manifests that say something about those of a graph, wherever the source keeps them.
    ///
    /// - Throws: ``RelctlError`` if they cannot be listed.
    func referrers(of manifests: [ContentDescriptor]) async throws -> [ContentDescriptor]
}

extension ContentSource {
    /// Writes what ``withBlob(_:_:)`` hands over.
    package func write(_ descriptor: ContentDescriptor, to path: FilePath, files: any FileSystem) async throws {
        try await withBlob(descriptor) { content in
            switch content.body {
            case .empty: try files.write([], to: path)
            case .bytes(let bytes): try files.write(bytes, to: path)
            case .file(let file, _): try files.copyFile(file, to: path, permissions: 0o644)
            }
        }
    }
}

extension ImageLayout: ContentSource {
    /// A manifest's bytes.
    package func manifest(_ descriptor: ContentDescriptor) async throws -> [UInt8] { try bytes(descriptor) }

    /// A small blob's bytes.
    package func bytes(of blob: ContentDescriptor) async throws -> [UInt8] { try bytes(blob) }

    /// Hands over the blob's file.
    package func withBlob<Value: Sendable>(
        _ descriptor: ContentDescriptor,
        _ body: (BlobContent) async throws -> Value
    ) async throws -> Value {
        try await prove(descriptor)
        let content: HTTPBody = descriptor.size == 0 ? .bytes([]) : .file(try blob(descriptor), 0..<descriptor.size)
        return try await body(BlobContent(descriptor.digest, content))
    }

    /// What `index.json` leads to and has a subject; all of it, as its subject stands in the manifest alone.
    package func referrers(of manifests: [ContentDescriptor]) async throws -> [ContentDescriptor] {
        index.manifests.filter { $0.mediaType.isManifest || $0.mediaType.isIndex }
    }
}

/// Manifests and blobs in memory, or in files of their own.
package struct HeldContent: ContentSource {
    private var bodies: [ContentDigest: HTTPBody] = [:]

    /// Holds nothing yet.
    package init() {}

    /// Holds bytes too.
    ///
    /// - Returns: What leads to them.
    package mutating func hold(_ type: MediaType, _ bytes: [UInt8]) -> ContentDescriptor {
        let descriptor = ContentDescriptor(type, of: bytes)
        bodies[descriptor.digest] = .bytes(bytes)
        return descriptor
    }

    /// Holds a whole file too, which has been proven to have this digest and size.
    package mutating func hold(_ descriptor: ContentDescriptor, file: FilePath) {
        bodies[descriptor.digest] = descriptor.size == 0 ? .bytes([]) : .file(file, 0..<descriptor.size)
    }

    /// A manifest's bytes.
    package func manifest(_ descriptor: ContentDescriptor) async throws -> [UInt8] {
        guard case .bytes(let bytes)? = bodies[descriptor.digest] else { throw missing(descriptor) }
        return bytes
    }

    /// A small blob's bytes, which were held as such.
    package func bytes(of blob: ContentDescriptor) async throws -> [UInt8] { try await manifest(blob) }

    /// Hands a blob over.
    package func withBlob<Value: Sendable>(
        _ descriptor: ContentDescriptor,
        _ body: (BlobContent) async throws -> Value
    ) async throws -> Value {
        guard let content = bodies[descriptor.digest] else { throw missing(descriptor) }
        return try await body(BlobContent(descriptor.digest, content))
    }

    /// None: whoever holds manifests knows all of them.
    package func referrers(of manifests: [ContentDescriptor]) async throws -> [ContentDescriptor] { [] }

    private func missing(_ descriptor: ContentDescriptor) -> RelctlError {
        RelctlError("cannot push `\(descriptor.digest)`: it is not there")
    }
}
