import RelctlCore
import RelctlWorkspaces

/// `relctl workspace status`.
struct WorkspaceStatusRun {
    let options: WorkspaceCommand.Options

    /// How long it is waited before looking again: longer each time that nothing has changed, for forges count requests.
    private static let intervals = (first: Duration.seconds(5), longest: Duration.seconds(30))

    func run(in session: Session) async throws -> Conclusion {
        let begun = try Workspace.begun(options.operand, for: .status, in: session)
        let session = session.hidingTokens(of: begun.plan.repositories.map(\.forge))
        // Looking changes nothing of the user's, mirrors neither.
        return try await MirrorStore.temporary(session.effects) { mirrors in
            let surroundings = WorkspaceSurroundings(mirrors: mirrors, effects: session.effects)
            let state = try Workspace.state(of: begun.plan, in: session)
            let inspector = WorkspaceInspector(begun.plan, state: state, in: surroundings)
            let board = WorkspaceBoard(session, isOneOfMany: options.watches)
            var (last, interval): (WorkspaceStatus?, Duration) = (nil, Self.intervals.first)
            do {
                while true {
                    let status = try await inspector.status()
                    let isTakenBack = try state.rollback() != nil
                    // Nothing changes any more where nobody is at it.
                    let isLast = isTakenBack || status.isFinished || !options.watches || !status.isMoving
                    // Each change is shown once: a log is not filled by waiting.
                    try board.show(status, isChanged: status != last, isLast: isLast)
                    if status.isFinished, !isTakenBack { return .done }
                    guard !isLast else { throw Self.unfinished(status, begun, isTakenBack) }
                    interval = status == last ? min(interval * 1.5, Self.intervals.longest) : Self.intervals.first
                    last = status
                    try await session.effects.clock.sleep(for: interval)
                }
            } catch let error as CancellationError {
                try last.map { try board.show($0, isChanged: false, isLast: true) }
                throw error
            }
        }
    }

    private static func unfinished(_ status: WorkspaceStatus, _ begun: Workspace.Begun, _ isTakenBack: Bool)
        -> RelctlError
    {
        let left = status.repositories.filter { $0.ready != .ready }
        guard !isTakenBack else {
            return RelctlError(
                "\(status.workspace) \(status.version) is being taken back",
                code: .workspaceUnfinished,
                hints: ["`\(begun.command(.rollback))` finishes that"]
            )
        }
        let wantsNewPlan = left.contains { begun.plan[$0.name]?.refusal($0.standing)?.wantsNewPlan ?? false }
        let next = wantsNewPlan ? begun.plan.replanning : "`\(begun.command(.resume))` goes on with it"
        return RelctlError(
            "\(status.workspace) \(status.version) is not finished: "
                + "\(left.count) of \(status.repositories.count) repositories are not ready",
            code: .workspaceUnfinished,
            details: ["left": left.map(\.name).joined(separator: " ")],
            hints: status.isAtWork ? waiting(status, begun) : [next]
        )
    }

    /// Whoever is at work goes on without being told to; whether another machine's run still is, cannot be seen.
    private static func waiting(_ status: WorkspaceStatus, _ begun: Workspace.Begun) -> [String] {
        guard let worker = status.atWork, !worker.isLocal else { return [] }
        let command = begun.command(worker.activity == .rollback ? .rollback : .resume)
        return ["if that run is dead, `\(command) --take-over` goes on in its place"]
    }
}

/// Shows how far a release is, again and again: in one place on a terminal, a change after the other elsewhere.
private struct WorkspaceBoard {
    private let session: Session
    private let isOneOfMany: Bool
    private let isLive: Bool

    init(_ session: Session, isOneOfMany: Bool) {
        self.session = session
        self.isOneOfMany = isOneOfMany
        isLive = isOneOfMany && !session.globals.isJSON && session.console.terminal.showsResultsLive
    }

    func show(_ status: WorkspaceStatus, isChanged: Bool, isLast: Bool) throws {
        guard isLive, !isLast else {
            guard isChanged || isLive else { return }
            return try session.render(status, isOneOfMany: isOneOfMany) { WorkspaceText(style: $0).lines(status) }
        }
        let (columns, rows) = Terminal.size
        let lines = WorkspaceText(style: TextStyle()).lines(status)
        // The last column stays free, because some terminals wrap there; so does the row of the cursor.
        session.console.drawLive(lines.prefix(max(1, rows - 1)).map { TerminalText.truncated($0, to: columns - 1) })
    }
}
