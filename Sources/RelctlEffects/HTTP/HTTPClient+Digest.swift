extension HTTPClient {
    /// The digest of what a request downloads, which is not kept.
    package func digest(_ request: HTTPRequest) async throws -> Digest {
        let digest = DownloadDigest()
        _ = try await download(request, into: digest)
        return digest.finalize()
    }

    /// What a request downloads, which is not kept.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - statuses: What the server answers where there is nothing.
    ///   - limit: How many bytes are wanted at most; no more are read.
    /// - Returns: What it comes to.
    /// - Throws: ``RelctlError`` as ``send(_:accepting:receiving:)`` does.
    package func download(
        _ request: HTTPRequest,
        absent statuses: Set<Int>,
        limit: UInt64
    ) async throws -> Downloaded {
        let digest = DownloadDigest(limit: limit)
        do {
            let response = try await download(request, into: digest, accepting: statuses)
            guard response.isSuccess else { return .nothing }
            return .whole(size: digest.size, sha256: digest.finalize())
        } catch is DownloadDigest.LimitReached {
            return .tooLarge
        }
    }

    private func download(
        _ request: HTTPRequest,
        into digest: DownloadDigest,
        accepting statuses: Set<Int> = []
    ) async throws -> HTTPResponse {
        var request = request
        // Compressed on the way, it would be other bytes.
        request.headers.append(HTTPHeader("Accept-Encoding", "identity"))
        return try await send(request, accepting: statuses, receiving: digest.sink)
    }
}

/// What a download came to.
package enum Downloaded: Sendable, Hashable {
    /// There is nothing.
    case nothing
    /// There is more than was wanted.
    case tooLarge
    /// So many bytes, of this digest.
    case whole(size: UInt64, sha256: Digest)
}
