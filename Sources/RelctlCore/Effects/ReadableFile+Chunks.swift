extension ReadableFile {
    /// Hands over the rest of the file piece by piece, with never more than one piece in memory.
    ///
    /// - Throws: `CancellationError` if the task was cancelled, and whatever reading or `body` throws.
    package func readChunks(of size: Int = 128 << 10, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = try read(into: buffer)
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
