import RelctlCore
import RelctlWorkspaces

/// `relctl workspace plan` and `release`.
struct WorkspaceReleaseRun {
    let options: WorkspaceCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        let workspace = try Workspace(session)
        let session = session.hidingTokens(of: workspace.configuration.repositories.map(\.forge))
        let request = try request()
        let output = try options.output.map { try Self.place(of: $0, in: session) }
        try workspace.requireOwnState(session)
        guard options.isDryRun else {
            return try await run(workspace, request, output, try MirrorStore.cached(session.effects), in: session)
        }
        return try await MirrorStore.temporary(session.effects) { mirrors in
            try await run(workspace, request, output, mirrors, in: session)
        }
    }

    private func request() throws -> WorkspaceRequest {
        var overrides: [String: Version] = [:]
        for text in options.versions {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("`--set \(text)` is not `NAME=VERSION`", hints: ["such as `--set server=2.0.0`"])
            }
            guard overrides.updateValue(try Workspace.version(parts[1]), forKey: parts[0]) == nil else {
                throw UsageError("`--set` names `\(parts[0])` twice")
            }
        }
        return WorkspaceRequest(
            version: try Workspace.version(options.operand ?? ""),
            overrides: overrides,
            releasesUnchanged: options.releasesUnchanged
        )
    }

    /// Where the plan is kept; asked before anything is planned, which takes its time.
    private static func place(of output: String, in session: Session) throws -> FilePath {
        let (path, files) = (try session.folder().appending(output), session.effects.files)
        guard try files.resolvedStatus(of: path)?.kind != .folder, !output.hasSuffix("/") else {
            throw UsageError("`--output \(output)` is a folder", hints: ["name a file, such as `plan.json`"])
        }
        guard try files.resolvedStatus(of: path.parent)?.kind == .folder else {
            throw UsageError("`--output \(output)`: there is no folder `\(path.parent)`", hints: ["make it first"])
        }
        return path
    }

    private static func write(_ plan: WorkspacePlan, to file: FilePath, _ files: any FileSystem) throws {
        do { try files.write(try plan.text(), to: file) } catch let error as FileSystemError {
            throw RelctlError(
                "cannot write the plan to `\(file)`",
                hints: ["nothing was changed; name a file that you may write to with `--output`"],
                causes: [error]
            )
        }
    }

    private func run(
        _ workspace: Workspace,
        _ request: WorkspaceRequest,
        _ output: FilePath?,
        _ mirrors: MirrorStore,
        in session: Session
    ) async throws -> Conclusion {
        let observer = WorkspaceObserver(
            workspace.configuration,
            in: workspace.folder,
            extensions: session.extensions,
            mirrors: mirrors,
            effects: session.effects
        )
        let planner = WorkspacePlanner(workspace.configuration, extensions: session.extensions)
        var (plan, findings) = planner.plan(request, try await observer.observe(request))
        findings += try Workspace.state(of: plan, in: session).unfinishedOthers()
        if options.action == .release {
            findings += try await WorkspaceTrial(workspace, mirrors, session).findings(plan)
        }
        guard !findings.contains(where: { $0.severity == .error }) else { return try session.conclude(findings) }
        session.warn(of: findings)
        if let output { try Self.write(plan, to: output, session.effects.files) }
        guard options.action == .release, !options.isDryRun else {
            try session.render(plan) { WorkspaceText(style: $0).lines(plan) }
            return .done
        }
        return try await WorkspaceExecution(plan, mirrors, options).run(in: session)
    }
}

/// `relctl workspace apply`.
struct WorkspaceApplyRun {
    let options: WorkspaceCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        let plan = try Workspace.plan(at: options.operand ?? "", in: session)
        let session = session.hidingTokens(of: plan.repositories.map(\.forge))
        guard options.isDryRun else {
            return try await run(plan, try MirrorStore.cached(session.effects), in: session)
        }
        return try await MirrorStore.temporary(session.effects) { mirrors in
            try await run(plan, mirrors, in: session)
        }
    }

    private func run(_ plan: WorkspacePlan, _ mirrors: MirrorStore, in session: Session) async throws -> Conclusion {
        let surroundings = WorkspaceSurroundings(mirrors: mirrors, effects: session.effects)
        let state = try Workspace.state(of: plan, in: session)
        let executor = WorkspaceExecutor(plan, state: state, in: surroundings)
        // What was begun is gone on with: pushes that were done would be tried in vain.
        let isNew = try await executor.isUnbegun()
        var findings =
            isNew ? try await state.unfinishedOthers() + WorkspaceTrial(nil, mirrors, session).findings(plan) : []
        if options.isDryRun, !options.takesOver {
            let worker = try await WorkspaceInspector(plan, state: state, in: surroundings).worker()
            findings += worker.map { [Self.busy($0)] } ?? []
        }
        guard !findings.contains(where: { $0.severity == .error }) else { return try session.conclude(findings) }
        session.warn(of: findings)
        guard !options.isDryRun else {
            try session.render(plan) { WorkspaceText(style: $0).lines(plan) }
            return .done
        }
        // Whoever hands in a plan has seen it.
        return try await WorkspaceExecution(plan, mirrors, options, isAgreed: true).run(in: session)
    }

    /// What would keep the plan from being carried out right now.
    private static func busy(_ worker: WorkspaceStatus.Worker) -> Finding {
        Finding(
            "cannot work on the workspace now: \(worker.text)",
            code: RelctlError.Code.workspaceBusy.name,
            hints: ["wait until that run ends", "if it is dead, `--take-over` goes on in its place"]
        )
    }
}

