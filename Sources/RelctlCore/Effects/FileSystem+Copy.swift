extension FileSystem {
    /// Copies a regular file, streamed; the copy appears whole, on the medium, with the original's permissions.
    ///
    /// `each` is given every piece on its way, in order, such as to digest it or to count progress.
    public func copyFile(
        _ file: FilePath,
        to path: FilePath,
        permissions: UInt16? = nil,
        each: (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws {
        let original = try open(file)
        let replacement = try replacement(of: path, permissions: permissions ?? original.status().permissions)
        do {
            try original.readAll { piece in
                try replacement.file.write(piece)
                try each(piece)
            }
            try replacement.commit()
        } catch {
            replacement.discard()
            throw error
        }
    }
}

extension ReadableFile {
    /// Reads from the current position to the end, piece by piece.
    ///
    /// - Throws: `CancellationError` between two pieces if the task was cancelled.
    public func readAll(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = try read(into: buffer)
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
