/// Proposes the commit that undoes another one, where a pull request brought that onto the branch.
struct RevertProposal: Sendable {
    private let undoing: RepositoryUndoing

    /// Prepares to do it as a step of a rollback.
    init(_ undoing: RepositoryUndoing) { self.undoing = undoing }

    private var repository: PlannedRepository { undoing.repository }
    private var run: WorkspaceRun { undoing.run }

    /// Pushes the branch and opens the request, as far as they are not there.
    ///
    /// - Returns: What waits for those who merge; nothing if they have.
    /// - Throws: ``RelctlError`` if the branch is there with something else, or a remote or forge refuses.
    func open(_ revert: PlannedRevert) async throws -> KeptRelease? {
        let branch = repository.revertBranch
        try await push(revert, to: branch)
        let (subject, body) = CommitRecord.parts(ofMessage: Array(revert.message.utf8)[...])
        let wanted = WantedRequest(
            branch: branch,
            base: revert.branch,
            title: subject,
            text: body,
            commit: revert.reverted
        )
        let request = try await undoing.journaled(.request, branch) { try await undoing.forge().open(wanted) }
        return request.state == .merged ? nil : .waiting(revert, request.place)
    }

    private func push(_ revert: PlannedRevert, to branch: String) async throws {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        let there = try await mirror.look().branches[branch]
        if let there, there == revert.commit { return }
        guard there == nil else {
            throw RelctlError(
                "cannot propose to revert on `\(revert.branch)` of `\(repository.name)`: the branch `\(branch)` is there "
                    + "by now, at \(there?.prefix(12) ?? "")",
                code: .foreignBranch,
                hints: ["plan the rollback again"]
            )
        }
        if try await !mirror.has(revert.head) { try await mirror.fetch([revert.head], depth: 1) }
        let made = try await mirror.make(revert.commit(by: undoing.rollback.author, time: undoing.rollback.time))
        do {
            try await undoing.journaled(.revert, made) {
                let update = MirrorUpdate(object: made, reference: "refs/heads/\(branch)", expected: .absent)
                try await mirror.push([update], timeout: RepositoryUndoing.patience)
            }
        } catch let error as RelctlError {
            // Whatever git reports, the remote says what came of it.
            guard try await mirror.look().branches[branch] == made else { throw error }
        }
    }
}
