/// Takes a tar as it is, and writes it so.
struct PlainOutput: TarOutput {
    private let output: ArchiveOutput

    init(_ output: ArchiveOutput) { self.output = output }

    func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

    func write(_ content: EntryContent, in files: any FileSystem, progress: (Int) -> Void) throws -> Digest {
        let reader = try content.open(in: files)
        var hasher = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while reader.remaining > 0 {
            try Task.checkCancellation()
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<(try reader.read(into: buffer))])
            hasher.update(chunk)
            try output.write(chunk)
            progress(chunk.count)
        }
        try reader.finish()
        return hasher.finalize()
    }

    func finish() {}
}
