/// A folder of manifests and blobs, each under its digest (image-spec 1.1, image layout).
///
/// Nothing in it is believed: what is read by a digest has it, sizes are those that descriptors say, and no link is
/// followed, so that a layout from elsewhere shows nothing but itself.
package struct ImageLayout: Sendable {
    /// The folder.
    package let path: FilePath
    /// What it holds, as its `index.json` says.
    package let index: ImageIndex
    private let files: any FileSystem

    /// More than any manifest has: registries must take 4 MiB.
    package static let manifestLimit = 8 << 20
    /// The file that says what the folder is.
    package static let markerName = "oci-layout"
    /// The file that says what the folder holds.
    package static let indexName = "index.json"
    /// The form of layouts that are read and written.
    package static let version = "1.0.0"
    /// The annotation of a descriptor in `index.json` that says what people call what it leads to.
    package static let referenceKey = "org.opencontainers.image.ref.name"

    private struct Marker: Decodable { var imageLayoutVersion: String }

    /// Opens a layout.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if the folder is none, or of a form of later days.
    package init(at path: FilePath, files: any FileSystem) throws {
        self.path = path
        self.files = files
        do {
            let marker = try Self.bytes(path.appending(Self.markerName), 4096, files)
            let version = try JSONText.decode(Marker.self, from: marker, file: path.appending(Self.markerName))
                .imageLayoutVersion
            guard version == Self.version else {
                throw RelctlError("its version is `\(HTTPResponse.line(version))`, not `\(Self.version)`")
            }
            let file = path.appending(Self.indexName)
            index = try JSONText.decode(ImageIndex.self, from: Self.bytes(file, Self.manifestLimit, files), file: file)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw RelctlError("cannot read the image layout `\(path)`", code: .configurationInvalid, causes: [error])
        }
    }

    /// What people call what is in the layout, in the order of `index.json`.
    package var references: [String] { index.manifests.compactMap { $0.annotations?[Self.referenceKey] } }

    /// Finds what is called so: a whole name, its end after the last colon if no other has it, or a digest; without a
    /// name, all there is where that is one.
    ///
    /// - Throws: ``RelctlError`` that lists the names where none or several are meant.
    package func descriptor(of name: String?) throws -> ContentDescriptor {
        let named = index.manifests.filter { $0.annotations?[Self.referenceKey] != nil }
        let found: [ContentDescriptor]
        if let name {
            func matching(_ isMeant: (String) -> Bool) -> [ContentDescriptor] {
                named.filter { isMeant($0.annotations?[Self.referenceKey] ?? "") }
            }
            let whole = matching { $0.equalsBytewise(name) }
            let ends = whole.isEmpty ? matching { $0.hasSuffix(":" + name) } : whole
            found = ends.isEmpty ? index.manifests.filter { $0.digest.description == name } : ends
        } else {
            found = named.isEmpty ? index.manifests : named
        }
        // The same content may have several names.
        guard let first = found.first, found.allSatisfy({ $0.digest == first.digest }) else {
            throw missing(name, isAmbiguous: !found.isEmpty)
        }
        return first
    }

    private func missing(_ name: String?, isAmbiguous: Bool) -> RelctlError {
        let names = references.prefix(20).map { "`\(HTTPResponse.line($0))`" }.joined(separator: ", ")
        let what = name.map { "the image `\(HTTPResponse.line($0))`" } ?? "the image"
        return RelctlError(
            "cannot find \(what) in the image layout `\(path)`" + (isAmbiguous ? ": several are meant" : ""),
            code: .configurationInvalid,
            hints: [names.isEmpty ? "it holds nothing that has a name" : "it holds \(names)"]
        )
    }

    // MARK: Blobs

    /// Where a blob lies.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if it is missing, is no regular file, or has not the size that its descriptor says.
    package func blob(_ descriptor: ContentDescriptor) throws -> FilePath {
        let file = path.appending(descriptor.digest.layoutPath)
        func refusal(_ reason: String) -> RelctlError {
            RelctlError(
                "cannot read the blob `\(descriptor.digest)` of the image layout `\(path)`",
                code: .configurationInvalid,
                causes: [RelctlError(reason)]
            )
        }
        for folder in [file.parent.parent, file.parent] {
            let kind = try files.status(of: folder)?.kind
            guard kind == .folder || kind == nil else { throw refusal("`\(folder)` is no folder") }
        }
        guard let status = try files.status(of: file) else { throw refusal("it is missing") }
        guard status.kind == .file else { throw refusal("it is a \(status.kind.rawValue), not a file") }
        guard status.size == descriptor.size else {
            throw refusal("it has \(status.size) bytes, not the \(descriptor.size) that its descriptor says")
        }
        return file
    }

    /// Reads a blob that is expected to be small: a manifest, a configuration.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if it is not what the descriptor says, or larger than `limit` bytes.
    package func bytes(_ descriptor: ContentDescriptor, limit: Int = manifestLimit) throws -> [UInt8] {
        let bytes = try Self.bytes(blob(descriptor), limit, files)
        try require(descriptor, Digest(of: bytes), UInt64(bytes.count))
        return bytes
    }

    /// Reads all of a blob, to prove that it is what its name says.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if it is not.
    package func prove(_ descriptor: ContentDescriptor) async throws {
        let summary = try await FileHasher(files: files).summary(of: blob(descriptor))
        try require(descriptor, summary.sha256, summary.size)
    }

    private func require(_ descriptor: ContentDescriptor, _ digest: Digest, _ size: UInt64) throws {
        guard digest == descriptor.digest.sha256, size == descriptor.size else {
            throw RelctlError(
                "cannot use the blob `\(descriptor.digest)` of the image layout `\(path)`",
                code: .configurationInvalid,
                hints: ["remove `\(path.appending(descriptor.digest.layoutPath))`, and make or copy the image again"],
                causes: [RelctlError("its bytes have the digest `\(ContentDigest(digest))`")]
            )
        }
    }

    private static func bytes(_ path: FilePath, _ limit: Int, _ files: any FileSystem) throws -> [UInt8] {
        guard let status = try files.status(of: path) else { throw RelctlError("there is no `\(path)`") }
        guard status.kind == .file else { throw RelctlError("`\(path)` is a \(status.kind.rawValue), not a file") }
        return try files.contents(of: path, limit: limit)
    }
}
