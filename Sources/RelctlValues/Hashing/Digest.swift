/// A SHA-256 digest (FIPS 180-4): always 32 bytes.
public struct Digest: Sendable, Hashable {
    /// The 32 bytes, most significant first.
    public let bytes: [UInt8]

    /// Creates a digest from its bytes, or nothing unless there are exactly 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Creates a digest from the eight words that FIPS 180-4 calls H, the first one leading.
    init(words: SIMD8<UInt32>) {
        bytes = words.indices.flatMap { index in withUnsafeBytes(of: words[index].bigEndian) { Array($0) } }
    }

    /// Creates a digest from 64 hexadecimal digits of either case, or nothing for any other text.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(ofDigit: digits[index]), let low = Self.value(ofDigit: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Digest: CustomStringConvertible {
    /// The hexadecimal digits.
    public var description: String { hexadecimal }
}

extension Digest: Codable {
    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let digest = Digest(hexadecimal: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "`\(text)` is not a SHA-256 digest")
        }
        self = digest
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}
