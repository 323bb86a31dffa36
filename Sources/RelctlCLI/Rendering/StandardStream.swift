import RelctlCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The reader of standard output has gone away: nobody wants to know any more, which is no failure.
package struct OutputClosed: Error {
    /// Creates the error.
    package init() {}
}

/// Standard output or standard error, unbuffered.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all of a text.
    ///
    /// - Throws: ``OutputClosed`` if nobody reads any more; ``RelctlError`` if it cannot be written.
    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = systemWrite(rawValue, start, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno == EAGAIN {
                    // Somebody who shares the stream made it non-blocking: wait until it takes more.
                    var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&request, 1, -1)
                } else if errno != EINTR {
                    throw failure(errno)
                }
            }
        }
    }

    private func failure(_ number: Int32) -> any Error {
        guard number != EPIPE else { return OutputClosed() }
        let name = self == .output ? "standard output" : "standard error"
        return RelctlError("cannot write to \(name)", causes: [RelctlError(String(cString: strerror(number)))])
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// What the user types, for questions, or what another program writes.
enum StandardInput {
    /// Whether there is a person who can be asked, and sees the question.
    static var isInteractive: Bool { isatty(0) == 1 && StandardStream.error.isTerminal }

    /// How often it is looked whether something was typed.
    private static let interval = Duration.milliseconds(50)
    /// What nobody types as an answer, in bytes.
    private static let limit = 4096

    /// A line, without its end; nothing at the end of what there is.
    ///
    /// No thread is kept waiting, so that Ctrl-C is heard at once.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    static func line() async throws -> String? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 0) > 0 else {
                try await Task.sleep(for: interval)
                continue
            }
            var byte: UInt8 = 0
            // A byte at a time: what follows the line is for whoever reads next.
            guard read(0, &byte, 1) == 1 else { break }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
