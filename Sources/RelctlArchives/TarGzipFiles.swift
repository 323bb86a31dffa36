/// Writes a `.tar.gz` of regular files that nobody runs, such as a chart.
package struct TarGzipFiles {
    /// The time of every file, in seconds since 1970.
    package let timestamp: Int64
    /// How it is compressed.
    package let compression: Compression
    /// What compresses.
    package let engine: ArchiveEngine
    /// Where it is written.
    package let files: any FileSystem

    /// Prepares to write.
    package init(timestamp: Int64, compression: Compression, engine: ArchiveEngine, files: any FileSystem) {
        self.timestamp = timestamp
        self.compression = compression
        self.engine = engine
        self.files = files
    }

    /// Writes files in this order, whole or not at all; one of them is in memory at a time.
    ///
    /// - Parameters:
    ///   - paths: The files' names in the archive.
    ///   - path: Where the archive goes.
    ///   - content: The bytes of the file at this position in `paths`.
    /// - Returns: What came of it.
    /// - Throws: ``FileSystemError``; `CancellationError`; whatever `content` throws.
    package func write(
        _ paths: [RelativePath],
        to path: FilePath,
        content: (Int) throws -> [UInt8]
    ) async throws -> PackagedArchive {
        let replacement = try files.replacement(of: path)
        do {
            let archive = try await write(paths, to: replacement, content: content)
            try replacement.commit()
            return archive
        } catch {
            replacement.discard()
            throw error
        }
    }

    /// Writes files in this order, one of them in memory at a time, for whoever commits or discards what came of it.
    package func write(
        _ paths: [RelativePath],
        to replacement: FileReplacement,
        content: (Int) throws -> [UInt8]
    ) async throws -> PackagedArchive {
        let output = ArchiveOutput(replacement.file)
        let contents = try await write(paths, to: output, content)
        let sha256 = try output.finish()
        try Task.checkCancellation()
        return PackagedArchive(size: output.size, sha256: sha256, contents: contents)
    }

    private func write(
        _ paths: [RelativePath],
        to output: ArchiveOutput,
        _ content: (Int) throws -> [UInt8]
    ) async throws -> [ArchivedEntry] {
        let stream = try GzipStream(output)
        return try await PiecePipeline.run(on: engine, by: compression, to: stream) { pipeline in
            var writer = TarWriter(GzipOutput(pipeline, stream), timestamp: timestamp)
            var contents: [ArchivedEntry] = []
            for (index, path) in paths.enumerated() {
                try Task.checkCancellation()
                let bytes = EntryContent(bytes: try content(index), for: path)
                let sha256 = try await writer.addFile(EntryFile(path: path, mode: 0o644, content: bytes, files: files))
                {
                    _ in
                }
                contents.append(ArchivedEntry(path: path, kind: .file, mode: 0o644, size: bytes.size, sha256: sha256))
            }
            try await writer.finish()
            return contents
        }
    }
}
