/// Ships a program as it is, byte for byte.
package struct BinaryPackager: Packager {
    /// The id it is registered by.
    package static let id = "binary"

    package let fileExtension = ""
    package let kind = Artifact.Kind.binary

    /// Has no settings.
    package init() {}

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let counted = ArchiveOutput(output)
        var writer = ProgramWriter(output: PlainOutput(counted))
        return try await writer.pack(request, to: counted, with: effects)
    }
}

/// Writes a single file and nothing round it.
private struct ProgramWriter: ContainerWriter {
    private let output: PlainOutput
    private var hasFile = false

    init(output: PlainOutput) { self.output = output }

    mutating func addFolder(_ path: RelativePath) throws { throw Self.surplus(path) }

    mutating func addLink(_ path: RelativePath, target: String) throws { throw Self.surplus(path) }

    mutating func addFile(_ file: EntryFile, progress: (Int) -> Void) throws -> Digest {
        guard !hasFile else { throw Self.surplus(file.path) }
        hasFile = true
        return try output.write(file.content, in: file.files, progress: progress)
    }

    mutating func finish() {}

    private static func surplus(_ path: RelativePath) -> RelctlError {
        RelctlError("cannot pack `\(path)`: the format `\(BinaryPackager.id)` holds one program and nothing else")
    }
}
