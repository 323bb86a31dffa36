/// Reads and changes the version in any text file, as the only group of a regular expression that matches a known
/// number of times, always with the same version.
///
/// `^` and `$` match at every line, and `.` no line break.
package struct PatternVersionSource: TextSource {
    /// None: it is chosen by the configuration's `pattern` alone.
    package let fileNames: [String] = []
    /// Whether several versions are read as the greatest of them, because all of them will be replaced.
    package var mendsDisagreement = false
    /// How long one matching may take.
    var patience = RegularExpression.patience
    private let pattern: String
    private let count: Int

    /// Creates a source for the regular expression that `pattern` is, which must match exactly `count` times.
    ///
    /// - Throws: ``RelctlError`` if it is none, or has not exactly one group, or can match at no place.
    package init(pattern: String, count: Int = 1, at place: SourcePlace? = nil) throws {
        self.pattern = pattern
        self.count = count
        let problem = count > 0 ? RegularExpression.problem(with: pattern) : "`count` is \(count), not 1 or more"
        if let problem {
            throw RelctlError(
                "cannot read a version by a pattern: \(problem)",
                code: .configurationInvalid,
                place: place
            )
        }
    }

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let groups = try groups(in: document.text, of: document.file)
        var places = SourcePlaces(file: document.file.string, bytes: Array(document.text.utf8))
        let found = groups.map { LocatedVersion(text: $0.text, place: places.place(at: $0.range.lowerBound)) }
        guard let other = found.first(where: { !$0.text.utf8.elementsEqual(found[0].text.utf8) }) else {
            return found[0]
        }
        guard !mendsDisagreement else { return greatest(of: found) }
        throw RelctlError(
            "the pattern `\(pattern)` finds two versions in `\(document.file)`: "
                + "`\(found[0].text)` and `\(other.text)`",
            code: .configurationInvalid,
            place: other.place,
            hints: [
                "found: " + found.map { "`\($0.text)` at \($0.place)" }.joined(separator: ", "),
                "`relctl bump VERSION` sets all of them",
            ]
        )
    }

    /// What a greater version must be greater than; the first text where none is a version.
    private func greatest(of found: [LocatedVersion]) -> LocatedVersion {
        let versions = found.compactMap { located in meaning(of: located.text).map { (located, $0) } }
        return versions.max { Version.precedes($0.1, $1.1) }?.0 ?? found[0]
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        _ = try self.version(in: document)
        return try groups(in: document.text, of: document.file).map { group in
            VersionEdit(file: document.file, range: group.range, replacement: spelling(of: version), key: "pattern")
        }
    }

    package func texts(in document: VersionDocument) throws -> [SourceText] {
        var places = SourcePlaces(file: document.file.string, bytes: Array(document.text.utf8))
        return try groups(in: document.text, of: document.file).map { group in
            SourceText(text: group.text, place: places.place(at: group.range.lowerBound), range: group.range)
        }
    }

    /// The groups, and all that stands between them: nothing but the groups may change, which must be as many after it.
    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        let groups = try groups(in: text, of: file)
        let bytes = Array(text.utf8)
        var values: [SourceValue] = []
        var end = 0
        for (index, group) in groups.enumerated() {
            values.append(Self.stretch(end..<group.range.lowerBound, of: bytes, before: index))
            values.append(SourceValue(path: "match \(index + 1)", text: group.text, range: group.range))
            end = group.range.upperBound
        }
        return values + [Self.stretch(end..<bytes.count, of: bytes, before: groups.count)]
    }

    private static func stretch(_ range: Range<Int>, of bytes: [UInt8], before index: Int) -> SourceValue {
        SourceValue(path: "text \(index + 1)", text: String(decoding: bytes[range], as: UTF8.self), range: range)
    }

    private struct Group {
        let text: String
        let range: Range<Int>
    }

    /// The groups of all matches, as many as are expected, in the text's order.
    private func groups(in text: String, of file: RelativePath) throws -> [Group] {
        guard let matches = try RegularExpression.matches(of: pattern, in: text, patience: patience) else {
            throw RelctlError(
                "cannot match the pattern `\(pattern)` against `\(file)`: it takes too long",
                code: .configurationInvalid,
                hints: [
                    "a repetition of what is repeated, such as `(?:a+)+`, can take years: write `a+`",
                    "`^` and words before the group leave fewer places to try",
                ]
            )
        }
        func failure(_ message: String, _ offsets: [Int]) -> RelctlError {
            var places = SourcePlaces(file: file.string, bytes: Array(text.utf8))
            let found = offsets.prefix(5).map { places.place(at: $0) }
            return RelctlError(
                message,
                code: matches.isEmpty ? .versionAbsent : .configurationInvalid,
                place: found.first,
                hints: found.count < 2 ? [] : ["it matches at " + found.map(\.description).joined(separator: ", ")]
            )
        }
        guard matches.count == count else {
            let times = matches.isEmpty ? "nothing" : "\(matches.count) time\(matches.count == 1 ? "" : "s")"
            let expected = matches.isEmpty ? "" : count == 1 ? ", not once" : ", not \(count) times"
            throw failure(
                "the pattern `\(pattern)` matches \(times) in `\(file)`\(expected)",
                matches.map(\.range.lowerBound)
            )
        }
        let bytes = Array(text.utf8)
        return try matches.map { match in
            guard let group = match.group else {
                throw failure(
                    "the pattern `\(pattern)` matches without its group, which is the version",
                    [match.range.lowerBound]
                )
            }
            guard !group.isEmpty else {
                throw failure("the pattern `\(pattern)` finds an empty version in `\(file)`", [group.lowerBound])
            }
            return Group(text: String(decoding: bytes[group], as: UTF8.self), range: group)
        }
    }
}
