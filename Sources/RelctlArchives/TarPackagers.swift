/// Makes `.tar`: a ustar, with pax records where needed.
package struct TarPackager: Packager {
    package let fileExtension = ".tar"

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        var writer = TarWriter(PlainOutput(counted), timestamp: request.archive.timestamp)
        return try await writer.pack(request, to: counted, with: effects)
    }
}

/// Makes `.tar.xz` and `.tar.zst`: the same tar, compressed by libarchive.
///
/// The bytes depend on the version of liblzma or libzstd that the machine has, but not on the number of threads.
package struct FilteredTarPackager: Packager {
    private let filter: LibarchiveFilter
    package let fileExtension: String

    /// Makes `.tar.xz`.
    package static let xz = FilteredTarPackager(.xz, fileExtension: ".tar.xz")
    /// Makes `.tar.zst`.
    package static let zstd = FilteredTarPackager(.zstd, fileExtension: ".tar.zst")

    private init(_ filter: LibarchiveFilter, fileExtension: String) {
        self.filter = filter
        self.fileExtension = fileExtension
    }

    private var scale: CompressionScale { CompressionScale(engine: filter.engine, levels: filter.levels) }

    package var compression: CompressionScale? { scale }

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let level = request.archive.compression?.level ?? scale.usualLevel
        await request.engine.filterPermits.acquire()
        defer { request.engine.filterPermits.release() }
        try Task.checkCancellation()
        let stream = try FilteredOutput(output, filter, level: level, threads: request.engine.threads)
        var writer = TarWriter(GatheredOutput(stream), timestamp: request.archive.timestamp)
        return try await writer.pack(request, with: effects) { try await stream.finish() }
    }
}
