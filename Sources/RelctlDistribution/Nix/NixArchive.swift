/// The serialisation by which Nix names contents: a NAR.
///
/// Its form is that of Eelco Dolstra, "The Purely Functional Software Deployment Model", section 5.2, and of
/// https://nix.dev/manual/nix/latest/protocols/nix-archive.
///
/// Names, kinds and bytes count, times and owners do not.
struct NixArchive: Sendable {
    /// The bytes.
    private(set) var bytes: [UInt8] = []

    /// Serialises a folder of regular files that nobody runs, by their names, each of which is there once.
    init(folderOf files: [(name: String, bytes: [UInt8])]) {
        append("nix-archive-1")
        append("(", "type", "directory")
        for file in files.sortedBytewise(by: \.name) {
            append("entry", "(", "name", file.name, "node", "(", "type", "regular", "contents")
            append(file.bytes)
            append(")", ")")
        }
        append(")")
    }

    /// The digest of it as Nix writes it: Subresource Integrity (https://www.w3.org/TR/SRI/).
    var hash: String { "sha256-\(Digest(of: bytes).base64)" }

    private mutating func append(_ words: String...) {
        for word in words { append(Array(word.utf8)) }
    }

    /// Every text has its length in front, as 64 bits with the least significant byte first, and is filled up with zeros
    /// to whole words of eight bytes.
    private mutating func append(_ text: [UInt8]) {
        bytes.append(littleEndian: UInt64(text.count))
        bytes += text
        bytes += [UInt8](repeating: 0, count: (8 - text.count % 8) % 8)
    }
}
