extension TaggedRelease {
    /// How it stands with a release that shall have a file for each of these patterns.
    ///
    /// - Throws: ``Glob/Problem`` for what is no pattern.
    package func state(wanting patterns: [String]) throws -> ReadinessState {
        guard !isDraft else { return .pending("the release is a draft") }
        let missing = try patterns.filter { pattern in
            let glob = try Glob(pattern)
            return !assets.contains { glob.matches([$0[...]], isFolder: false) }
        }
        guard missing.isEmpty else {
            return .pending("the release has no " + missing.map { "`\($0)`" }.joined(separator: ", no "))
        }
        return .ready("release `\(tag)` is published")
    }
}
