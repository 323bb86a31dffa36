/// Cuts a tar so that large files begin new runs, which are the same in every archive; all else gathers in runs between
/// them.
package struct GzipOutput: TarOutput {
    private let stream: GzipStream
    private var cutter: PieceCutter
    private let digestsGathered: Bool
    private var isGathering = false

    /// Writes one gzip member to `stream`, which is what `pipeline` writes to.
    package init(_ pipeline: PiecePipeline, _ stream: GzipStream) {
        self.stream = stream
        // Names and times make each archive's gathered runs its own: none comes twice before the program ends.
        digestsGathered = pipeline.engine.store?.outlivesRun ?? false
        cutter = PieceCutter(pipeline)
    }

    package mutating func write(_ bytes: [UInt8]) async throws {
        try await gather()
        try await cutter.append(bytes)
    }

    package mutating func write(
        _ content: EntryContent,
        in files: any FileSystem,
        progress: (Int) -> Void
    ) async throws -> Digest {
        guard content.size >= PieceCutter.jointSize else {
            try await gather()
            return try await writeSmall(content, files, progress)
        }
        if isGathering { cutter.end(.joint) }
        isGathering = false
        return try await cutter.addFile(content, in: files, progress: progress)
    }

    package mutating func finish() async throws {
        try await gather()
        cutter.end(.final)
        try await cutter.finish()
        try stream.finish()
    }

    private mutating func writeSmall(
        _ content: EntryContent,
        _ files: any FileSystem,
        _ progress: (Int) -> Void
    ) async throws -> Digest {
        var hasher = SHA256Hasher()
        let reader = try content.open(in: files)
        try await cutter.append(reader) { part in
            hasher.update(part)
            progress(part.count)
        }
        try reader.finish()
        return hasher.finalize()
    }

    /// Begins a run, unless one is gathering.
    private mutating func gather() async throws {
        guard !isGathering else { return }
        isGathering = true
        try await cutter.begin(size: 0, isDigested: digestsGathered)
    }
}

/// One gzip member (RFC 1952) of pieces.
package final class GzipStream: PieceSink {
    private let output: ArchiveOutput
    private var checksum = CRC32()
    private var size: UInt64 = 0

    package init(_ output: ArchiveOutput) throws {
        self.output = output
        // Section 2.3: no flags, no time, no extra flags, operating system unknown: nothing that could differ.
        try output.write([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    package func take(_ piece: CompressedPiece, raw: UnsafeRawBufferPointer) throws {
        try output.write(piece.bytes)
        checksum.append(piece.checksum, size: piece.size)
        size += UInt64(piece.size)
    }

    /// Writes the trailer.
    func finish() throws {
        var trailer: [UInt8] = []
        trailer.append(littleEndian: checksum.value)
        trailer.append(littleEndian: UInt32(truncatingIfNeeded: size))
        try output.write(trailer)
    }
}
