/// Makes `.tar.gz`: a ustar, with pax records where needed, in one gzip member.
package struct TarGzipPackager: Packager {
    package let fileExtension = ".tar.gz"

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        var writer = TarWriter(output: try GzipOutput(counted), timestamp: request.archive.timestamp)
        return try writer.pack(request, to: counted, with: effects)
    }
}

/// Writes a tar into a gzip stream.
private struct TarWriter: ContainerWriter {
    var output: GzipOutput
    let timestamp: Int64
    private var fileSize: UInt64 = 0

    init(output: GzipOutput, timestamp: Int64) {
        self.output = output
        self.timestamp = timestamp
    }

    mutating func addFolder(_ path: RelativePath) throws {
        let name = Array(path.string.utf8) + [UInt8(ascii: "/")]
        try output.write(TarHeader(name: name, kind: .folder, mode: 0o755, modificationTime: timestamp).bytes)
    }

    mutating func addLink(_ path: RelativePath, target: String) throws {
        var header = TarHeader(name: Array(path.string.utf8), kind: .link, mode: 0o777, modificationTime: timestamp)
        header.linkTarget = Array(target.utf8)
        try output.write(header.bytes)
    }

    mutating func beginFile(_ path: RelativePath, mode: UInt16, size: UInt64) throws {
        var header = TarHeader(name: Array(path.string.utf8), kind: .file, mode: mode, modificationTime: timestamp)
        header.size = size
        fileSize = size
        try output.write(header.bytes)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws { try output.write(bytes) }

    mutating func endFile() throws { try output.write(TarHeader.padding(after: fileSize)) }

    mutating func finish() throws {
        // Two blocks of zeros end a tar.
        try output.write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
        try output.finish()
    }
}
