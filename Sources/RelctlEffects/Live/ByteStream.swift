#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes that can be read once only: standard input, a pipe or a device.
package struct ByteStream: Sendable {
    /// Name for errors.
    private let name: String
    private let descriptor: Int32
    /// The open file that `descriptor` belongs to; nil for standard input.
    private let file: (any ReadableFile)?

    /// Standard input of this process.
    package static let standardInput = ByteStream(name: "standard input", descriptor: 0, file: nil)

    private init(name: String, descriptor: Int32, file: (any ReadableFile)?) {
        (self.name, self.descriptor, self.file) = (name, descriptor, file)
    }

    /// Opens what is at `path`, also a pipe that no process writes to yet.
    ///
    /// - Throws: ``FileSystemError`` if it cannot be opened.
    package init(at path: FilePath) throws {
        let file = try LiveFileSystem().openAnything(path)
        self.init(name: "`\(path)`", descriptor: file.descriptor, file: file)
    }

    /// Reads to the end, piece by piece.
    ///
    /// The wait for bytes is cut into intervals, so that Ctrl-C ends it.
    ///
    /// - Throws: `CancellationError` once the task is cancelled; ``RelctlError`` if the stream cannot be read.
    @concurrent package func readAll(_ body: (UnsafeRawBufferPointer) throws -> Void) async throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 50) != 0 else { continue }
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count != 0 else { return }
            if count > 0 {
                try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if errno != EINTR, errno != EAGAIN {
                throw RelctlError("cannot read \(name)", causes: [RelctlError(String(cString: strerror(errno)))])
            }
        }
    }

    /// Reads all bytes, up to a limit.
    ///
    /// - Throws: ``RelctlError`` if there are more; what ``readAll(_:)`` throws.
    package func contents(limit: Int = 64 << 20) async throws -> [UInt8] {
        var contents: [UInt8] = []
        try await readAll { piece in
            contents += piece
            guard contents.count <= limit else {
                throw RelctlError("cannot read \(name): it is larger than \(limit) bytes")
            }
        }
        return contents
    }
}

extension FileStatus.Kind {
    /// True for a pipe, whose bytes can be read once only.
    package var isStream: Bool { self == .pipe || self == .characterDevice }
}
