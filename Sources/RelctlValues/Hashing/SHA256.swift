internal import CSHA256

/// Takes bytes in and gives their SHA-256 digest (FIPS 180-4).
package struct SHA256Hasher: Sendable {
    /// The words H, at first those of section 5.3.3.
    private var state = SIMD8<UInt32>(
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19
    )
    /// Bytes that do not fill a block yet; always fewer than ``blockSize``.
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0
    private let implementation: Implementation

    /// Bytes of one block.
    static let blockSize = 64

    /// A way to compute the digest; all give the same one.
    package enum Implementation: Sendable, Hashable, CaseIterable {
        /// Plain C.
        case portable
        /// What the processor does fastest: its own instructions where it has them.
        case fastest

        fileprivate var kind: relctl_sha256_kind {
            self == .portable ? RELCTL_SHA256_PORTABLE : relctl_sha256_fastest()
        }
    }

    /// Begins with no bytes.
    package init(implementation: Implementation = .fastest) {
        self.implementation = implementation
        pending.reserveCapacity(2 * Self.blockSize)
    }

    /// Takes these bytes in.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(Self.blockSize - pending.count)
            pending.append(contentsOf: missing)
            rest = rest.dropFirst(missing.count)
            guard pending.count == Self.blockSize else { return }
            compressPending()
        }
        let whole = rest.count / Self.blockSize * Self.blockSize
        compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
        pending.append(contentsOf: rest.dropFirst(whole))
    }

    /// Takes these bytes in.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes taken in; the hasher begins anew.
    package mutating func finalize() -> Digest {
        // Section 5.1.1: a one bit, zeros up to 8 bytes before a block's end, and the length in bits.
        let bitCount = byteCount &* 8
        pending.append(0x80)
        while pending.count % Self.blockSize != Self.blockSize - 8 { pending.append(0) }
        withUnsafeBytes(of: bitCount.bigEndian) { pending.append(contentsOf: $0) }
        compressPending()
        let digest = Digest(words: state)
        self = SHA256Hasher(implementation: implementation)
        return digest
    }

    private mutating func compressPending() {
        let blocks = pending
        pending.removeAll(keepingCapacity: true)
        blocks.withUnsafeBytes { compress($0) }
    }

    /// Takes whole blocks in; `blocks.count` is a multiple of ``blockSize``.
    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        guard let start = blocks.bindMemory(to: UInt8.self).baseAddress else { return }
        let (kind, count) = (implementation.kind, blocks.count / Self.blockSize)
        withUnsafeMutableBytes(of: &state) { bytes in
            guard let words = bytes.bindMemory(to: UInt32.self).baseAddress else { return }
            relctl_sha256_compress(kind, words, start, count)
        }
    }
}

extension Digest {
    /// The digest of these bytes.
    public init(of bytes: [UInt8]) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.finalize()
    }
}
