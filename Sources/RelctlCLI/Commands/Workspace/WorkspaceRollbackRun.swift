import RelctlCore
import RelctlWorkspaces

/// `relctl workspace rollback`.
struct WorkspaceRollbackRun {
    let options: WorkspaceCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        let begun = try Workspace.begun(options.operand, for: .rollback, in: session)
        let session = session.hidingTokens(of: begun.plan.repositories.map(\.forge))
        guard options.isDryRun else {
            return try await run(begun, try MirrorStore.cached(session.effects), in: session)
        }
        return try await MirrorStore.temporary(session.effects) { mirrors in
            try await run(begun, mirrors, in: session)
        }
    }

    private func run(_ begun: Workspace.Begun, _ mirrors: MirrorStore, in session: Session) async throws -> Conclusion {
        let (plan, effects) = (begun.plan, session.effects)
        let state = try Workspace.state(of: plan, in: session)
        try requireLast(plan, state)
        let surroundings = WorkspaceSurroundings(mirrors: mirrors, effects: effects)
        // One that was begun goes on at its time, so that it makes the same commits.
        let time = try state.rollback()?.time ?? effects.sourceDateEpoch() ?? effects.clock.secondsSinceEpoch
        let current = begun.workspace?.configuration
        let rollback = try await WorkspaceRollback(plan, configuration: current, in: surroundings).plan(time: time)
        try session.render(rollback) { WorkspaceText(style: $0).lines(rollback) }
        guard !options.isDryRun else { return .done }
        if !rollback.isEmpty {
            try await session.confirm("Take \(plan.version) of \(plan.workspace) back?", unless: options.isAgreed)
        }
        try await RollbackExecutor(rollback, of: plan, state: state, in: surroundings).run(
            WorkspaceRunOptions(takesOver: options.takesOver)
        )
        return .done
    }

    /// What others were released on top of is not taken away from under them; a way back that was begun is gone to its end.
    private func requireLast(_ plan: WorkspacePlan, _ state: WorkspaceStateFolder) throws {
        guard try state.rollback() == nil, let later = try state.successors(of: plan).last else { return }
        throw RelctlError(
            "cannot take \(plan.version) of `\(plan.workspace)` back: \(later) was released on top of it",
            hints: [
                "`relctl workspace rollback \(later)` takes that back first",
                "or release another version with a remedy",
            ]
        )
    }
}
