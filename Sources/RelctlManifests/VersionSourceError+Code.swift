extension VersionSourceError {
    static func several(_ key: String, in file: String, at places: [SourcePlace]) -> RelctlError {
        RelctlError(
            "`\(file)` gives `\(key)` in \(places.count) places",
            // None of them is the version as long as nobody says which: a file that nobody lists need not say it.
            code: .versionAbsent,
            place: places.first,
            hints: [
                "they are " + places.map(\.description).joined(separator: ", "),
                "say which one counts: { file: \"\(file)\", pattern: \"… (.*)\" }",
            ]
        )
    }
}

extension CodeText {
    /// Where tokens begin, which must be in the text's order.
    func places(of tokens: [CodeToken]) -> [SourcePlace] {
        var places = SourcePlaces(file: file.string, bytes: bytes)
        return tokens.map { places.place(at: $0.range.lowerBound) }
    }
}
