/// What names a blob in the formats of OCI: `sha256:` and 64 hexadecimal digits (image-spec, descriptors, digests).
///
/// The specification has other algorithms too; no registry in use makes anything by them.
package struct ContentDigest: Sendable, Hashable {
    /// The digest.
    package let sha256: Digest

    /// Names what has this digest.
    package init(_ sha256: Digest) { self.sha256 = sha256 }

    /// Reads `sha256:HEX`, of lower-case digits as the specification demands; nothing for any other text.
    package init?(_ text: some StringProtocol) {
        let prefix = "sha256:"
        guard text.hasPrefix(prefix), let digest = Digest(hexadecimal: text.dropFirst(prefix.count)),
            text.utf8.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        sha256 = digest
    }

    /// The name of the bytes.
    package init(of bytes: [UInt8]) { sha256 = Digest(of: bytes) }

    /// Where an image layout keeps the blob, from its own folder (image-spec, image layout).
    package var layoutPath: String { "blobs/sha256/\(sha256.hexadecimal)" }
}

extension ContentDigest: CustomStringConvertible {
    /// As it stands in descriptors and addresses.
    package var description: String { "sha256:\(sha256.hexadecimal)" }
}

extension ContentDigest: Codable {
    /// Reads `sha256:HEX`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let digest = ContentDigest(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "`\(text)` is not a digest such as `sha256:…` with 64 hexadecimal digits"
            )
        }
        self = digest
    }

    /// Writes `sha256:HEX`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
