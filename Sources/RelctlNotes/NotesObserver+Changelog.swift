/// Changelogs as this project wants them.
extension NotesObserver {
    /// What puts sections into them; with `replaces`, also in the place of what somebody wrote.
    ///
    /// - Throws: ``RelctlError`` if `version.tag` makes no tags, or git cannot be asked.
    package func changelogPlanner(replaces: Bool = false) async throws -> ChangelogPlanner {
        ChangelogPlanner(
            notes,
            forge: try await forge(),
            tags: try TagTemplate(of: settings),
            replaces: replaces
        )
    }

    /// What is in a release: what its tag has, or HEAD where the tag is not there yet.
    ///
    /// - Throws: ``RelctlError`` if the history is cut off or git cannot be asked.
    package func changes(of tag: String, as version: Version) async throws -> ReleaseChanges {
        let history = try history()
        guard try await repository.hash(of: .tag(tag)) == nil else { return try await history.changes(of: tag) }
        return try await history.changes(at: .head, as: version, tag: tag)
    }
}
