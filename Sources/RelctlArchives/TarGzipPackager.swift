/// Makes `.tar.gz`: a ustar, with pax records where needed, in one gzip member.
package struct TarGzipPackager: Packager {
    package let fileExtension = ".tar.gz"
    package let compression: CompressionScale? = .deflate

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        let stream = try GzipStream(counted)
        let compression = request.archive.compression ?? .standardDeflate
        return try await PiecePipeline.run(on: request.engine, by: compression, to: stream) { pipeline in
            var writer = TarWriter(GzipOutput(pipeline, stream), timestamp: request.archive.timestamp)
            return try await writer.pack(request, to: counted, with: effects)
        }
    }
}
