extension Effects {
    /// The time that a release is told to be made at; nothing if it is told none.
    ///
    /// https://reproducible-builds.org/specs/source-date-epoch/: a decimal number of seconds, or a mistake.
    package func sourceDateEpoch() throws -> Int64? {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return nil }
        guard let seconds = Int64(text), seconds >= 0 else {
            throw RelctlError(
                "cannot take `\(text)` for a time, as SOURCE_DATE_EPOCH says",
                code: .configurationInvalid,
                hints: ["SOURCE_DATE_EPOCH is a number of seconds since 1970, such as `1700000000`"]
            )
        }
        return seconds
    }
}
