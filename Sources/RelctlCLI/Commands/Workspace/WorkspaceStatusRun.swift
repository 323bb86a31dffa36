import RelctlCore

/// `relctl workspace status`.
struct WorkspaceStatusRun {
    let options: WorkspaceCommand.Options

    /// How long it is waited before looking again.
    private static let interval = Duration.seconds(5)

    func run(in session: Session) async throws -> Conclusion {
        let plan = try Workspace.begun(options.operand, in: session).plan
        let session = session.hidingTokens(of: plan.repositories.map(\.forge))
        // Looking changes nothing of the user's, mirrors neither.
        return try await MirrorStore.temporary(session.effects) { mirrors in
            let surroundings = WorkspaceSurroundings(mirrors: mirrors, effects: session.effects)
            let inspector = WorkspaceInspector(plan, in: surroundings)
            var last: WorkspaceStatus?
            while true {
                let status = try await inspector.status()
                // Each change is shown once: a log is not filled by waiting.
                if status != last {
                    try session.render(status, isOneOfMany: options.watches) { WorkspaceText(style: $0).lines(status) }
                }
                last = status
                let isTakenBack = try Workspace.state(of: plan, in: session).rollback() != nil
                if status.isFinished, !isTakenBack { return .done }
                guard options.watches, !isTakenBack else { throw Self.unfinished(status, plan, isTakenBack) }
                try await Task.sleep(for: Self.interval)
            }
        }
    }

    private static func unfinished(
        _ status: WorkspaceStatus,
        _ plan: WorkspacePlan,
        _ isTakenBack: Bool
    ) -> RelctlError {
        let left = status.repositories.filter { $0.state != .ready && $0.state != .unchanged }
        guard !isTakenBack else {
            return RelctlError(
                "\(status.workspace) \(status.version) is being taken back",
                code: .workspaceUnfinished,
                hints: ["`relctl workspace rollback \(status.version)` finishes that"]
            )
        }
        let wantsNewPlan = left.contains { plan[$0.name]?.refusal($0.standing)?.wantsNewPlan ?? false }
        return RelctlError(
            "\(status.workspace) \(status.version) is not finished: "
                + "\(left.count) of \(status.repositories.count) repositories are not ready",
            code: .workspaceUnfinished,
            details: ["left": left.map(\.name).joined(separator: " ")],
            hints: [wantsNewPlan ? plan.replanning : "`relctl workspace resume \(status.version)` goes on with it"]
        )
    }
}
