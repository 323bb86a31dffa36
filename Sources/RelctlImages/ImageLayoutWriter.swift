/// Makes an image layout (image-spec 1.1, image layout), and keeps of one that is there what is still wanted.
package struct ImageLayoutWriter: Sendable {
    /// The folder.
    package let folder: FilePath
    /// Another layout, whose blobs serve where this one lacks them.
    private let earlier: FilePath?
    private let files: any FileSystem
    fileprivate let digests: FileDigests?

    private static let mark = Array(#"{"imageLayoutVersion":"\#(ImageLayout.version)"}"#.utf8)
    private static let blobs = "blobs/sha256"

    /// Will write to `folder`, which may not be there yet.
    package init(
        _ folder: FilePath,
        earlier: FilePath? = nil,
        files: any FileSystem,
        digests: FileDigests? = nil
    ) {
        (self.folder, self.earlier, self.files, self.digests) = (folder, earlier, files, digests)
    }

    /// Where a blob is.
    func path(of digest: ContentDigest) -> FilePath { folder.appending(digest.layoutPath) }

    /// Whether a blob is there, or can be had from the earlier layout, and is what its name says; all of it is read for
    /// that, unless nothing touched it since its digest was taken.
    func has(_ digest: ContentDigest, size: UInt64) async throws -> Bool {
        if try await isHere(path(of: digest), digest, size) { return true }
        try requireNoFolder(at: path(of: digest))
        guard let earlier else { return false }
        let found = earlier.appending(digest.layoutPath)
        guard try await isHere(found, digest, size) else { return false }
        try files.copyFile(found, to: path(of: digest), permissions: 0o644)
        return try await isHere(path(of: digest), digest, size)
    }

    /// Proves that a blob can be put into its place.
    fileprivate func requireNoFolder(at blob: FilePath) throws {
        guard try files.status(of: blob)?.kind == .folder else { return }
        throw RelctlError(
            "cannot write the blob `\(blob)`: there is a folder in its place",
            hints: ["remove `\(folder)`, which `relctl image build` makes again"]
        )
    }

    private func isHere(_ path: FilePath, _ digest: ContentDigest, _ size: UInt64) async throws -> Bool {
        guard let status = try files.status(of: path), status.kind == .file, status.size == size else { return false }
        return try await FileHasher(files: files, believing: digests).summary(of: path).sha256 == digest.sha256
    }

    /// The records of which layers were made of what: the layout's own, and the earlier one's.
    func records() -> [LayerRecord] {
        ([folder] + [earlier].compactMap(\.self)).map { LayerRecord(in: $0, files: files) }
    }

    /// Makes the folders, and removes what a run left that was cut off.
    ///
    /// - Throws: ``RelctlError`` if a link or anything else stands in the place of a folder: what that leads to is not
    ///   the layout's, and nothing there may be removed.
    func prepare() throws {
        let blobs = folder.appending(Self.blobs)
        for path in [folder, blobs.parent, blobs] {
            guard let kind = try files.status(of: path)?.kind, kind != .folder else { continue }
            throw RelctlError(
                "cannot write images to `\(folder)`: `\(path)` is a \(kind.rawValue), not a folder",
                hints: ["remove it: relctl makes the folder itself"]
            )
        }
        try files.createFolders(blobs)
        for name in try files.names(in: blobs) where name.hasPrefix(".") {
            try files.removeTree(blobs.appending(name))
        }
    }

    /// Keeps bytes as a blob, unless they are there.
    func keep(_ bytes: [UInt8]) async throws -> ContentDigest {
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

    /// Copies a blob from another place, unless it is here.
    ///
    /// - Throws: ``RelctlError`` if it is not what its name says.
    func copy(_ descriptor: ContentDescriptor, from source: any ContentSource) async throws {
        if try await has(descriptor.digest, size: descriptor.size) { return }
        try await source.write(descriptor, to: path(of: descriptor.digest), files: files)
    }

    /// Lets the layout lead to `index`, which comes last; and then removes the blobs that nothing leads to any more.
    func finish(_ index: ImageIndex, keeping kept: Set<ContentDigest>) throws {
        try replace(ImageLayout.markerName, Self.mark)
        try replace(ImageLayout.indexName, try index.bytes())
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
    let layout: ImageLayoutWriter
    let file: any WritableFile
    let path: FilePath
    let files: any FileSystem

    /// Lets it be a blob.
    func commit(as digest: ContentDigest) throws {
        try file.synchronize()
        try file.close()
        let blob = layout.path(of: digest)
        try layout.requireNoFolder(at: blob)
        try files.rename(path, to: blob)
        try files.synchronizeFolder(blob.parent)
        layout.digests?.note(digest.sha256, ofWritten: blob)
    }

    /// Gives it up.
    func discard() {
        try? file.close()
        try? files.removeFile(path)
    }
}
