import Foundation
import Synchronization

/// The body of one attempt, read once, from its start to its end.
///
/// A connection that was kept open and proves dead makes libcurl send a request again by itself, whatever its method
/// (`Curl_retry_request`), and Foundation would have it go on in the middle of the body. So whoever asks for the start
/// again is refused, and the attempt fails: whether to send again is for ``HTTPClient`` to decide.
final class HTTPBodyReader: Sendable {
    /// Bytes that the network took.
    let sent = Atomic<UInt64>(0)
    /// How many bytes it is.
    let length: UInt64
    private let source: Source
    private let progress: (@Sendable (UInt64) -> Void)?
    private let state = Mutex(State())

    private enum Source {
        case bytes([UInt8])
        case file(any ReadableFile, FilePath, FileStatus)
    }

    private struct State {
        var failure: HTTPFailure?
        var isRefused = false
    }

    /// Opens what is to be sent; nothing for no body.
    ///
    /// - Throws: ``HTTPFailure`` if the file is too short for the range, and what opening it throws.
    static func opening(
        _ body: HTTPBody,
        in files: any FileSystem,
        progress: (@Sendable (UInt64) -> Void)?
    ) throws -> HTTPBodyReader? {
        guard body.count > 0 else { return nil }
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
            return HTTPBodyReader(.file(file, path, status), length: body.count, progress)
        }
    }

    private init(_ source: Source, length: UInt64, _ progress: (@Sendable (UInt64) -> Void)?) {
        self.source = source
        self.length = length
        self.progress = progress
    }

    /// What went wrong on this side.
    var failure: HTTPFailure? { state.withLock { $0.failure } }

    /// Makes every further read fail: what was sent cannot be sent again on another connection.
    func refuse() { state.withLock { $0.isRefused = true } }

    /// Whether there is more to read, if only an error.
    var hasMore: Bool {
        // One who was refused must see an error, not an end.
        sent.load(ordering: .relaxed) < length || state.withLock { $0.isRefused }
    }

    /// Reads the next bytes; how many, or -1 for an error, which ``failure`` then says.
    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        guard !state.withLock({ $0.isRefused }) else { return -1 }
        let position = sent.load(ordering: .relaxed)
        let wanted = Int(min(UInt64(max(count, 0)), length - position))
        guard wanted > 0 else { return 0 }
        do {
            let target = UnsafeMutableRawBufferPointer(start: buffer, count: wanted)
            let taken = try take(into: target, at: Int(position))
            let total = position + UInt64(taken)
            if total == length { try proveUnchanged() }
            sent.store(total, ordering: .relaxed)
            progress?(total)
            return taken
        } catch {
            let failure = error as? HTTPFailure ?? HTTPFailure(.invalidRequest, "\(error)")
            state.withLock { $0.failure = $0.failure ?? failure }
            return -1
        }
    }

    private func take(into target: UnsafeMutableRawBufferPointer, at position: Int) throws -> Int {
        switch source {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position...].prefix(target.count)))
            }
            return target.count
        case .file(let file, let path, _):
            let taken = try file.read(into: target)
            guard taken > 0 else { throw Self.changed(path) }
            return taken
        }
    }

    /// Keeps the last bytes back from the server if the file is not what it was, so that it never has a whole body of
    /// two halves.
    private func proveUnchanged() throws {
        guard case .file(let file, let path, let before) = source else { return }
        let now = try file.status()
        guard now.size == before.size, now.modificationTime == before.modificationTime else {
            throw Self.changed(path)
        }
    }

    private static func changed(_ path: FilePath) -> HTTPFailure {
        HTTPFailure(.invalidRequest, "`\(path)` was changed while it was sent")
    }
}

/// A body as Foundation takes it.
final class HTTPBodyStream: InputStream {
    private let reader: HTTPBodyReader
    private var status = Stream.Status.notOpen

    /// A stream of what `reader` reads.
    init(_ reader: HTTPBodyReader) {
        self.reader = reader
        super.init(data: Data())
    }

    override func open() { status = .open }

    override func close() { status = .closed }

    override var streamStatus: Stream.Status { status }

    override var hasBytesAvailable: Bool { reader.hasMore }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        reader.read(buffer, maxLength: count)
    }
}
