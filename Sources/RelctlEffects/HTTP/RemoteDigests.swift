import Synchronization

/// Digests of files at servers that do not report them, so that none is downloaded twice in a run to learn the same.
///
/// Only for looking at what is there before something is done. What was sent is read back itself, whatever was known.
package final class RemoteDigests: Sendable {
    /// A file as a server describes it at one moment: where any of this differs, it may be another.
    package struct File: Sendable, Hashable {
        private let address: [UInt8]
        private let version: [UInt8]
        private let size: UInt64

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - address: Where it lies, its id among it where it has one.
        ///   - version: What the server says of this very content: an entity tag, or when it was written.
        ///   - size: Bytes.
        package init(address: String, version: String, size: UInt64) {
            self.address = Array(address.utf8)
            self.version = Array(version.utf8)
            self.size = size
        }
    }

    private let known = Mutex<[File: Digest]>([:])

    /// Knows none.
    package init() {}

    /// The digest of a file, if it is known.
    package subscript(file: File) -> Digest? { known.withLock { $0[file] } }

    /// The digest of a file: what is known, else what is learned now, which is kept unless the server says too little.
    package func digest(of file: File?, learning: () async throws -> Digest) async throws -> Digest {
        if let file, let digest = self[file] { return digest }
        let digest = try await learning()
        if let file { keep(digest, of: file) }
        return digest
    }

    /// Keeps what a download came to.
    package func keep(_ digest: Digest, of file: File) { known.withLock { $0[file] = digest } }
}
