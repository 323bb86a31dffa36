/// A change of the version that a run has begun, kept among git's own files until it is over.
///
/// A run that is killed leaves it behind, and the next run learns from it how far that run came.
package struct BumpRecord: Sendable, Equatable, Codable {
    /// The command.
    package var request: BumpRequest
    /// The change.
    package var plan: BumpPlan
    /// The commit that was checked out at the start; nil before the first commit.
    package var head: String?

    /// Records a change.
    package init(request: BumpRequest, plan: BumpPlan, head: String?) {
        self.request = request
        self.plan = plan
        self.head = head
    }

    /// Returns true if a commit is the one of this change: it is on top of `head`, and has the planned message, unless a
    /// hook of git changed that.
    func isCommit(_ commit: CommitRecord) -> Bool {
        guard let message = plan.commitMessage, commit.parents == [head].compactMap(\.self) else { return false }
        return commit.subject.equalsBytewise(CommitRecord.parts(ofMessage: Array(message.utf8)[...]).subject)
    }
}

extension GitRepository {
    /// The file that holds the lock of a run of relctl while it changes and commits files of this working tree.
    func bumpLock() async throws -> FilePath { try await bumpPath("lock") }

    /// The file that holds the record of a change of the version.
    package func bumpRecord() async throws -> FilePath { try await bumpPath("json") }

    /// The folder in which the children of a run are noted, so that the next run can end those that outlive it.
    func bumpChildren() async throws -> FilePath { try await bumpPath("children") }

    private func bumpPath(_ suffix: String) async throws -> FilePath {
        try await administrativePath("relctl-bump.\(suffix)", "cannot ask where git keeps its own files")
    }
}
