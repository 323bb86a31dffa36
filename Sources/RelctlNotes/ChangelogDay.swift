/// How a changelog's headings write the day after the version: what stands around it.
struct ChangelogDay: Sendable, Hashable {
    /// What stands between the version and the day.
    var before: String
    /// What stands behind the day.
    var after: String

    /// As Keep a Changelog does it: `1.2.0 - 2026-01-02`.
    static let dash = ChangelogDay(before: " - ", after: "")
    /// As relctl does it: `v1.2.0 (2026-01-02)`.
    static let parentheses = ChangelogDay(before: " (", after: ")")

    private init(before: String, after: String) {
        self.before = before
        self.after = after
    }

    /// Reads the heading of a version; nothing if it has no day.
    init?(in heading: String) {
        guard let day = heading.matches(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/).last else {
            // A day of another kind, or something in its place.
            if heading.utf8.firstIndex(of: " - ") != nil { self = .dash; return }
            guard heading.utf8.last == UInt8(ascii: ")") else { return nil }
            self = .parentheses
            return
        }
        // A bracket ends the version's link, and no letter or digit is a mere sign.
        let signs = heading[..<day.range.lowerBound].unicodeScalars.reversed().prefix {
            !$0.properties.isAlphabetic && $0.properties.numericType == nil && !"])\"'`".unicodeScalars.contains($0)
        }
        var before = String.UnicodeScalarView()
        before.append(contentsOf: signs.reversed())
        let rest = heading[day.range.upperBound...]
        self.init(
            before: before.isEmpty ? " " : String(before),
            after: rest.utf8.allSatisfy { ")]".utf8.contains($0) } ? String(rest) : ""
        )
    }
}
