/// The name of a git object, SHA-1 or SHA-256, as bits, so that hundreds of thousands of them fit in memory.
package struct ObjectName: Hashable, Sendable {
    private var words: SIMD4<UInt64>
    /// 40 or 64.
    private let digitCount: UInt8

    /// Reads hexadecimal digits; nothing if there are not 40 or 64 of them.
    package init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 40 || digits.count == 64 else { return nil }
        words = SIMD4()
        digitCount = UInt8(digits.count)
        for (index, digit) in digits.enumerated() {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            words[index >> 4] = words[index >> 4] << 4 | UInt64(value)
        }
    }

    /// The first of its bits are as good as a hash of all, since nobody can choose them.
    package func hash(into hasher: inout Hasher) { hasher.combine(words.x) }
}

extension ObjectName: CustomStringConvertible {
    /// The digits, in lower case.
    package var description: String {
        String(unsafeUninitializedCapacity: Int(digitCount)) { buffer in
            for index in 0..<Int(digitCount) {
                // The last word of SHA-1 holds eight digits.
                let length = min(16, Int(digitCount) - index & ~15)
                let shift = UInt64(length - 1 - index & 15) * 4
                let value = UInt8(truncatingIfNeeded: words[index >> 4] >> shift) & 15
                buffer[index] = value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
            }
            return Int(digitCount)
        }
    }
}
