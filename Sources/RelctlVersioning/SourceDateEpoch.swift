extension Effects {
    /// The time that a release is told to be made at; nothing if it is told none.
    ///
    /// https://reproducible-builds.org/specs/source-date-epoch/: a decimal number of seconds, or a mistake.
    package func sourceDateEpoch() throws -> Int64? {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return nil }
        guard let seconds = Int64(text), (0...Self.lastTime).contains(seconds) else {
            throw RelctlError(
                "cannot take `\(text)` for a time, as SOURCE_DATE_EPOCH says",
                code: .configurationInvalid,
                hints: ["SOURCE_DATE_EPOCH is a number of seconds since 1970, such as `1700000000`"]
            )
        }
        return seconds
    }

    /// The last second of the year 9999: later ones cannot be written as days are.
    private static let lastTime: Int64 = 253_402_300_799
}
