/// The body of one attempt, read on the thread of its exchange.
///
/// A connection that was kept open and proves dead makes libcurl send a request again by itself, whatever its method
/// (`Curl_retry_request`), and ask for the start of the body again. It gets it only where the request may be repeated.
final class HTTPBodyReader {
    /// Bytes that libcurl took.
    private(set) var sent: UInt64 = 0
    /// What went wrong on this side.
    private(set) var failure: HTTPFailure?
    /// How many bytes it is.
    let length: UInt64
    private let source: Source
    private let progress: (@Sendable (UInt64) -> Void)?

    private enum Source {
        case bytes([UInt8])
        case file(any ReadableFile, FilePath, FileStatus, start: UInt64)
    }

    /// Opens what is to be sent; nothing for no body.
    ///
    /// - Throws: ``HTTPFailure`` if the file is too short for the range, or cannot be opened.
    static func opening(
        _ body: HTTPBody,
        in files: any FileSystem,
        progress: (@Sendable (UInt64) -> Void)?
    ) throws -> HTTPBodyReader? {
        guard body.count > 0 else { return nil }
        do {
            switch body {
            case .empty: return nil
            case .bytes(let bytes): return HTTPBodyReader(.bytes(bytes), length: body.count, progress)
            case .file(let path, let range):
                let file = try files.open(path)
                let status = try file.status()
                guard status.size >= range.upperBound else {
                    let reason = "`\(path)` has \(status.size) bytes, and \(range.upperBound) are wanted"
                    throw HTTPFailure(.invalidRequest, reason, isUnsent: true)
                }
                try file.seek(to: range.lowerBound)
                let source = Source.file(file, path, status, start: range.lowerBound)
                return HTTPBodyReader(source, length: body.count, progress)
            }
        } catch let error as FileSystemError {
            throw HTTPFailure(.invalidRequest, error.description, isUnsent: true)
        }
    }

    private init(_ source: Source, length: UInt64, _ progress: (@Sendable (UInt64) -> Void)?) {
        self.source = source
        self.length = length
        self.progress = progress
    }

    /// Reads the next bytes; how many, or nothing for an error, which ``failure`` then says.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = Int(min(UInt64(buffer.count), length - sent))
        guard wanted > 0 else { return 0 }
        do {
            let taken = try take(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            let total = sent + UInt64(taken)
            if total == length { try proveUnchanged() }
            sent = total
            progress?(total)
            return taken
        } catch {
            failure = failure ?? error as? HTTPFailure ?? HTTPFailure(.invalidRequest, "\(error)")
            return nil
        }
    }

    /// Goes back to the start; says whether it could.
    func rewind() -> Bool {
        do {
            if case .file(let file, _, _, let start) = source { try file.seek(to: start) }
            sent = 0
            return true
        } catch {
            failure = HTTPFailure(.invalidRequest, "\(error)")
            return false
        }
    }

    private func take(into target: UnsafeMutableRawBufferPointer) throws -> Int {
        switch source {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(sent)...].prefix(target.count)))
            }
            return target.count
        case .file(let file, let path, _, _):
            let taken = try file.read(into: target)
            guard taken > 0 else { throw Self.changed(path) }
            return taken
        }
    }

    /// Keeps the last bytes back from the server if the file is not what it was, so that it never has a whole body of
    /// two halves.
    private func proveUnchanged() throws {
        guard case .file(let file, let path, let before, _) = source else { return }
        let now = try file.status()
        guard now.size == before.size, now.modificationTime == before.modificationTime else {
            throw Self.changed(path)
        }
    }

    private static func changed(_ path: FilePath) -> HTTPFailure {
        HTTPFailure(.invalidRequest, "`\(path)` was changed while it was sent")
    }
}
