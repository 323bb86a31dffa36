/// Dates and times as TOML takes them from RFC 3339 (TOML 1.0.0, "Offset Date-Time" and the three local forms).
enum TOMLDateTime {
    /// Whether a word is a date, a time, or both with or without an offset.
    static func isValid(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard isDate(word.prefix(10)) else { return isTime(bytes[...]) }
        guard bytes.count > 10 else { return true }
        guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]) else { return false }
        let rest = bytes[11...]
        if let last = rest.last, last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") {
            return isTime(rest.dropLast())
        }
        guard let sign = rest.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
            return isTime(rest)
        }
        return isTime(rest[..<sign]) && isOffset(rest[(sign + 1)...])
    }

    /// Whether a text is a day that the calendar has.
    static func isDate(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
    }

    /// `HH:MM` or `HH:MM:SS`, the latter with or without a fraction; a second may be 60, where a leap second was.
    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        guard bytes.count > 5 else { return isOffset(bytes[...]) }
        guard bytes.count >= 8, bytes[5] == UInt8(ascii: ":"), isOffset(bytes[..<5]),
            let second = number(bytes[6..<8]), second <= 60
        else { return false }
        guard bytes.count > 8 else { return true }
        return bytes[8] == UInt8(ascii: ".") && number(bytes[9...].prefix(9)) != nil && isDigits(bytes[9...])
    }

    /// `HH:MM`.
    private static func isOffset(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = number(bytes[0..<2]),
            let minute = number(bytes[3..<5])
        else { return false }
        return hour < 24 && minute < 60
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        isDigits(digits) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func isDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
