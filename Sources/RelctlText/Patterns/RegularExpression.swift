/// Patterns that find a version in a file that no version source knows.
///
/// An expression such as `(?:a+)+b` takes time that doubles with every letter where it does not match. What is matched
/// here is given up after a while.
package enum RegularExpression {
    /// How long one matching may take: what a person writes takes much less than a second for the largest manifest.
    package static let patience = Duration.seconds(10)

    /// A place where a pattern matches, in bytes of the UTF-8 text.
    package struct Match: Sendable, Hashable {
        /// The whole.
        package var range: Range<Int>
        /// The first group; nothing where the pattern matches without it.
        package var group: Range<Int>?
    }

    /// What is wrong with a pattern that must have exactly one group; nothing if it is well.
    package static func problem(with pattern: String) -> String? {
        do {
            let count = try BoundedComputation.result(within: patience) {
                _ = try Regex(pattern)
                // The number of groups can only be asked of a match; beside an empty alternative the empty text is one.
                let match = try Regex("(?:\(pattern))|").wholeMatch(in: "")
                return match.map { $0.output.count - 1 } ?? 0
            }
            guard let count else { return "`\(pattern)` takes too long to match nothing" }
            return count == 1 ? nil : "`\(pattern)` has \(count) groups; exactly one, round the version, is wanted"
        } catch {
            return "`\(pattern)` is not a regular expression: \(error)"
        }
    }

    /// All matches in a text, in its order; `^` and `$` match at every line, and `.` no line break.
    ///
    /// - Returns: Nothing if `patience` does not suffice.
    /// - Throws: What is wrong with the pattern; `CancellationError` if the task is cancelled.
    package static func matches(
        of pattern: String,
        in text: String,
        patience: Duration = patience
    ) throws -> [Match]? {
        try BoundedComputation.result(within: patience) {
            // By scalars, because CRLF is a single character, in which no `\n` is found.
            let regex = try Regex(pattern).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
            func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
            func offsets(_ range: Range<String.Index>) -> Range<Int> {
                offset(range.lowerBound)..<offset(range.upperBound)
            }
            return text.matches(of: regex).map { match in
                let group = match.output.count == 2 ? match.output[1].range : nil
                return Match(range: offsets(match.range), group: group.map(offsets))
            }
        }
    }
}
