/// Reads the version from any text file, as the only group of a regular expression that matches exactly once.
///
/// `^` and `$` match at every line, and `.` no line break.
package struct PatternVersionSource: VersionSource {
    /// None: it is chosen by the configuration's `pattern` alone.
    package let fileNames: [String] = []
    private let pattern: String

    /// Creates a source for the regular expression that `pattern` is.
    ///
    /// - Throws: ``RelctlError`` if it is none, or has not exactly one group.
    package init(pattern: String, at place: SourcePlace? = nil) throws {
        self.pattern = pattern
        if let problem = RegularExpression.problem(with: pattern) {
            throw RelctlError(
                "cannot read a version by a pattern: \(problem)",
                code: .configurationInvalid,
                place: place
            )
        }
    }

    // A compiled expression is not `Sendable`.
    private static func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        // By scalars, because CRLF is a single character, in which no `\n` is found.
        try Regex(pattern).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
    }

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let matches = document.text.matches(of: try Self.regex(pattern))
        let bytes = Array(document.text.utf8)
        var places = SourcePlaces(file: document.file.string, bytes: bytes)
        func place(_ index: String.Index) -> SourcePlace {
            places.place(at: document.text.utf8.distance(from: document.text.startIndex, to: index))
        }
        guard let match = matches.first, matches.count == 1 else {
            let found = matches.prefix(5).map { place($0.range.lowerBound).description }
            throw RelctlError(
                matches.isEmpty
                    ? "the pattern `\(pattern)` matches nothing in `\(document.file)`"
                    : "the pattern `\(pattern)` matches \(matches.count) times in `\(document.file)`, not once",
                code: matches.isEmpty ? .versionAbsent : .configurationInvalid,
                place: matches.first.map { place($0.range.lowerBound) },
                hints: found.isEmpty ? [] : ["it matches at " + found.joined(separator: ", ")]
            )
        }
        guard match.output.count == 2, let group = match.output[1].range else {
            throw RelctlError(
                "the pattern `\(pattern)` matches without its group, which is the version",
                code: .configurationInvalid,
                place: place(match.range.lowerBound)
            )
        }
        return LocatedVersion(text: String(document.text[group]), place: place(group.lowerBound))
    }
}
