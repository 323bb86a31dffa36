/// What all repositories of one run share.
///
/// A class, because each repository's part of the run holds it.
final class WorkspaceRun: Sendable {
    let plan: WorkspacePlan
    /// What the runs before this one wrote down.
    let history: WorkspaceHistory
    let journal: WorkspaceJournal
    let surroundings: WorkspaceSurroundings
    /// What keeps others out; nothing where nothing does.
    let claim: WorkspaceClaim?
    /// Bounds the work with git, not the waiting.
    private let slots: KeyedSemaphore

    init(
        _ plan: WorkspacePlan,
        _ history: WorkspaceHistory,
        _ journal: WorkspaceJournal,
        _ surroundings: WorkspaceSurroundings,
        _ claim: WorkspaceClaim?
    ) {
        self.plan = plan
        self.history = history
        self.journal = journal
        self.surroundings = surroundings
        self.claim = claim
        slots = KeyedSemaphore(width: plan.jobs)
    }

    /// Runs `body` once fewer than the plan's number of repositories are worked on.
    func gate<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await slots.pass("git", body)
    }

    /// Changes something at a remote or a forge, between two lines of the journal, if nobody has taken the release over.
    func change<Value>(
        _ step: WorkspaceRecord.Step,
        of repository: String,
        object: String? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await claim?.require()
        return try await journal.during(step, of: repository, object: object, body)
    }

    /// Pushes, if nobody has taken the release over; where that is seen too late to be asked before, the remote of the
    /// claim refuses the push.
    func push(
        _ updates: [MirrorUpdate],
        to mirror: GitMirror,
        _ step: WorkspaceRecord.Step = .push,
        of repository: String,
        object: String
    ) async throws {
        try await change(step, of: repository, object: object) {
            let condition = try await claim?.condition(of: mirror) ?? []
            do {
                try await mirror.push(updates + condition, timeout: surroundings.pushTimeout)
            } catch let error as RelctlError where error.code == .pushRejected {
                try await claim?.require()
                throw error
            }
        }
    }

    /// Gives the claim back when everything is done that could be.
    ///
    /// - Returns: The error if the remote keeps the claim; nil if it is gone.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/workspaceTakenOver`` where one of the failures was that.
    @discardableResult
    func release(after failures: [any Error]) async throws -> RelctlError? {
        let failures = failures.compactMap { $0 as? RelctlError }
        if let displaced = failures.first(where: { $0.code == .workspaceTakenOver }) { throw displaced }
        return await claim?.release(journal, surroundings.effects)
    }
}