/// `relctl workspace resume`.
struct WorkspaceResumeRun {
    let options: WorkspaceCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        let begun = try Workspace.begun(options.operand, for: .resume, in: session)
        let (plan, workspace) = (begun.plan, begun.workspace)
        let session = session.hidingTokens(of: plan.repositories.map(\.forge))
        if let workspace { session.warn(of: plan.changedReadiness(in: workspace.configuration)) }
        let mirrors = try MirrorStore.cached(session.effects)
        // It was agreed to when it was begun.
        return try await WorkspaceExecution(plan, mirrors, options, isAgreed: true).run(in: session)
    }
}

/// Tries what can be tried of a plan before any remote is changed.
struct WorkspaceTrial {
    private let workspace: Workspace?
    private let mirrors: MirrorStore
    private let session: Session

    /// Without a workspace, nothing is known of working copies.
    init(_ workspace: Workspace?, _ mirrors: MirrorStore, _ session: Session) {
        (self.workspace, self.mirrors, self.session) = (workspace, mirrors, session)
    }

    /// What stands in the way.
    func findings(_ plan: WorkspacePlan) async throws -> [Finding] {
        let heads = HeadProbe(ForgePool(session.effects))
        let preflight = WorkspacePreflight(
            workspace?.configuration ?? WorkspaceConfiguration(of: plan),
            in: try workspace?.folder ?? session.folder(),
            mirrors: mirrors,
            effects: session.effects,
            forgeFindings: { try await heads.findings($0) }
        )
        return try await preflight.findings(plan)
    }
}

/// Carries a plan out, and says what came of it.
struct WorkspaceExecution {
    private let plan: WorkspacePlan
    private let mirrors: MirrorStore
    private let options: WorkspaceCommand.Options
    private let isAgreed: Bool

    init(_ plan: WorkspacePlan, _ mirrors: MirrorStore, _ options: WorkspaceCommand.Options, isAgreed: Bool = false) {
        (self.plan, self.mirrors, self.options) = (plan, mirrors, options)
        self.isAgreed = isAgreed || options.isAgreed
    }

    func run(in session: Session) async throws -> Conclusion {
        if !isAgreed {
            session.console.writeLog(WorkspaceText(style: session.console.terminal.errorStyle).lines(plan))
        }
        try await session.confirm("Release \(plan.version) of \(plan.workspace)?", unless: isAgreed)
        let effects = session.effects
        let state = try Workspace.state(of: plan, in: session)
        let surroundings = WorkspaceSurroundings(mirrors: mirrors, effects: effects)
        let result = try await WorkspaceExecutor(plan, state: state, in: surroundings).run(
            WorkspaceRunOptions(takesOver: options.takesOver)
        )
        try session.renderOutcome(Payload(result)) { WorkspaceText(style: $0).lines(result) }
        if let failure = result.failure { throw failure }
        return .done
    }

    /// What `--json` gives.
    private struct Payload: Encodable {
        struct Entry: Encodable {
            var name: String
            var wave: Int?
            var version: Version?
            var tag: String?
            var state: WorkspaceResult.RepositoryOutcome.State
            var commit: String?
            var isNew: Bool
            var detail: String?
            var error: ErrorReport?
            var waitsFor: [String]
        }

        var workspace: String
        var version: Version
        var isFinished: Bool
        var repositories: [Entry]
        var findings: [Finding]

        init(_ result: WorkspaceResult) {
            workspace = result.plan.workspace
            version = result.plan.version
            isFinished = result.isFinished
            findings = result.findings
            repositories = result.repositories.map { outcome in
                let planned = result.plan[outcome.name]
                return Entry(
                    name: outcome.name,
                    wave: planned?.wave,
                    version: planned?.version,
                    tag: planned?.tag,
                    state: outcome.state,
                    commit: outcome.commit,
                    isNew: outcome.isNew,
                    detail: outcome.detail,
                    error: outcome.error.map { ErrorReport($0) },
                    waitsFor: outcome.lacks
                )
            }
        }
    }
}
