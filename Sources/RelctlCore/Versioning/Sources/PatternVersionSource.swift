/// Reads and changes the version in any text file, as the only group of a regular expression that matches a known
/// number of times, always with the same version.
///
/// `^` and `$` match at every line, and `.` no line break.
package struct PatternVersionSource: VersionSource {
    /// None: it is chosen by the configuration's `pattern` alone.
    package let fileNames: [String] = []
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
        throw RelctlError(
            "the pattern `\(pattern)` finds two versions in `\(document.file)`: "
                + "`\(found[0].text)` and `\(other.text)`",
            code: .configurationInvalid,
            place: other.place,
            hints: ["found: " + found.map { "`\($0.text)` at \($0.place)" }.joined(separator: ", ")]
        )
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        _ = try self.version(in: document)
        return try groups(in: document.text, of: document.file).map { group in
            VersionEdit(file: document.file, range: group.range, replacement: spelling(of: version), key: "pattern")
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
        // By scalars, because CRLF is a single character, in which no `\n` is found. A compiled expression is not
        // `Sendable`, so it is made here.
        let regex = try Regex(pattern).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
        let matches = text.matches(of: regex)
        func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
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
                matches.map { offset($0.range.lowerBound) }
            )
        }
        return try matches.map { match in
            guard match.output.count == 2, let group = match.output[1].range else {
                throw failure(
                    "the pattern `\(pattern)` matches without its group, which is the version",
                    [offset(match.range.lowerBound)]
                )
            }
            guard !group.isEmpty else {
                throw failure(
                    "the pattern `\(pattern)` finds an empty version in `\(file)`",
                    [offset(group.lowerBound)]
                )
            }
            return Group(text: String(text[group]), range: offset(group.lowerBound)..<offset(group.upperBound))
        }
    }
}
