/// A folder in the form of an image layout (image-spec 1.1, image layout): `oci-layout`, `index.json`, `blobs/`.
package struct ImageLayout: Sendable {
    /// The folder.
    package let folder: FilePath
    private let files: any FileSystem

    /// The name of the file that leads to everything.
    package static let indexName = "index.json"
    private static let markName = "oci-layout"
    private static let mark = Array(#"{"imageLayoutVersion":"1.0.0"}"#.utf8)
    private static let blobs = "blobs/sha256"
    /// Larger manifests and configurations serve no honest purpose.
    static let documentLimit = 16 << 20

    /// Looks at the layout in `folder`, which may not be there yet.
    package init(_ folder: FilePath, files: any FileSystem) {
        (self.folder, self.files) = (folder, files)
    }

    /// Where a blob is.
    package func path(of digest: ContentDigest) -> FilePath { folder.appending(digest.layoutPath) }

    // MARK: Reading

    /// What the layout leads to.
    ///
    /// - Throws: ``RelctlError`` if the folder is no image layout.
    package func index() throws -> ImageIndex {
        let path = folder.appending(Self.indexName)
        guard try files.resolvedStatus(of: folder.appending(Self.markName))?.kind == .file else {
            throw RelctlError("cannot read the image layout `\(folder)`: there is no `\(Self.markName)` in it")
        }
        let bytes = try files.contents(of: path, limit: Self.documentLimit)
        return try JSONText.decode(ImageIndex.self, from: bytes, file: path)
    }

    /// All of a manifest, an index or a configuration.
    ///
    /// - Throws: ``RelctlError`` if it is missing, too large, or not what its digest says.
    package func document(_ descriptor: ContentDescriptor) throws -> [UInt8] {
        let path = path(of: descriptor.digest)
        let bytes = try files.contents(of: path, limit: Self.documentLimit)
        guard ContentDigest(of: bytes) == descriptor.digest, UInt64(bytes.count) == descriptor.size else {
            throw RelctlError("cannot use `\(path)`: its content is not what its name says")
        }
        return bytes
    }

    /// Decodes a manifest, an index or a configuration.
    package func decode<Value: Decodable>(_ type: Value.Type, _ descriptor: ContentDescriptor) throws -> Value {
        try JSONText.decode(type, from: try document(descriptor), file: path(of: descriptor.digest))
    }

    /// Whether a blob is there and is what its name says; all of it is read for that.
    package func has(_ digest: ContentDigest, size: UInt64) async throws -> Bool {
        let path = path(of: digest)
        guard let status = try files.status(of: path), status.kind == .file, status.size == size else { return false }
        return try await FileHasher(files: files).summary(of: path).sha256 == digest.sha256
    }

    // MARK: Writing

    /// Makes the folders, and removes what a run left that was cut off.
    package func prepare() throws {
        let blobs = folder.appending(Self.blobs)
        try files.createFolders(blobs)
        for name in try files.names(in: blobs) where name.hasPrefix(".") {
            try files.removeTree(blobs.appending(name))
        }
    }

    /// Keeps bytes as a blob, unless they are there.
    package func keep(_ bytes: [UInt8]) async throws -> ContentDigest {
        let digest = ContentDigest(of: bytes)
        if try await !has(digest, size: UInt64(bytes.count)) { try files.write(bytes, to: path(of: digest)) }
        return digest
    }

    /// Begins a blob whose digest is not known yet; `name` tells it from others that are being written.
    func draft(_ name: String) throws -> BlobDraft {
        let path = folder.appending("\(Self.blobs)/.\(name).new")
        if try files.status(of: path) != nil { try files.removeTree(path) }
        return BlobDraft(layout: self, file: try files.create(path, permissions: 0o644), path: path, files: files)
    }

    /// Copies a blob from another layout, unless it is here.
    ///
    /// - Throws: ``RelctlError`` if it is not what its name says.
    func copy(_ descriptor: ContentDescriptor, from other: ImageLayout) async throws {
        if try await has(descriptor.digest, size: descriptor.size) { return }
        let draft = try draft("copy-\(descriptor.digest.sha256)")
        do {
            var hasher = SHA256Hasher()
            try files.open(other.path(of: descriptor.digest)).readAll { piece in
                hasher.update(piece)
                try draft.file.write(piece)
            }
            guard hasher.finalize() == descriptor.digest.sha256 else {
                throw RelctlError(
                    "cannot use `\(other.path(of: descriptor.digest))`: its content is not what its name says"
                )
            }
            try draft.commit(as: descriptor.digest)
        } catch {
            draft.discard()
            throw error
        }
    }

    /// Lets the layout lead to `index`, which comes last; and then removes the blobs that nothing leads to any more.
    package func finish(_ index: ImageIndex, keeping kept: Set<ContentDigest>) throws {
        try replace(Self.markName, Self.mark)
        try replace(Self.indexName, try index.bytes())
        let blobs = folder.appending(Self.blobs)
        for name in try files.names(in: blobs) {
            if let digest = ContentDigest("sha256:\(name)"), kept.contains(digest) { continue }
            try files.removeTree(blobs.appending(name))
        }
    }

    /// Writes a file of the layout, unless it holds just this.
    func replace(_ name: String, _ bytes: [UInt8]) throws {
        let path = folder.appending(name)
        if try files.status(of: path)?.kind == .file, try files.contents(of: path) == bytes { return }
        try files.write(bytes, to: path)
    }
}

/// A blob that is being written beside the others, under a name that is none of a blob.
struct BlobDraft {
    let layout: ImageLayout
    let file: any WritableFile
    let path: FilePath
    let files: any FileSystem

    /// Lets it be a blob.
    func commit(as digest: ContentDigest) throws {
        try file.synchronize()
        try file.close()
        let blob = layout.path(of: digest)
        try files.rename(path, to: blob)
        try files.synchronizeFolder(blob.parent)
    }

    /// Gives it up.
    func discard() {
        try? file.close()
        try? files.removeFile(path)
    }
}
