/// Digests of files, read piece by piece.
package struct FileHasher: Sendable {
    private let files: any FileSystem
    private let digests: FileDigests?

    /// What a file holds.
    package struct Summary: Sendable, Hashable {
        /// Bytes.
        package let size: UInt64
        /// The digest of the bytes.
        package let sha256: Digest

        /// Describes contents.
        package init(size: UInt64, sha256: Digest) {
            self.size = size
            self.sha256 = sha256
        }
    }

    /// Reads through `files`, but for files whose digests are known, if `digests` are believed.
    package init(files: any FileSystem, believing digests: FileDigests? = nil) {
        (self.files, self.digests) = (files, digests)
    }

    /// Reads all of a file, unless its digest is known; `progress` hears how many bytes are done.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; ``FileSystemError`` if the file cannot be read.
    @concurrent package func summary(
        of path: FilePath,
        progress: (UInt64) -> Void = { _ in }
    ) async throws -> Summary {
        if let digests, let status = try files.resolvedStatus(of: path), let known = digests[status] {
            progress(status.size)
            return Summary(size: status.size, sha256: known)
        }
        var hasher = SHA256Hasher()
        var size: UInt64 = 0
        let file = try files.open(path)
        let before = try digests.map { _ in try file.status() }
        try file.readAll { chunk in
            hasher.update(chunk)
            size += UInt64(chunk.count)
            progress(size)
        }
        let digest = hasher.finalize()
        if let digests, let before, try file.status() == before { digests.note(digest, of: before) }
        return Summary(size: size, sha256: digest)
    }
}

extension ByteStream {
    /// Returns the digest of all bytes to the end.
    ///
    /// - Throws: What ``readAll(_:)`` throws.
    package func digest() async throws -> Digest {
        var hasher = SHA256Hasher()
        try await readAll { hasher.update($0) }
        return hasher.finalize()
    }
}
