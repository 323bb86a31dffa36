/// Sizes and times in words.
package enum Quantity {
    /// Bytes with three digits and a decimal unit (IEC 80000-13): `999 B`, `1.23 kB`, `45.6 MB`.
    package static func bytes(_ count: some BinaryInteger) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (value, unit) = (Double(count), 0)
        // What would be rounded to 1000 belongs to the next unit.
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
        return "\(decimal(value, decimals)) \(units[unit])"
    }

    /// A time: `0.4s`, `12.3s`, `3m05s`, `1h02m`.
    package static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration / .seconds(1))
        guard seconds >= 59.95 else { return "\(decimal(seconds, 1))s" }
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60)m\(twoDigits(whole % 60))s" }
        return "\(whole / 3600)h\(twoDigits(whole % 3600 / 60))m"
    }

    /// A number of things: `1 file`, `2 files`.
    package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A number that is not negative with so many decimals.
    private static func decimal(_ value: Double, _ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
        let digits = String(Int((value * scale).rounded()))
        guard decimals > 0 else { return digits }
        let all = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(all.dropLast(decimals)).\(all.suffix(decimals))"
    }
}
