/// Digests of files, read piece by piece.
package struct FileHasher: Sendable {
    private let files: any FileSystem

    /// What a file holds.
    package struct Summary: Sendable, Hashable {
        /// Bytes.
        package let size: UInt64
        /// The digest of the bytes.
        package let sha256: Digest
    }

    /// Reads through `files`.
    package init(files: any FileSystem) { self.files = files }

    /// Reads all of a file; `progress` hears how many bytes are done.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; ``FileSystemError`` if the file cannot be read.
    @concurrent package func summary(
        of path: FilePath,
        progress: (UInt64) -> Void = { _ in }
    ) async throws -> Summary {
        var hasher = SHA256Hasher()
        var size: UInt64 = 0
        try files.open(path).readAll { chunk in
            hasher.update(chunk)
            size += UInt64(chunk.count)
            progress(size)
        }
        return Summary(size: size, sha256: hasher.finalize())
    }
}
