extension ReleaseChanges {
    /// Reads a release's commits by the conventions and says which are not told, and why.
    ///
    /// The commits are newest first, a parent never before its child; the first is taken to be the one that is released.
    /// With `readsSquashedEntries`, a squashed commit's list is read as changes of their own.
    package init(version: Version?, tag: String?, records: [CommitRecord], readsSquashedEntries: Bool) {
        let messages = records.map { CommitMessage($0, readsSquashedEntries: readsSquashedEntries) }
        let reverts = RevertedCommits.reasons(in: records, messages: messages)
        let commits = records.indices.map { index in
            Commit(
                record: records[index],
                message: messages[index],
                hidden: IgnoredCommit.reason(for: records[index]) ?? reverts[index]
            )
        }
        self.init(
            version: version,
            tag: tag,
            commit: records.first?.hash ?? "",
            timestamp: records.first?.timestamp ?? 0,
            previous: nil,
            commits: commits
        )
    }
}
