/// The one change of the version that is made in a repository at a time; what an earlier run began and was killed in is
/// finished or taken back first.
package struct BumpTransaction: Sendable {
    private let project: FilePath
    /// The repository, whose children are noted for the next run.
    let repository: GitRepository
    private let record: FilePath
    private let children: FilePath
    private let lock: any FileLock
    private let effects: Effects

    /// The longest wait for another process that holds git's index.
    private static let patience = Duration.seconds(3)

    /// Begins: keeps other runs of relctl away, ends what is left of one that was killed, and waits a moment for a git
    /// that is at work.
    ///
    /// - Throws: ``RelctlError`` if another run of relctl changes the version, or git's index stays locked.
    package static func begin(
        project: FilePath,
        repository: GitRepository,
        effects: Effects
    ) async throws -> BumpTransaction {
        guard let lock = try effects.files.lock(try await repository.bumpLock()) else {
            throw RelctlError(
                "cannot change the version: another run of relctl does so right now",
                hints: ["wait for it to end, then look at what it did"]
            )
        }
        let children = try await repository.bumpChildren()
        let processes = try await effects.processes.takingOver(from: children)
        try await awaitLocks(of: repository, effects)
        let transaction = BumpTransaction(
            project: project,
            repository: repository.running(by: processes),
            record: try await repository.bumpRecord(),
            children: children,
            lock: lock,
            effects: effects
        )
        try transaction.removeDeadIndexes()
        return transaction
    }

    /// Waits until no other process of git has the index, HEAD or the current branch locked.
    ///
    /// A lock does not record its owner, and git never removes the lock of a killed process.
    private static func awaitLocks(of repository: GitRepository, _ effects: Effects) async throws {
        let message = "cannot ask where git keeps its own files"
        var locks: [FilePath] = []
        let branch = try await repository.currentBranch().map { "refs/heads/\($0.name).lock" }
        for name in ["index.lock", "HEAD.lock"] + [branch].compactMap(\.self) {
            locks.append(try await repository.administrativePath(name, message))
        }
        let start = effects.clock.uptime
        while true {
            let held = try locks.filter { try effects.files.status(of: $0) != nil }
            guard !held.isEmpty else { return }
            guard effects.clock.uptime - start < patience else {
                throw RelctlError(
                    "cannot change the version: git is locked by " + held.map { "`\($0)`" }.joined(separator: " and "),
                    code: .gitLocked,
                    details: ["paths": held.map(\.string).joined(separator: "\n")],
                    hints: [GitCommand.lockRemedy(held)]
                )
            }
            try await effects.clock.sleep(for: .milliseconds(50))
        }
    }

    // MARK: The record

    /// Notes what is about to be changed.
    func note(_ plan: BumpPlan, _ request: BumpRequest) async throws {
        let head = try await repository.hash(of: .head)
        let text = try JSONText.line(BumpRecord(request: request, plan: plan, head: head))
        try effects.files.write(text, to: record)
    }

    /// Forgets the change: it is over, or taken back.
    package func end() throws {
        try effects.files.removeTree(children)
        // Last, because a run that finds no record has nothing to finish.
        try effects.files.removeTree(record)
    }

    /// Removes the indexes that git processes made for a commit of some files alone and left behind.
    ///
    /// Their names contain the process identifier, and git never removes them later.
    func removeDeadIndexes() throws {
        for name in try effects.files.names(in: record.parent) {
            guard let digits = name.wholeMatch(of: /next-index-([0-9]+)\.lock/)?.output.1, let process = Int32(digits),
                !effects.processTable.isRunning(process)
            else { continue }
            try effects.files.removeFile(record.parent.appending(name))
        }
    }

    // MARK: What an earlier run left

    /// Finishes or takes back what an earlier run began.
    ///
    /// - If it has committed, or changed all files and had nothing to commit, the change is kept. Where `request` is the
    ///   command of that run, what is missing of it is done now.
    /// - Otherwise the files get their old texts back, those that somebody has changed since excepted.
    ///
    /// - Returns: The plan and its outcome if that was the same command; nil if `request` is still to be planned.
    /// - Throws: ``RelctlError`` if git or the disk refuses; the same command can be run again.
    package func resume(_ request: BumpRequest) async throws -> (plan: BumpPlan, outcome: BumpExecutor.Outcome)? {
        guard let text = try? effects.files.contents(of: record, limit: 1 << 30) else { return nil }
        guard let earlier = try? JSONText.decode(BumpRecord.self, from: text, file: record) else {
            // Another version of relctl wrote it.
            try end()
            return nil
        }
        let commit = try await repository.headCommit()
        guard commit?.hash != earlier.head else { return try await resumeUncommitted(earlier, request) }
        guard let commit, earlier.isCommit(commit) else {
            // Somebody has gone on by hand.
            try end()
            return nil
        }
        try await repository.matchIndex(earlier.plan.changes.map { project.appending($0.file) })
        return try await finish(earlier, request, BumpExecutor.Outcome(commit: commit.hash))
    }

    private func resumeUncommitted(
        _ earlier: BumpRecord,
        _ request: BumpRequest
    ) async throws -> (plan: BumpPlan, outcome: BumpExecutor.Outcome)? {
        let writer = ManifestWriter(project: project, files: effects.files)
        let isWritten = try writer.areWritten(earlier.plan.changes)
        if isWritten, earlier.plan.commitMessage == nil || earlier.plan.changes.isEmpty {
            return try await finish(earlier, request, BumpExecutor.Outcome())
        }
        try writer.takeBack(earlier.plan.changes)
        effects.events.send(
            .message(
                .notice,
                "took back the change to `\(earlier.plan.to)` that an earlier run began and did not finish"
            )
        )
        try end()
        return nil
    }

    /// Makes the tag if it is missing, where that is wanted now.
    private func finish(
        _ earlier: BumpRecord,
        _ request: BumpRequest,
        _ outcome: BumpExecutor.Outcome
    ) async throws -> (plan: BumpPlan, outcome: BumpExecutor.Outcome)? {
        guard request == earlier.request else {
            try end()
            return nil
        }
        var outcome = outcome
        if let message = earlier.plan.tagMessage {
            let target = try await repository.hash(of: .head)
            let tag = try await repository.tags().first { $0.name.equalsBytewise(earlier.plan.tag) }
            if tag == nil || tag?.commit != target {
                try await BumpExecutor.tag(earlier.plan, message, repository, outcome)
            }
            outcome.isTagged = true
        }
        return (earlier.plan, outcome)
    }
}
