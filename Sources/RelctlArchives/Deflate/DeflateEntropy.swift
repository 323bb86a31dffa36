/// How many bits symbols take in an ideal code, in integers, so that the answer is the same on every machine.
final class DeflateEntropy {
    /// Bits are counted in units of 1 / 65,536.
    static let unit = 1 << 16
    /// Below this, `n log2 n` is read from a table.
    private static let direct = 2_048

    /// The logarithm to base 2 of `512 + index`, less 9.
    private let logarithms = DeflateTable<UInt32>(repeating: 0, count: 514)
    private let products = DeflateTable<UInt32>(repeating: 0, count: direct)

    init() {
        for index in 0...512 { logarithms.base[index] = Self.fraction(of: UInt64(512 + index)) }
        logarithms.base[513] = logarithms.base[512]
        for number in 1..<Self.direct {
            let product = UInt64(number) * UInt64(logarithm(UInt32(number)))
            products.base[number] = UInt32(truncatingIfNeeded: product >> 8)
        }
    }

    /// The logarithm of a number from 512 to 1,024, less 9, bit by bit: squaring doubles it.
    private static func fraction(of number: UInt64) -> UInt32 {
        if number == 1024 { return UInt32(unit) }
        // A number from 1 to 2, its point after 31 bits.
        var value = number << 22
        var result: UInt32 = 0
        for _ in 0..<17 {
            value = (value * value) >> 31
            result <<= 1
            if value >> 32 != 0 {
                result |= 1
                value >>= 1
            }
        }
        return (result + 1) >> 1
    }

    /// The logarithm to base 2 of a number that is not 0.
    @inline(__always) func logarithm(_ number: UInt32) -> UInt32 {
        let shift = UInt32(truncatingIfNeeded: number.leadingZeroBitCount)
        // 32 bits of which the highest is set: that, nine that choose an entry, and 16 of what is between it and the next.
        let scaled = number &<< shift
        let index = Int(scaled &>> 22 & 511)
        let low = logarithms.base[index]
        let step = logarithms.base[index &+ 1] &- low
        return (31 &- shift) &<< 16 &+ low &+ (step &* (scaled &>> 6 & 0xFFFF)) &>> 16
    }

    /// `number * log2(number)` in 256ths.
    @inline(__always) func product(_ number: UInt32) -> Int {
        if number < UInt32(Self.direct) { return Int(products.base[Int(number)]) }
        return Int((UInt64(number) &* UInt64(logarithm(number))) &>> 8)
    }
}
