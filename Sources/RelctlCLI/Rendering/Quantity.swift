/// Times and numbers of things in words.
package enum Quantity {
    /// A time: `0.4s`, `12.3s`, `3m05s`, `1h02m`.
    package static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration / .seconds(1))
        guard seconds >= 59.95 else { return "\(tenths(seconds))s" }
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60)m\(twoDigits(whole % 60))s" }
        return "\(whole / 3600)h\(twoDigits(whole % 3600 / 60))m"
    }

    /// A number of things: `1 file`, `2 files`.
    package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A number that is not negative with one decimal.
    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
