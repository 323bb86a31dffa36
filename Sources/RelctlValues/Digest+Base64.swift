import FoundationEssentials

extension Digest {
    /// The bytes in base64, as stores write checksums.
    package var base64: String { Data(bytes).base64EncodedString() }

    /// Reads base64 of 32 bytes; nil for any other text.
    package init?(base64 text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        self.init(bytes: Array(data))
    }
}
