/// Keyed hashing with SHA-256 (RFC 2104), which proves that a message comes from someone who knows the key.
package enum HMACSHA256 {
    /// The code of a message under a key of any length.
    package static func code(of message: [UInt8], key: [UInt8]) -> Digest {
        var block = key.count > SHA256Hasher.blockSize ? Digest(of: key).bytes : key
        block += [UInt8](repeating: 0, count: SHA256Hasher.blockSize - block.count)
        let inner = Digest(of: block.map { $0 ^ 0x36 } + message)
        return Digest(of: block.map { $0 ^ 0x5C } + inner.bytes)
    }
}
