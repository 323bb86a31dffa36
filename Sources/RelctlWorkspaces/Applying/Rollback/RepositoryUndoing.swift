/// Does one step back, unless it is done already.
struct RepositoryUndoing: Sendable {
    let repository: PlannedRepository
    let rollback: RollbackPlan
    let run: WorkspaceRun

    static let patience = Duration.seconds(600)

    /// Does it.
    ///
    /// - Returns: What waits for others now; nothing where all of the step is done.
    /// - Throws: ``RelctlError`` if it cannot be done, or what it is about has changed since it was planned.
    func perform(_ action: RollbackAction) async throws -> KeptRelease? {
        switch action {
        case .deleteDraft(let draft):
            try await journaled(.deleteDraft, draft.id) { try await forge().deleteDraft(draft) }
        case .closeRequest(let request): try await close(request)
        case .deleteBranch(let name, let commit):
            try await delete("refs/heads/\(name)", commit, .deleteBranch) { $0.branches[name] }
        case .deleteTag(let name, let object):
            try await requireUnpublished()
            try await delete("refs/tags/\(name)", object, .deleteTag) { $0.tagObjects[name] }
        case .revert(let revert) where revert.requestBranch != nil: return try await RevertProposal(self).open(revert)
        case .revert(let revert): try await push(revert)
        }
        return nil
    }

    private func close(_ request: ForgeRequest) async throws {
        switch try await forge().current(request).state {
        case .open: try await journaled(.closeRequest, request.place) { try await forge().close(request) }
        case .closed: break
        case .merged:
            throw RelctlError(
                "cannot close the pull request of `\(repository.name)`: it is merged by now: \(request.place)",
                code: .headMoved,
                hints: ["plan the rollback again"]
            )
        }
    }

    func journaled<Value>(
        _ step: WorkspaceRecord.Step,
        _ object: String,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await run.change(step, of: repository.name, object: object, body)
    }

    func forge() throws -> any ProjectForge {
        guard let forge = try run.surroundings.forges.project(of: repository) else {
            throw RelctlError("cannot ask the forge of `\(repository.name)`: none is known of it")
        }
        return forge
    }

    /// What was published since the way back was planned stays.
    private func requireUnpublished() async throws {
        guard repository.forge != nil, let release = try await forge().release(of: repository.tag) else { return }
        throw RelctlError(
            "cannot delete the tag `\(repository.tag)` of `\(repository.name)`: its release is published by now",
            details: ["release": release.url ?? release.id],
            hints: ["plan the rollback again: it will say what can be done about it"]
        )
    }

    /// Deletes a reference, if it is there and nobody changed it.
    private func delete(
        _ reference: String,
        _ object: String,
        _ step: WorkspaceRecord.Step,
        _ find: (RemoteReferences) -> String?
    ) async throws {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        guard let there = find(try await mirror.look()) else { return }
        guard there == object else {
            throw RelctlError(
                "cannot delete `\(reference.shortReference)` of `\(repository.name)`: it is at \(there.prefix(12)) by now, "
                    + "and was at \(object.prefix(12)) when this was planned",
                code: .headMoved,
                hints: ["somebody else has changed it; plan the rollback again"]
            )
        }
        do {
            try await journaled(step, object) {
                let update = MirrorUpdate(object: nil, reference: reference, expected: .object(object))
                try await mirror.push([update], timeout: Self.patience)
            }
        } catch let error as RelctlError {
            // Whatever git reports, the remote says what came of it.
            guard try await find(mirror.look()) == nil else { throw error }
        }
    }

    private func push(_ revert: PlannedRevert) async throws {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        guard try await !isDone(revert, mirror) else { return }
        if try await !mirror.has(revert.head) { try await mirror.fetch([revert.head], depth: 1) }
        let made = try await mirror.make(revert.commit(by: rollback.author, time: rollback.time))
        do {
            try await journaled(.revert, made) {
                let update = MirrorUpdate(object: made, reference: "refs/heads/\(revert.branch)")
                try await mirror.push([update], timeout: Self.patience)
            }
        } catch let error as RelctlError {
            guard try await isDone(revert, mirror) else { throw error }
        }
    }

    /// Whether the branch has the commit that undoes.
    private func isDone(_ revert: PlannedRevert, _ mirror: GitMirror) async throws -> Bool {
        let tip = try await mirror.look().branches[revert.branch]
        guard let tip, tip != revert.head else {
            guard tip == nil else { return false }
            throw RelctlError("cannot revert on `\(revert.branch)` of `\(repository.name)`: the branch is gone")
        }
        let since = try await mirror.commits(from: revert.head, to: tip)
        let isDone = since.contains { record in
            if let commit = revert.commit { return record.hash == commit }
            return record.parents == [revert.head] && record.timestamp == rollback.time
                && record.subject == CommitRecord.parts(ofMessage: Array(revert.message.utf8)[...]).subject
        }
        guard !isDone else { return true }
        throw RelctlError(
            "cannot revert on `\(revert.branch)` of `\(repository.name)`: it has moved since this was planned",
            code: .headMoved,
            hints: ["plan the rollback again"],
            causes: since.prefix(10).map { RelctlError("committed since: \($0.shortHash) \($0.subject)") }
        )
    }
}
