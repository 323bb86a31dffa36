import Testing

/// A rule of the house, how to see where it is broken, and a few lines that break it.
struct HouseRule: Sendable, CustomTestStringConvertible {
    /// What the rule says.
    let says: String
    /// Sentences that each name a file, a line and what is wrong there.
    let violations: @Sendable (ProjectTree) -> [String]
    /// Trees that each break the rule.
    let counterexamples: [ProjectTree]

    init(
        _ says: String,
        brokenBy counterexamples: [ProjectTree],
        _ violations: @escaping @Sendable (ProjectTree) -> [String]
    ) {
        self.says = says
        self.counterexamples = counterexamples
        self.violations = violations
    }

    var testDescription: String { says }

    /// A rule that code of some files must not hold what `pattern` matches.
    ///
    /// - Parameters:
    ///   - says: The rule.
    ///   - pattern: What must not be there, as a regular expression.
    ///   - isBound: Whether the rule binds a file.
    ///   - broken: Lines of code that break it, in a file of this path.
    /// - Returns: The rule.
    static func forbids(
        _ says: String,
        _ pattern: String,
        in isBound: @escaping @Sendable (ProjectTree.File) -> Bool,
        brokenBy broken: (path: String, lines: [String])
    ) -> HouseRule {
        HouseRule(says, brokenBy: broken.lines.map { ProjectTree([.init(broken.path, $0)]) }) { tree in
            tree.files.filter(isBound).flatMap { file in
                file.finds(pattern).map { "\(file.path):\($0.line): `\($0.match)`" }
            }
        }
    }
}
