import Synchronization

/// The digest of a body as it comes, which is not kept; each attempt begins it anew.
package final class DownloadDigest: Sendable {
    /// More came than was wanted.
    package struct LimitReached: Error {}

    private let limit: UInt64
    private let state = Mutex(State())

    private struct State {
        var hasher = SHA256Hasher()
        var size: UInt64 = 0
    }

    /// Takes as many bytes at most.
    package init(limit: UInt64 = .max) { self.limit = limit }

    /// What hands a body to this.
    package var sink: HTTPSink {
        HTTPSink(begin: { _ in self.state.withLock { $0 = State() } }, take: { try self.take($0) })
    }

    /// How many bytes came.
    package var size: UInt64 { state.withLock { $0.size } }

    /// The digest of all of them.
    package func finalize() -> Digest { state.withLock { $0.hasher.finalize() } }

    private func take(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            state.size += UInt64(bytes.count)
            guard state.size <= limit else { throw LimitReached() }
            state.hasher.update(bytes)
        }
    }
}
