/// Patterns that find a version in a file that no version source knows.
package enum RegularExpression {
    /// What is wrong with a pattern that must have exactly one group; nothing if it is well.
    package static func problem(with pattern: String) -> String? {
        do {
            _ = try Regex(pattern)
            // The number of groups can only be asked of a match; beside an empty alternative the empty text is one.
            let match = try Regex("(?:\(pattern))|").wholeMatch(in: "")
            let count = match.map { $0.output.count - 1 } ?? 0
            return count == 1 ? nil : "`\(pattern)` has \(count) groups; exactly one, round the version, is wanted"
        } catch {
            return "`\(pattern)` is not a regular expression: \(error)"
        }
    }
}
