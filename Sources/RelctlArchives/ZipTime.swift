/// A time in the two forms that zip has: MS-DOS's, which knows no zone and is UTC here, and the exact one in an extra
/// field (Info-ZIP's "UT", 0x5455).
struct ZipTime: Hashable {
    let date: UInt16
    let time: UInt16
    let extraField: [UInt8]

    /// From seconds since 1970; MS-DOS's years from 1980 to 2107 bound what `date` and `time` say.
    init(_ seconds: Int64) {
        // 1980-01-01T00:00:00Z and 2107-12-31T23:59:58Z.
        let bounded = min(max(seconds, 315_532_800), 4_354_819_198)
        let (days, rest) = (bounded / 86_400, bounded % 86_400)
        let (year, month, day) = Self.date(days: days)
        date = UInt16(clamping: ((year - 1980) << 9) | (month << 5) | day)
        time = UInt16(clamping: ((rest / 3600) << 11) | ((rest / 60 % 60) << 5) | (rest % 60 / 2))
        var field: [UInt8] = []
        if let exact = Int32(exactly: seconds) {
            field.append(littleEndian: UInt16(0x5455))
            field.append(littleEndian: UInt16(5))
            // Bit 0: the modification time follows.
            field.append(1)
            field.append(littleEndian: exact)
        }
        extraField = field
    }

    /// The Gregorian date so many days after 1970-01-01; `days` is not negative.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        var (year, rest): (Int64, Int64) = (1970, days)
        while rest >= length(ofYear: year) {
            rest -= length(ofYear: year)
            year += 1
        }
        let february: Int64 = length(ofYear: year) == 366 ? 29 : 28
        var month: Int64 = 1
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            guard rest >= length else { break }
            rest -= length
            month += 1
        }
        return (year, month, rest + 1)
    }

    private static func length(ofYear year: Int64) -> Int64 {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }
}
