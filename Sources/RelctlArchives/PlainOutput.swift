/// Takes a tar as it is, and writes it so.
package struct PlainOutput: TarOutput {
    private let output: ArchiveOutput

    package init(_ output: ArchiveOutput) { self.output = output }

    package func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

    package func write(_ content: EntryContent, in files: any FileSystem, progress: (Int) -> Void) throws -> Digest {
        try content.readAll(in: files) { chunk in
            try output.write(chunk)
            progress(chunk.count)
        }
    }

    package func finish() {}
}
