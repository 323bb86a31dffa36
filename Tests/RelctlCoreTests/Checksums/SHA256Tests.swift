import RelctlCore
import Testing

@Suite struct SHA256Tests {
    /// NIST's examples (FIPS 180-4's companion document and CAVP short messages), and the million times `a`.
    static let vectors: [(message: [UInt8], digest: String)] = [
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ([0xbd], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
        ([0xc9, 0x8c, 0x8e, 0x55], "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"),
        (
            [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: SHA256Hasher.Implementation.allCases)
    func theStandardsVectorsHold(_ implementation: SHA256Hasher.Implementation) {
        for (message, digest) in Self.vectors {
            var hasher = SHA256Hasher(implementation: implementation)
            hasher.update(message)
            #expect(hasher.finalize().hexadecimal == digest)
        }
    }

    @Test(arguments: SHA256Hasher.Implementation.allCases)
    func piecesOfAnySizeGiveTheSameDigest(_ implementation: SHA256Hasher.Implementation) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for size in 1...200 {
            var hasher = SHA256Hasher(implementation: implementation)
            for start in stride(from: 0, to: message.count, by: size) {
                hasher.update(Array(message[start..<min(start + size, message.count)]))
            }
            #expect(hasher.finalize() == Digest(of: message), "in pieces of \(size)")
        }
    }

    @Test func aFinishedHasherBeginsAnew() {
        var hasher = SHA256Hasher()
        hasher.update([1, 2, 3])
        _ = hasher.finalize()
        #expect(hasher.finalize().hexadecimal == Self.vectors[1].digest)
    }
}
