/// The three forms of a date in a header (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    /// `Sun Nov  6 08:49:37 1994`; nothing for what is no date.
    package static func seconds(of text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        var words = text.split { " ,-".contains($0) }.map { String($0) }
        if words.last == "GMT" { words.removeLast() }
        guard words.count == 5, let clock = words.first(where: { $0.contains(":") }) else { return nil }
        let monthFirst = months[words[1]] != nil
        let dayText = words[monthFirst ? 2 : 1]
        let monthText = words[monthFirst ? 1 : 2]
        let yearText = words[monthFirst ? 4 : 3]
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).compactMap { number($0, below: 61) }
        guard let month = months[monthText], let day = number(dayText[...], below: 32), day > 0,
            var year = number(yearText[...], below: 10_000), time.count == 3, time[0] < 24, time[1] < 60
        else { return nil }
        if yearText.utf8.count == 2 { year += year < 70 ? 2000 : 1900 }
        return ((daysSince1970(year, month, day) * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }

    /// `2026-11-22 16:05:00 UTC`, as people read it.
    package static func text(_ seconds: Int64) -> String {
        "\(UTCTime.date(ofTimestamp: seconds)) \(UTCTime.time(ofTimestamp: seconds)) UTC"
    }

    private static func number(_ text: Substring, below limit: Int64) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text).flatMap { $0 < limit ? $0 : nil }
    }

    /// Howard Hinnant's "days_from_civil", for years after 1970.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, ofEra) = (shifted / 400, shifted % 400)
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static let months: [String: Int64] = [
        "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10,
        "Nov": 11, "Dec": 12,
    ]
}
