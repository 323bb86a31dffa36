extension GitRepository {
    /// Those of some patterns whose files a build may be meant to make: what git ignores is nobody's to commit, and so
    /// in no fresh checkout.
    ///
    /// What is not ignored would make the working tree unclean once it is made, and is rather a slip of the pen.
    ///
    /// - Parameters:
    ///   - patterns: Patterns or paths, from the project's folder on.
    ///   - excluded: Folders that nothing is ever taken from, though git ignores them.
    /// - Returns: The patterns that may be waited for.
    /// - Throws: ``RelctlError`` if git cannot be run.
    func awaited(_ patterns: [String], excluding excluded: Set<RelativePath>) async throws -> Set<String> {
        var awaited: Set<String> = []
        for pattern in Set(patterns) {
            let path = try? RelativePath(pattern)
            guard !excluded.contains(where: { path?.isInside($0) ?? false }), try await ignores(pattern) else {
                continue
            }
            awaited.insert(pattern)
        }
        return awaited
    }
}
