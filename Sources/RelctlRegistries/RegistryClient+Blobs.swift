import Synchronization

/// Reading blobs (OCI distribution specification 1.1, "Pulling blobs").
extension RegistryClient {
    /// Whether a blob is there.
    package func blobExists(_ digest: ContentDigest) async throws -> Bool { try await blobSize(digest) != nil }

    /// The size of a blob, as the registry tells it; 0 where it does not tell.
    ///
    /// - Returns: Nothing where the blob is not there.
    package func blobSize(_ digest: ContentDigest) async throws -> UInt64? {
        var call = RegistryCall(.head, url("blobs/\(digest)"), "cannot look for the blob `\(repository)@\(digest)`")
        call.accepting = [404]
        let response = try await send(call)
        guard response.isSuccess else { return nil }
        try requireDigest(digest, in: response, call.purpose)
        return response.headers["Content-Length"].flatMap { UInt64($0) } ?? 0
    }

    /// Reads a blob that is expected to be small, such as a configuration.
    ///
    /// - Throws: ``RelctlError`` if it is larger than `limit` bytes, or not what the descriptor says.
    package func blob(_ descriptor: ContentDescriptor, limit: UInt64 = 8 << 20) async throws -> [UInt8] {
        guard descriptor.size <= limit else {
            throw surprise(readingPurpose(descriptor), "it is larger than \(limit) bytes")
        }
        let bytes = Mutex<[UInt8]>([])
        try await readBlob(
            descriptor,
            begin: { bytes.withLock { $0 = [] } },
            take: { piece in bytes.withLock { $0 += piece } }
        )
        return bytes.withLock(\.self)
    }

    /// Streams a blob into a file, which appears once all of it is there and has its digest.
    ///
    /// - Parameters:
    ///   - descriptor: Digest and size of the blob.
    ///   - path: The file.
    ///   - received: Takes how many bytes have come; it falls back at another attempt.
    /// - Throws: ``RelctlError`` if it is not what the descriptor says; ``FileSystemError``.
    package func fetchBlob(
        _ descriptor: ContentDescriptor,
        into path: FilePath,
        received: (@Sendable (UInt64) -> Void)? = nil
    ) async throws {
        let files = session.files
        // An attempt that broke off has left bytes that another must not come after.
        let writing = Mutex<FileReplacement?>(nil)
        let count = Mutex<UInt64>(0)
        do {
            try await readBlob(
                descriptor,
                begin: {
                    try writing.withLock { writing in
                        writing?.discard()
                        writing = try files.replacement(of: path)
                    }
                    count.withLock { $0 = 0 }
                },
                take: { piece in
                    try writing.withLock { try $0?.file.write(piece) }
                    let sum = count.withLock { count in
                        count += UInt64(piece.count)
                        return count
                    }
                    received?(sum)
                }
            )
            try writing.withLock { try $0?.commit() }
        } catch {
            writing.withLock { $0?.discard() }
            throw error
        }
    }

    /// Reads a blob piece by piece; no piece is held back, so what is made of them counts only if this does not throw.
    ///
    /// - Parameters:
    ///   - descriptor: Digest and size of the blob; not a byte more is taken.
    ///   - begin: Called at every attempt, before its first piece.
    ///   - take: Takes each piece, on a thread that may wait for the disk.
    /// - Throws: ``RelctlError`` if it is not there or not what the descriptor says, and what `begin` and `take` throw.
    package func readBlob(
        _ descriptor: ContentDescriptor,
        begin: @escaping @Sendable () throws -> Void = {},
        take: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws {
        let digest = DownloadDigest(limit: descriptor.size)
        let counting = digest.sink
        var call = RegistryCall(.get, url("blobs/\(descriptor.digest)"), readingPurpose(descriptor))
        call.sink = HTTPSink(
            begin: { response in
                try counting.begin?(response)
                try begin()
            },
            take: { piece in
                try counting.take?(piece)
                try take(piece)
            }
        )
        do {
            _ = try await send(call)
        } catch is DownloadDigest.LimitReached {
            throw surprise(call.purpose, "more came than its \(descriptor.size) bytes")
        }
        guard digest.size == descriptor.size else {
            throw surprise(call.purpose, "\(digest.size) bytes came, and it has \(descriptor.size)")
        }
        let came = ContentDigest(digest.finalize())
        guard came == descriptor.digest else {
            throw surprise(call.purpose, "what came has the digest `\(came)`")
        }
    }

    private func readingPurpose(_ descriptor: ContentDescriptor) -> String {
        "cannot read the blob `\(repository)@\(descriptor.digest)`"
    }
}
