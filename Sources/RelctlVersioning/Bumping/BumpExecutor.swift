/// Changes the version as planned: files, then commit, then tag.
package struct BumpExecutor: Sendable {
    private let project: FilePath
    /// The transaction in the project's repository; nil if the project is in none.
    private let transaction: BumpTransaction?
    private let effects: Effects

    /// Works on a project.
    package init(project: FilePath, transaction: BumpTransaction?, effects: Effects) {
        self.project = project
        self.transaction = transaction
        self.effects = effects
    }

    /// What was done.
    package struct Outcome: Sendable, Equatable {
        /// The hash of the commit that was made, if one was.
        package var commit: String?
        /// Whether the tag was made.
        package var isTagged = false
        /// What the user should know of it.
        package var findings: [Finding] = []
    }

    /// Does it.
    ///
    /// - Throws: ``RelctlError`` with all files as they were if they cannot be written or committed. If the tag cannot be
    ///   made after the commit, the commit stays, and the error says so and how to go on.
    package func execute(_ plan: BumpPlan, _ request: BumpRequest) async throws -> Outcome {
        let writer = ManifestWriter(project: project, files: effects.files)
        let placed = try writer.place(plan.changes)
        guard let transaction else {
            try writer.write(placed)
            return Outcome()
        }
        var outcome = Outcome()
        let repository = transaction.repository
        let tracked = try await trackedFiles(placed, plan, repository, &outcome)
        try Task.checkCancellation()
        try await transaction.note(plan, request)
        var isIndexWritten = true
        do {
            try writer.write(placed)
            if let message = plan.commitMessage, !tracked.isEmpty {
                (outcome.commit, isIndexWritten) = try await commit(tracked, message, plan, repository)
            }
        } catch {
            try writer.restore(placed, after: error)
            try transaction.removeDeadIndexes()
            try transaction.end()
            throw plan.commitMessage == nil ? error : Self.notCommitted(error)
        }
        if !isIndexWritten { try await repository.matchIndex(tracked) }
        if let message = plan.tagMessage {
            try await Self.tag(plan, message, repository, outcome)
            outcome.isTagged = true
        }
        return outcome
    }

    /// Commits; a git that dies after it has moved the branch has committed all the same, and may not have written its
    /// index.
    private func commit(
        _ tracked: [FilePath],
        _ message: String,
        _ plan: BumpPlan,
        _ repository: GitRepository
    ) async throws -> (hash: String, isIndexWritten: Bool) {
        let head = try await repository.hash(of: .head)
        do {
            return (try await repository.commit(tracked, message: message, isSigned: plan.isSigned), true)
        } catch {
            let record = BumpRecord(request: BumpRequest(.auto), plan: plan, head: head)
            // This task may be cancelled, and must know.
            let made = await Task { try? await repository.headCommit() }.value
            guard let made, record.isCommit(made) else { throw error }
            return (made.hash, false)
        }
    }

    /// The files that the commit takes; those that git does not track are changed, and reported.
    private func trackedFiles(
        _ placed: [ManifestWriter.Placed],
        _ plan: BumpPlan,
        _ repository: GitRepository,
        _ outcome: inout Outcome
    ) async throws -> [FilePath] {
        guard plan.commitMessage != nil else { return [] }
        let tracked = try await repository.tracked(placed.map(\.path))
        for item in placed where !tracked.contains(item.path) {
            outcome.findings.append(
                Finding(
                    "`\(item.change.file)` is changed but not committed: git does not track it",
                    code: "manifest.untracked",
                    severity: .warning
                )
            )
        }
        return tracked
    }

    private static func notCommitted(_ error: any Error) -> any Error {
        guard var error = error as? RelctlError else { return error }
        error.hints.append("all files are as they were: run the same command again")
        return error
    }

    /// Makes the tag of the commit that was made, or of what is checked out.
    static func tag(
        _ plan: BumpPlan,
        _ message: String,
        _ repository: GitRepository,
        _ outcome: Outcome
    ) async throws {
        let head = outcome.commit == nil ? try await repository.hash(of: .head) : nil
        guard let target = outcome.commit ?? head else {
            throw RelctlError("cannot create the tag `\(plan.tag)`: there is no commit yet")
        }
        do {
            try await repository.createAnnotatedTag(plan.tag, message: message, at: target, isSigned: plan.isSigned)
        } catch {
            guard let commit = outcome.commit else { throw error }
            throw RelctlError(
                "cannot finish the change to `\(plan.to)`: the commit `\(commit.prefix(12))` is made, the tag "
                    + "`\(plan.tag)` is not",
                code: .tagMissing,
                details: ["commit": commit, "tag": plan.tag],
                hints: [
                    "to go on, mend the cause and run the same command again",
                    "to take the commit back, run `git reset --keep HEAD~1`",
                ],
                causes: [error]
            )
        }
    }
}

extension RelctlError.Code {
    /// The commit of a new version was made, but its tag was not.
    package static let tagMissing = RelctlError.Code(name: "bump.tag_missing", exitCode: 1)
}
