/// How a file is cut into the parts of an upload, and what the parts hold.
struct PartPlan: Sendable, Hashable {
    /// The bytes of each part, in order; none for an empty file.
    let ranges: [Range<UInt64>]

    /// The most parts that a store takes (Amazon S3 User Guide, "Amazon S3 multipart upload limits").
    static let limit: UInt64 = 10_000

    /// Cuts a file of `size` bytes into parts of `partSize`, or of as many whole MiB as 10,000 parts need.
    init(size: UInt64, partSize: UInt64) {
        let least = ((size + Self.limit - 1) / Self.limit + 0xF_FFFF) & ~0xF_FFFF
        let step = max(partSize, least)
        var ranges: [Range<UInt64>] = []
        var start: UInt64 = 0
        while start < size {
            let end = size - start < step ? size : start + step
            ranges.append(start..<end)
            start = end
        }
        self.ranges = ranges
    }
}

/// The digests of a file and of its parts, from reading it once.
struct PartDigests: Sendable, Hashable {
    /// The digest of all of it.
    let whole: Digest
    /// Bytes.
    let size: UInt64
    /// The digests of the parts, in order.
    let parts: [Digest]

    /// Reads a file.
    ///
    /// - Throws: ``FileSystemError`` if it cannot be read; `CancellationError` if the task was cancelled.
    @concurrent init(of path: FilePath, cut plan: PartPlan, files: any FileSystem) async throws {
        var (whole, part) = (SHA256Hasher(), SHA256Hasher())
        var (parts, size): ([Digest], UInt64) = ([], 0)
        try files.open(path).readAll { chunk in
            whole.update(chunk)
            var rest = chunk[...]
            while !rest.isEmpty, parts.count < plan.ranges.count {
                let missing = plan.ranges[parts.count].upperBound - size
                let piece = rest.prefix(Int(clamping: missing))
                part.update(UnsafeRawBufferPointer(rebasing: piece))
                size += UInt64(piece.count)
                rest = rest.dropFirst(piece.count)
                if size == plan.ranges[parts.count].upperBound { parts.append(part.finalize()) }
            }
            // More than the plan knows of: the file has grown.
            size += UInt64(rest.count)
        }
        self.whole = whole.finalize()
        self.size = size
        self.parts = parts
    }
}
