/// Changes the version as planned: files, then commit, then tag.
package struct BumpExecutor: Sendable {
    private let project: FilePath
    private let repository: GitRepository?
    private let effects: Effects

    /// Works on a project.
    package init(project: FilePath, repository: GitRepository?, effects: Effects) {
        self.project = project
        self.repository = repository
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
    package func execute(_ plan: BumpPlan) async throws -> Outcome {
        let lock = try await lock(for: plan)
        defer { withExtendedLifetime(lock) {} }
        let writer = ManifestWriter(project: project, files: effects.files)
        let placed = try writer.place(plan.changes)
        var outcome = Outcome()
        let tracked = try await trackedFiles(placed, plan, &outcome)
        try Task.checkCancellation()
        try writer.write(placed)
        if let message = plan.commitMessage, let repository, !tracked.isEmpty {
            do {
                outcome.commit = try await repository.commit(tracked, message: message, isSigned: plan.isSigned)
            } catch {
                try writer.restore(placed, after: error)
                throw Self.notCommitted(error)
            }
        }
        if let message = plan.tagMessage, let repository {
            try await tag(plan, message, repository, outcome)
            outcome.isTagged = true
        }
        return outcome
    }

    /// Keeps other runs away until the commit is made: the one that fails gives files back the texts that it found.
    private func lock(for plan: BumpPlan) async throws -> (any FileLock)? {
        guard let repository, plan.commitMessage != nil || plan.tagMessage != nil else { return nil }
        if let lock = try effects.files.lock(try await repository.bumpLock()) { return lock }
        throw RelctlError(
            "cannot change the version to `\(plan.to)`: another run of relctl does so right now",
            hints: ["wait for it to end, then look at what it did"]
        )
    }

    /// The files that the commit takes; those that git does not track are changed, and told of.
    private func trackedFiles(
        _ placed: [ManifestWriter.Placed],
        _ plan: BumpPlan,
        _ outcome: inout Outcome
    ) async throws -> [FilePath] {
        guard plan.commitMessage != nil, let repository else { return [] }
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
        error.hints.append("all files are as they were")
        return error
    }

    private func tag(
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
            let words = ["git", "tag", plan.isSigned ? "-s" : "-a", plan.tag, "-m", message, String(commit.prefix(12))]
            let command = words.map { ShellWord.posix($0) }.joined(separator: " ")
            throw RelctlError(
                "cannot finish the change to `\(plan.to)`: the commit `\(commit.prefix(12))` is made, the tag "
                    + "`\(plan.tag)` is not",
                code: .tagMissing,
                details: ["commit": commit, "tag": plan.tag],
                hints: [
                    "to go on, mend the cause and run `\(command)`",
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
