import Synchronization

extension HTTPClient {
    /// The digest of what a request downloads, which is not kept.
    func digest(_ request: HTTPRequest) async throws -> Digest {
        var request = request
        // Compressed on the way, it would be other bytes.
        request.headers.append(HTTPHeader("Accept-Encoding", "identity"))
        let download = DownloadDigest()
        _ = try await send(
            request,
            receiving: HTTPSink(
                begin: { _ in download.begin() },
                take: { download.update($0) }
            )
        )
        return download.finish()
    }
}

/// The digest of a body as it comes, begun anew at each attempt.
private final class DownloadDigest: Sendable {
    private let hasher = Mutex(SHA256Hasher())

    func begin() { hasher.withLock { $0 = SHA256Hasher() } }
    func update(_ bytes: UnsafeRawBufferPointer) { hasher.withLock { $0.update(bytes) } }
    func finish() -> Digest { hasher.withLock { $0.finalize() } }
}
