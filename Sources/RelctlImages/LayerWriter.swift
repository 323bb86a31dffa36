/// Writes the tar of a layer: compressed once, digested on its way.
struct LayerWriter: Sendable {
    /// What compresses.
    let engine: ArchiveEngine
    /// How.
    let compression: ImageCompression
    /// The time of every entry, in seconds since 1970.
    let timestamp: Int64
    /// The disk.
    let files: any FileSystem

    /// A layer that was written.
    struct Written: Sendable, Hashable, Codable {
        /// Its digest, as it is stored.
        var digest: ContentDigest
        /// Its bytes, as it is stored.
        var size: UInt64
        /// The digest of its tar before compression.
        var diffID: ContentDigest
    }

    /// An entry with the place of its content.
    struct Entry: Sendable {
        var path: RelativePath
        var content: Content

        enum Content: Sendable {
            case folder(FolderAttributes)
            case link(String)
            /// What is read, and the digest that it must have.
            case file(EntryContent, mode: UInt16, sha256: Digest)
        }
    }

    /// What compresses, and how hard: two with the same give the same bytes.
    var encoder: Compression? {
        switch compression.format {
        case .gzip:
            CompressionScale.deflate.compression(level: compression.level, deflate: Compression.standardDeflate.engine)
        case .zstd:
            Compression(
                engine: LibarchiveFilter.zstd.engine,
                level: compression.level ?? CompressionScale.deflate.usualLevel
            )
        case .none: nil
        }
    }

    /// Writes `entries`, in their order, to `file`.
    ///
    /// - Throws: ``RelctlError`` that names the entry that cannot be read, or is not what it was recorded as.
    @concurrent func write(_ entries: [Entry], to file: any WritableFile) async throws -> Written {
        switch compression.format {
        case .gzip: try await writeGzip(entries, file)
        case .zstd: try await writeZstandard(entries, file)
        case .none: try await writePlain(entries, file)
        }
    }

    private func writeGzip(_ entries: [Entry], _ file: any WritableFile) async throws -> Written {
        let output = ArchiveOutput(file)
        let stream = try GzipStream(output)
        let sink = DigestingSink(stream)
        try await PiecePipeline.run(on: engine, by: encoder ?? .standardDeflate, to: sink) { pipeline in
            try await pack(entries, into: TarWriter(GzipOutput(pipeline, stream), timestamp: timestamp))
        }
        let digest = try output.finish()
        return Written(digest: ContentDigest(digest), size: output.size, diffID: ContentDigest(sink.digest))
    }

    private func writeZstandard(_ entries: [Entry], _ file: any WritableFile) async throws -> Written {
        await engine.filterPermits.acquire()
        defer { engine.filterPermits.release() }
        try Task.checkCancellation()
        let level = encoder?.level ?? CompressionScale.deflate.usualLevel
        let stream = try FilteredOutput(file, .zstd, level: level, threads: engine.threads, digestsRaw: true)
        try await pack(entries, into: TarWriter(GatheredOutput(stream), timestamp: timestamp))
        let sum = try await stream.finish()
        guard let raw = await stream.rawDigest() else { throw RelctlError("cannot digest a layer") }
        return Written(digest: ContentDigest(sum.sha256), size: sum.size, diffID: ContentDigest(raw))
    }

    private func writePlain(_ entries: [Entry], _ file: any WritableFile) async throws -> Written {
        let output = ArchiveOutput(file)
        try await pack(entries, into: TarWriter(PlainOutput(output), timestamp: timestamp))
        let digest = ContentDigest(try output.finish())
        return Written(digest: digest, size: output.size, diffID: digest)
    }

    private func pack(_ entries: [Entry], into writer: TarWriter<some TarOutput>) async throws {
        var writer = writer
        for entry in entries {
            try Task.checkCancellation()
            switch entry.content {
            case .folder(let attributes): try await writer.addFolder(entry.path, attributes)
            case .link(let target): try await writer.addLink(entry.path, target: target)
            case .file(let content, let mode, let sha256):
                let file = EntryFile(path: entry.path, mode: mode, content: content, files: files)
                guard try await writer.addFile(file, progress: { _ in }) == sha256 else {
                    throw content.changed("changed")
                }
            }
        }
        try await writer.finish()
    }
}

/// Hands pieces on, and digests what they were before compression.
private final class DigestingSink: PieceSink {
    private let next: GzipStream
    private var hasher = SHA256Hasher()

    let needsRaw = true

    init(_ next: GzipStream) { self.next = next }

    func take(_ piece: CompressedPiece, raw: UnsafeRawBufferPointer) throws {
        hasher.update(raw)
        try next.take(piece, raw: raw)
    }

    /// The digest of all that came.
    var digest: Digest {
        var hasher = hasher
        return hasher.finalize()
    }
}
