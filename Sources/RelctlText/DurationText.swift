/// Times as the configuration writes them: hours, minutes and seconds, in this order, such as `1h30m` or `90s`.
package enum DurationText {
    /// The longest time that makes sense for a command: 1000 hours.
    private static let limit = 3_600_000
    /// How long something may take, in seconds.
    package static let range: ClosedRange<Int64> = 1...Int64(limit)

    /// Reads a time; nothing for a text that is none, for zero, and for more than 1000 hours.
    package static func parse(_ text: String) -> Duration? {
        var rest = Substring(text)
        var seconds = 0
        for (unit, factor) in [("h", 3600), ("m", 60), ("s", 1)] as [(Character, Int)] {
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            guard !digits.isEmpty, rest.dropFirst(digits.count).first == unit else { continue }
            guard let count = Int(digits), count <= limit else { return nil }
            seconds += count * factor
            rest = rest.dropFirst(digits.count + 1)
        }
        guard rest.isEmpty, (1...limit).contains(seconds) else { return nil }
        return .seconds(seconds)
    }
}
