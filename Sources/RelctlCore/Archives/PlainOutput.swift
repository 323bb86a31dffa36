/// Takes a tar as it is, and writes it so.
struct PlainOutput: TarOutput {
    private let output: ArchiveOutput

    init(_ output: ArchiveOutput) { self.output = output }

    func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

    func write(_ content: EntryContent, in files: any FileSystem, progress: (Int) -> Void) throws -> Digest {
        try content.readAll(in: files) { chunk in
            try output.write(chunk)
            progress(chunk.count)
        }
    }

    func finish() {}
}
