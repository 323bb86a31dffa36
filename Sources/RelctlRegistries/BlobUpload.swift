/// A blob that is to be at a registry.
package struct BlobContent: Sendable, Hashable {
    /// What names it.
    package var digest: ContentDigest
    /// Its bytes: in memory, or a part of a file that is read while it is sent.
    package var body: HTTPBody

    /// Bytes.
    package var size: UInt64 { body.count }

    /// Describes a blob.
    package init(_ digest: ContentDigest, _ body: HTTPBody) {
        self.digest = digest
        self.body = body
    }

    /// Describes bytes in memory.
    package init(_ bytes: [UInt8]) { self.init(ContentDigest(of: bytes), .bytes(bytes)) }

    /// A part of the body.
    func part(_ range: Range<UInt64>) -> HTTPBody {
        switch body {
        case .empty: .empty
        case .bytes(let bytes): .bytes(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        case .file(let path, let whole):
            .file(path, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
        }
    }
}

/// An upload that a registry has begun (OCI distribution specification 1.1, "Pushing blobs").
package struct BlobUpload: Sendable {
    /// Where the next bytes go; a registry may give another address with each answer.
    package var location: String
    /// The smallest chunk that the registry takes, but for the last.
    var minimumChunk: UInt64
    /// How many bytes the registry has.
    var offset: UInt64 = 0
}

/// What a registry did when it was asked to take a blob over from another of its repositories (OCI distribution
/// specification 1.1, "Mounting a blob from another repository").
package enum BlobMount: Sendable {
    /// It took it over.
    case mounted
    /// It began an upload instead, which can be gone on with.
    case begun(BlobUpload)
    /// Neither.
    case refused
}
