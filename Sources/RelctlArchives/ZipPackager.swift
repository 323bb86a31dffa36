/// Makes `.zip`: deflated or stored, whichever is smaller, with UTF-8 names, Unix modes and symbolic links.
package struct ZipPackager: Packager {
    package let fileExtension = ".zip"
    package let compression: CompressionScale? = .deflate

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        let stream = ZipStream(counted)
        let compression = request.archive.compression ?? .standardDeflate
        return try await PiecePipeline.run(on: request.engine, by: compression, to: stream) { pipeline in
            var writer = ZipWriter(pipeline, stream, timestamp: request.archive.timestamp)
            return try await writer.pack(request, to: counted, with: effects)
        }
    }
}

/// Cuts the entries of a zip, each a run of its own.
///
/// An entry of one piece is written once it is compressed, so that its header tells all. What could not be known before
/// a larger one follows it in a data descriptor.
private struct ZipWriter: ContainerWriter {
    private let stream: ZipStream
    private let pipeline: PiecePipeline
    private var cutter: PieceCutter
    private let time: ZipTime

    /// A file from this size on might not fit 32 bits once it is deflated: incompressible data grows by 5 bytes in
    /// every 16 KiB or so.
    private static let largeSize: UInt64 = 0xff00_0000

    init(_ pipeline: PiecePipeline, _ stream: ZipStream, timestamp: Int64) {
        self.stream = stream
        self.pipeline = pipeline
        cutter = PieceCutter(pipeline)
        time = ZipTime(timestamp)
    }

    mutating func addFolder(_ path: RelativePath) async throws {
        try await addStored(try entry(path, mode: 0o040755, suffix: "/"), content: [])
    }

    mutating func addLink(_ path: RelativePath, target: String) async throws {
        try await addStored(try entry(path, mode: 0o120777), content: Array(target.utf8))
    }

    mutating func addFile(_ file: EntryFile, progress: (Int) -> Void) async throws -> Digest {
        var entry = try entry(file.path, mode: 0o100000 | file.mode)
        let content = file.content
        entry.size = content.size
        entry.isDeflated = entry.size > 0
        guard content.size >= PieceCutter.jointSize else {
            return try await addSmall(entry, file, progress)
        }
        guard content.size > PieceCutter.pieceSize else {
            stream.expect(ZipPart(entry: entry, pieces: 1, endsInJoint: true))
            return try await cutter.addFile(content, in: file.files, progress: progress)
        }
        entry.isLarge = content.size >= Self.largeSize
        let pieces = Int((content.size - 1) / UInt64(PieceCutter.pieceSize)) + 1
        if try await IncompressibleContent.isLikely(content, in: file.files, pipeline),
            let checksum = try IncompressibleContent.checksum(content, in: file.files)
        {
            entry.isDeflated = false
            entry.checksum = checksum
            stream.expect(ZipPart(entry: entry, pieces: pieces))
            return try await addRead(file, isCompressed: false, progress)
        }
        entry.hasDescriptor = true
        stream.expect(ZipPart(entry: entry, pieces: pieces, endsInJoint: true))
        return try await cutter.addFile(content, in: file.files, progress: progress)
    }

    mutating func finish() async throws {
        try await cutter.finish()
        try stream.finish()
    }

    private mutating func addSmall(_ entry: ZipEntry, _ file: EntryFile, _ progress: (Int) -> Void) async throws
        -> Digest
    {
        stream.expect(ZipPart(entry: entry, pieces: 1))
        return try await addRead(file, isCompressed: entry.isDeflated, progress)
    }

    private mutating func addRead(
        _ file: EntryFile,
        isCompressed: Bool,
        _ progress: (Int) -> Void
    ) async throws -> Digest {
        let reader = try file.content.open(in: file.files)
        try await cutter.begin(size: file.content.size, isCompressed: isCompressed)
        try await cutter.append(reader) { progress($0.count) }
        try reader.finish()
        guard let run = cutter.end(.final) else { throw file.content.changed("was not digested") }
        return run.digest
    }

    private mutating func addStored(_ entry: ZipEntry, content: [UInt8]) async throws {
        var entry = entry
        entry.size = UInt64(content.count)
        stream.expect(ZipPart(entry: entry, pieces: 1))
        try await cutter.begin(size: entry.size, isCompressed: false, isDigested: false)
        try await cutter.append(content)
        cutter.end(.final)
    }

    private func entry(_ path: RelativePath, mode: UInt16, suffix: String = "") throws -> ZipEntry {
        let name = Array((path.string + suffix).utf8)
        guard name.count <= UInt16.max else {
            throw RelctlError("cannot pack `\(path)`: a zip holds no names of more than \(UInt16.max) bytes")
        }
        return ZipEntry(name: name, unixMode: mode, time: time)
    }
}
