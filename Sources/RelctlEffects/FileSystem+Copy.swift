extension FileSystem {
    /// Copies a regular file, streamed; the copy appears whole, on the medium, with the original's permissions to read,
    /// write and execute.
    ///
    /// `each` is given every piece on its way, in order, such as to digest it or to count progress.
    public func copyFile(
        _ file: FilePath,
        to path: FilePath,
        permissions: UInt16? = nil,
        each: (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws {
        let original = try open(file)
        try copy(original, to: path, permissions: permissions ?? original.status().permissions & 0o777, each: each)
    }

    /// Copies what an open file holds from its position on; like ``copyFile(_:to:permissions:each:)`` else.
    package func copy(
        _ original: any ReadableFile,
        to path: FilePath,
        permissions: UInt16,
        each: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let replacement = try replacement(of: path, permissions: permissions)
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
    /// Hands over what comes from the current position to the end, piece by piece, with one piece in memory at a time.
    ///
    /// - Throws: `CancellationError` if the task was cancelled, and whatever reading or `body` throws.
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
