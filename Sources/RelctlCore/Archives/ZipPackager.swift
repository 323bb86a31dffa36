/// Makes `.zip`: deflated or stored, whichever is smaller, with UTF-8 names, Unix modes and symbolic links.
package struct ZipPackager: Packager {
    package let fileExtension = ".zip"

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        var writer = try ZipWriter(output: counted, timestamp: request.archive.timestamp)
        return try writer.pack(request, to: counted, with: effects)
    }
}

/// Writes a zip.
///
/// A small file is compressed in memory first, so that its header tells all. A larger one is compressed on its way,
/// and what could not be known before follows it in a data descriptor.
private struct ZipWriter: ContainerWriter {
    private let output: ArchiveOutput
    private let time: ZipTime
    private let deflater: Deflater
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0
    private var file: File?

    /// A file that is begun.
    private struct File {
        var entry: ZipEntry
        var checksum = CRC32()
        /// All of a small file's content.
        var content: [UInt8] = []
    }

    /// Files of at most so many bytes are compressed in memory.
    private static let smallSize: UInt64 = 1 << 20

    /// A file from this size on might not fit 32 bits once it is deflated: incompressible data grows by 5 bytes in
    /// every 16 KiB or so.
    private static let largeSize: UInt64 = 0xff00_0000

    init(output: ArchiveOutput, timestamp: Int64) throws {
        self.output = output
        time = ZipTime(timestamp)
        deflater = try Deflater()
    }

    mutating func addFolder(_ path: RelativePath) throws {
        try addStored(try entry(path, mode: 0o040755, suffix: "/"), content: [])
    }

    mutating func addLink(_ path: RelativePath, target: String) throws {
        try addStored(try entry(path, mode: 0o120777), content: Array(target.utf8))
    }

    mutating func beginFile(_ path: RelativePath, mode: UInt16, size: UInt64) throws {
        var entry = try entry(path, mode: 0o100000 | mode)
        entry.size = size
        if size > Self.smallSize {
            entry.isDeflated = true
            entry.hasDescriptor = true
            entry.isLarge = size >= Self.largeSize
            try output.write(entry.localHeader())
            try deflater.reset()
        }
        file = File(entry: entry)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        file?.checksum.update(bytes)
        if file?.entry.hasDescriptor == true {
            try deflater.compress(bytes, isLast: false, to: output.write)
        } else {
            file?.content.append(contentsOf: bytes)
        }
    }

    mutating func endFile() throws {
        guard var ended = file else { return }
        file = nil
        ended.entry.checksum = ended.checksum.value
        guard ended.entry.hasDescriptor else { return try addSmall(ended.entry, ended.content) }
        try deflater.compress(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, to: output.write)
        ended.entry.compressedSize = output.size - ended.entry.offset - UInt64(ended.entry.localHeader().count)
        try output.write(ended.entry.dataDescriptor())
        record(ended.entry)
    }

    mutating func finish() throws {
        let end = ZipEnd(
            entryCount: entryCount,
            directoryOffset: output.size,
            directorySize: UInt64(directory.count)
        )
        try output.write(directory)
        try output.write(end.bytes())
    }

    private mutating func addSmall(_ entry: ZipEntry, _ content: [UInt8]) throws {
        try deflater.reset()
        var deflated: [UInt8] = []
        try content.withUnsafeBytes { bytes in
            try deflater.compress(bytes, isLast: true) { deflated.append(contentsOf: $0) }
        }
        guard deflated.count < content.count else { return try addStored(entry, content: content) }
        var entry = entry
        entry.isDeflated = true
        entry.compressedSize = UInt64(deflated.count)
        try output.write(entry.localHeader() + deflated)
        record(entry)
    }

    private mutating func addStored(_ entry: ZipEntry, content: [UInt8]) throws {
        var (entry, checksum) = (entry, CRC32())
        content.withUnsafeBytes { checksum.update($0) }
        entry.checksum = checksum.value
        entry.size = UInt64(content.count)
        entry.compressedSize = entry.size
        try output.write(entry.localHeader() + content)
        record(entry)
    }

    private mutating func record(_ entry: ZipEntry) {
        directory += entry.centralHeader()
        entryCount += 1
    }

    private func entry(_ path: RelativePath, mode: UInt16, suffix: String = "") throws -> ZipEntry {
        let name = Array((path.string + suffix).utf8)
        guard name.count <= UInt16.max else {
            throw RelctlError("cannot pack `\(path)`: a zip holds no names of more than \(UInt16.max) bytes")
        }
        return ZipEntry(name: name, unixMode: mode, offset: output.size, time: time)
    }
}
