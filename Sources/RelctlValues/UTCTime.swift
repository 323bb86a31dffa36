/// Dates and times in UTC of a time in seconds since 1970.
package enum UTCTime {
    /// Returns the day, as `YYYY-MM-DD`.
    package static func date(ofTimestamp seconds: Int64) -> String {
        let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let (year, month, day) = civilDate(daysSince1970: days)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Returns the time of day, as `HH:MM:SS`.
    package static func time(ofTimestamp seconds: Int64) -> String {
        let second = (seconds % 86_400 + 86_400) % 86_400
        return [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
    }

    /// Returns the day and the time as RFC 3339 writes them: `2026-01-02T03:04:05Z`.
    package static func dateAndTime(ofTimestamp seconds: Int64) -> String {
        "\(date(ofTimestamp: seconds))T\(time(ofTimestamp: seconds))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns the day in the Gregorian calendar, also for times before that calendar.
    ///
    /// Years begin in March here, so that the leap day is a year's last; 146097 days are the calendar's 400 years.
    private static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let sinceMarch = days + 719_468
        let cycle = (sinceMarch >= 0 ? sinceMarch : sinceMarch - 146_096) / 146_097
        let dayOfCycle = sinceMarch - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isAfterDecember = month >= 10
        return (yearOfCycle + cycle * 400 + (isAfterDecember ? 1 : 0), isAfterDecember ? month - 9 : month + 3, day)
    }
}
