/// A number of bytes as people read it, in decimal units (IEC 80000-13): `999 B`, `1.23 kB`, `45.6 MB`.
package struct ByteCount: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    package let bytes: UInt64

    /// Takes a number of bytes.
    package init(_ bytes: UInt64) { self.bytes = bytes }

    /// Three digits and the unit, halves rounded up; below 1000, all digits.
    package var description: String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var unit: UInt64 = 1000
        for name in ["kB", "MB", "GB", "TB", "PB", "EB"] {
            for decimals in [2, 1, 0] {
                let digits = Self.rounded(bytes, to: unit / [1, 10, 100][decimals])
                // What would be rounded to 1000 has a digit too many, and belongs to the next form.
                if digits < 1000 { return Self.text(digits, decimals) + " " + name }
            }
            unit = name == "EB" ? unit : unit * 1000
        }
        return "\(bytes) B"
    }

    /// How many times `step` goes into `bytes`, to the nearest.
    private static func rounded(_ bytes: UInt64, to step: UInt64) -> UInt64 {
        bytes / step + (bytes % step >= step - bytes % step ? 1 : 0)
    }

    private static func text(_ digits: UInt64, _ decimals: Int) -> String {
        guard decimals > 0 else { return String(digits) }
        let scale: UInt64 = decimals == 1 ? 10 : 100
        let fraction = String(digits % scale)
        return "\(digits / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}
