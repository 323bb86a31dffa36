/// Takes a tar and has it compressed by libarchive, in parts that are large enough to be worth a wait each.
package struct GatheredOutput: TarOutput {
    private let output: FilteredOutput
    private var gathered: [UInt8] = []

    private static let size = 1 << 20

    package init(_ output: FilteredOutput) {
        self.output = output
        gathered.reserveCapacity(Self.size)
    }

    package mutating func write(_ bytes: [UInt8]) async throws {
        gathered += bytes
        if gathered.count >= Self.size { try await handOn() }
    }

    package mutating func write(
        _ content: EntryContent,
        in files: any FileSystem,
        progress: (Int) -> Void
    ) async throws -> Digest {
        let reader = try content.open(in: files)
        var hasher = SHA256Hasher()
        while reader.remaining > 0 {
            try Task.checkCancellation()
            let room = Int(clamping: min(reader.remaining, UInt64(max(1, Self.size - gathered.count))))
            let chunk = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = try reader.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            chunk.withUnsafeBytes { hasher.update($0) }
            progress(chunk.count)
            try await write(chunk)
        }
        try reader.finish()
        return hasher.finalize()
    }

    /// Hands on what is left; the compressed stream is ended by whoever began it.
    package mutating func finish() async throws {
        if !gathered.isEmpty { try await handOn() }
    }

    private mutating func handOn() async throws {
        try await output.write(gathered)
        gathered.removeAll(keepingCapacity: true)
    }
}
