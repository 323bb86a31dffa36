import Synchronization

/// Sends one file of a release to a bucket, and makes sure that it is there.
struct S3Transfer: Sendable {
    let client: S3Client
    let files: any FileSystem
    /// The file on the disk.
    let path: FilePath
    /// What it is to be.
    let file: PublishedFile
    /// Its object.
    let content: S3Client.Content
    /// The size above which it is sent in parts, each of that size at least.
    let partSize: UInt64
    /// Takes how many bytes are there.
    let sent: @Sendable (UInt64) -> Void

    /// How many parts are under way at once.
    private static let width = 4

    /// Sends the file, going on with an upload that was cut off if there is one.
    ///
    /// - Throws: ``RelctlError`` if the file is not what it should be, or the store does not take it as it is.
    func send(resuming id: String?) async throws {
        let plan = PartPlan(size: file.size, partSize: partSize)
        let digests = try await PartDigests(of: path, cut: plan, files: files)
        guard digests.whole == file.sha256, digests.size == file.size else {
            throw RelctlError(
                "`\(path)` is not what the manifest says: its contents have changed",
                hints: ["`relctl verify` tells what else has; `relctl package` makes the archives again"]
            )
        }
        let known = id.map { S3Client.Upload(key: content.key, id: $0, begun: "") }
        guard plan.ranges.count > 1 else {
            if let known { try await client.giveUp(known) }
            _ = try await client.put(content, sent: sent)
            return try await confirm()
        }
        if let known, try await send(plan, digests, to: known) { return }
        _ = try await send(plan, digests, to: nil)
        try await confirm()
    }

    /// Sends what is missing of an upload in parts, and ends it.
    ///
    /// - Returns: Whether the file is there; nothing else is said of an upload that was begun for other contents.
    private func send(_ plan: PartPlan, _ digests: PartDigests, to known: S3Client.Upload?) async throws -> Bool {
        var tags: [Int: String] = [:]
        if let known {
            guard let there = try await presentParts(of: known, plan, digests) else { return false }
            tags = there
        }
        let upload = if let known { known } else { try await client.begin(content) }
        let progress = PartProgress(plan, present: Set(tags.keys), sent)
        let missing = plan.ranges.indices.filter { tags[$0] == nil }
        do {
            let new = try await mapConcurrently(missing, width: Self.width) { index in
                let tag = try await client.put(
                    .file(path, plan.ranges[index]),
                    digests.parts[index],
                    asPart: index + 1,
                    of: upload,
                    sent: { progress.advance(index, to: $0) }
                )
                return (index, tag)
            }
            for (index, tag) in new { tags[index] = tag }
            let parts = plan.ranges.indices.map { (tag: tags[$0] ?? "", digest: digests.parts[$0]) }
            try await client.complete(upload, parts)
        } catch let error as RelctlError where error.storeCode == "NoSuchUpload" {
            // Ended by a request whose answer was lost, or given up by someone else.
            return try await isThere()
        }
        return known == nil ? true : try await isThere()
    }

    /// The parts of an upload that are there already, by their places.
    ///
    /// - Returns: Nothing if there is none, or one of other contents, which is given up: what it was begun with would be
    ///   said of the object.
    private func presentParts(
        of upload: S3Client.Upload,
        _ plan: PartPlan,
        _ digests: PartDigests
    ) async throws -> [Int: String]? {
        guard let parts = try await client.parts(of: upload), !parts.isEmpty else {
            try await client.giveUp(upload)
            return nil
        }
        var tags: [Int: String] = [:]
        for part in parts {
            guard plan.ranges.indices.contains(part.number - 1),
                try await holds(part, plan.ranges[part.number - 1], digests.parts[part.number - 1])
            else {
                try await client.giveUp(upload)
                return nil
            }
            tags[part.number - 1] = part.tag
        }
        return tags
    }

    /// Whether a part at the store is that of the file: by its digest, or where the store keeps none by its MD5.
    private func holds(_ part: S3Client.Part, _ range: Range<UInt64>, _ digest: Digest) async throws -> Bool {
        guard part.size == UInt64(range.count) else { return false }
        if let checksum = part.checksum { return checksum == digest.base64 }
        return part.tag.replacing("\"", with: "") == (try await MD5.digest(of: path, range, files: files))
    }

    private func isThere() async throws -> Bool {
        guard let object = try await client.head(content.key) else { return false }
        return object.size == file.size && object.sha256 == file.sha256
    }

    /// Reads back what the store says is there.
    private func confirm() async throws {
        let object = try await client.head(content.key)
        guard let object else { throw refusal("it is not there afterwards") }
        guard object.size == file.size else { throw refusal("it has \(object.size) bytes there, not \(file.size)") }
        let digest = if let known = object.sha256 { known } else { try await client.hash(content.key) }
        guard digest == file.sha256 else { throw refusal("it has other contents there") }
        sent(file.size)
    }

    private func refusal(_ reason: String) -> RelctlError {
        RelctlError("cannot upload `\(content.key)`: \(reason)", code: .remoteUnavailable)
    }
}

/// How many bytes of a file are at the store, while several parts are under way.
private final class PartProgress: Sendable {
    private let counts: Mutex<(parts: [UInt64], total: UInt64)>
    private let sent: @Sendable (UInt64) -> Void

    init(_ plan: PartPlan, present: Set<Int>, _ sent: @escaping @Sendable (UInt64) -> Void) {
        let parts = plan.ranges.indices.map { present.contains($0) ? UInt64(plan.ranges[$0].count) : 0 }
        counts = Mutex((parts, parts.reduce(0, +)))
        self.sent = sent
    }

    /// Takes how many bytes of a part are sent, which falls back when it is sent again.
    func advance(_ part: Int, to count: UInt64) {
        let total = counts.withLock { counts in
            counts.total = counts.total - counts.parts[part] + count
            counts.parts[part] = count
            return counts.total
        }
        sent(total)
    }
}

extension MD5 {
    /// The MD5 of a part of a file in hexadecimal digits.
    @concurrent fileprivate static func digest(
        of path: FilePath,
        _ range: Range<UInt64>,
        files: any FileSystem
    ) async throws -> String {
        let file = try files.open(path)
        try file.seek(to: range.lowerBound)
        var hasher = MD5()
        var rest = range.count
        try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
            while rest > 0 {
                try Task.checkCancellation()
                let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
                guard count > 0 else { break }
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
                rest -= count
            }
        }
        return hasher.finalize()
    }
}
