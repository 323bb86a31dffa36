/// The file that an archive is written to; counts and digests its bytes on their way, so that nobody reads them again.
package final class ArchiveOutput {
    private let file: any WritableFile
    private var hasher = SHA256Hasher()
    private var pending: [UInt8] = []
    /// Bytes taken so far: the position in the archive.
    package private(set) var size: UInt64 = 0

    /// Small pieces are gathered up to here, so that a header does not cost a system call.
    private static let capacity = 64 << 10

    package init(_ file: any WritableFile) {
        self.file = file
        pending.reserveCapacity(Self.capacity)
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        size += UInt64(bytes.count)
        if pending.count + bytes.count > Self.capacity { try flush() }
        guard bytes.count < Self.capacity else { return try pass(bytes) }
        pending.append(contentsOf: bytes)
    }

    func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

    /// Writes what is gathered; the digest of all bytes.
    package func finish() throws -> Digest {
        try flush()
        return hasher.finalize()
    }

    private func flush() throws {
        try pending.withUnsafeBytes { try pass($0) }
        pending.removeAll(keepingCapacity: true)
    }

    private func pass(_ bytes: UnsafeRawBufferPointer) throws {
        hasher.update(bytes)
        try file.write(bytes)
    }
}
