/// Tries what can be tried of a plan before any remote is changed; finds everything that is wrong at once.
package struct WorkspacePreflight: Sendable {
    private let configuration: WorkspaceConfiguration
    /// The folder that relative paths in the configuration are told from, absolute.
    private let folder: FilePath
    private let mirrors: MirrorStore
    private let effects: Effects
    private let forgeFindings: ForgeCheck
    private let requests: RequestProbe

    /// Asks a forge what speaks against a repository's head.
    package typealias ForgeCheck = @Sendable (PlannedRepository) async throws -> [Finding]

    /// Tries plans of a workspace whose file lies in `folder`; `forgeFindings` asks a forge what speaks against the head
    /// of a repository that says so.
    package init(
        _ configuration: WorkspaceConfiguration,
        in folder: FilePath,
        mirrors: MirrorStore,
        effects: Effects,
        forgeFindings: @escaping ForgeCheck
    ) {
        self.configuration = configuration
        self.folder = folder
        self.mirrors = mirrors
        self.effects = effects
        self.forgeFindings = forgeFindings
        requests = RequestProbe(WorkspaceSurroundings(mirrors: mirrors, effects: effects))
    }

    /// What stands in the way of a plan, in the order of its repositories.
    ///
    /// - Throws: `CancellationError`; whatever else goes wrong is a finding.
    package func findings(_ plan: WorkspacePlan) async throws -> [Finding] {
        let released = plan.repositories.filter { $0.action == .release }
        return try await mapConcurrently(released, width: plan.jobs) { repository in
            let activity = Activity(id: "try/\(repository.name)", title: "trying \(repository.name)", isDetail: true)
            return try await effects.events.during(activity) {
                var findings = missingTools(of: repository)
                if repository.isWhole {
                    findings += try await collecting(repository) { try await push(repository, plan) }
                    findings += try await collecting(repository) { try await requests.findings(repository, plan) }
                }
                findings += try await collecting(repository) { try await workingCopy(of: repository) }
                findings += try await collecting(repository) { try await checks(of: repository) }
                return findings
            }
        }
        .flatMap(\.self)
    }

    private func collecting(
        _ repository: PlannedRepository,
        _ body: () async throws -> [Finding]
    ) async throws -> [Finding] {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            return [Finding(error, of: repository.name)]
        }
    }

    // MARK: Pushing

    /// How long a remote may take to say whether it would take a push.
    private static let patience = Duration.seconds(120)

    /// Makes what will be pushed, which proves that it can be signed, and asks whether the remote would take it.
    private func push(_ repository: PlannedRepository, _ plan: WorkspacePlan) async throws -> [Finding] {
        let mirror = try await mirrors.mirror(of: repository.url)
        return try await mirror.mending { try await push(repository, plan, mirror) }
    }

    private func push(
        _ repository: PlannedRepository,
        _ plan: WorkspacePlan,
        _ mirror: GitMirror
    ) async throws -> [Finding] {
        if try await !mirror.has(repository.head) { try await mirror.fetch([repository.head], depth: 1) }
        let commit =
            repository.changes.isEmpty ? repository.head : try await mirror.make(repository.mirrorCommit(plan))
        if let planned = repository.commit ?? repository.requestCommit, planned != commit {
            throw RelctlError("the commit would be `\(commit.prefix(12))`, not `\(planned.prefix(12))` as planned")
        }
        var updates: [MirrorUpdate] = []
        switch repository.via {
        case .push where repository.changes.isEmpty: break
        case .push: updates.append(MirrorUpdate(object: commit, reference: "refs/heads/" + repository.branch))
        case .pullRequest:
            // Its branch may be there already; it is looked at with the request.
            guard !repository.changes.isEmpty else { break }
            let reference = "refs/relctl/try/" + repository.tag
            try await mirror.push(
                [MirrorUpdate(object: commit, reference: reference)],
                isDryRun: true,
                timeout: Self.patience
            )
            return []
        }
        let tag = try await mirror.make(repository.mirrorTag(at: commit, plan))
        updates.append(MirrorUpdate(object: tag, reference: "refs/tags/" + repository.tag))
        try await mirror.push(updates, isDryRun: true, timeout: Self.patience)
        return []
    }

    // MARK: The head

    private func checks(of repository: PlannedRepository) async throws -> [Finding] {
        switch repository.checks {
        case .none: return []
        case .forge: return repository.forge == nil ? [] : try await forgeFindings(repository)
        case .command(let words): return try await run(words, for: repository)
        }
    }

    /// How long a configured check may take.
    private static let checkPatience = Duration.seconds(600)

    /// Runs a configured check.
    private func run(_ words: [String], for repository: PlannedRepository) async throws -> [Finding] {
        guard effects.processes.locate(words[0], environment: environment, directory: folder) != nil else {
            return [missing(words[0], repository, "`checks`")]
        }
        let state = try await CommandProbe(effects).state(
            of: words,
            for: repository,
            commit: repository.head,
            limit: Self.checkPatience
        )
        guard case .pending(let reason) = state else { return [] }
        return [
            Finding(
                "`\(repository.name)`: the check of the head `\(repository.head.prefix(12))` does not succeed: "
                    + reason,
                code: "head.check"
            )
        ]
    }

    // MARK: Tools

    private var environment: [String: String] { ChildEnvironment(effects).variables() }

    private func missingTools(of repository: PlannedRepository) -> [Finding] {
        repository.ready.compactMap { ready in
            guard case .command(let words) = ready.condition, let program = words.first else { return nil }
            guard effects.processes.locate(program, environment: environment, directory: folder) == nil else {
                return nil
            }
            return missing(program, repository, "`ready`")
        }
    }

    private func missing(_ program: String, _ repository: PlannedRepository, _ key: String) -> Finding {
        Finding(
            "`\(repository.name)`: cannot find `\(program)`\(program.contains("/") ? "" : " on PATH"), which \(key) runs",
            code: "tool.missing",
            hints: ["install it, or correct \(key)"]
        )
    }

    // MARK: Working copies

    /// What a working copy has that a release would leave out.
    private func workingCopy(of repository: PlannedRepository) async throws -> [Finding] {
        guard let path = configuration[repository.name]?.path else { return [] }
        guard try effects.files.resolvedStatus(of: folder.appending(path))?.kind == .folder else {
            return [
                Finding(
                    "`\(repository.name)`: its working copy `\(path)` is not there",
                    code: "tree.missing",
                    place: configuration[repository.name]?.place,
                    hints: ["correct `path`, or take it out: the release does not need it"]
                )
            ]
        }
        let copy = try await GitRepository.open(
            at: folder.appending(path),
            environment: environment,
            effects: effects
        )
        let status = try await copy.status()
        var findings: [Finding] = []
        let files = status.changed + status.untracked
        if !files.isEmpty {
            let shown = files.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
            findings.append(
                Finding(
                    "`\(repository.name)`: the working copy `\(path)` is not clean: \(shown)"
                        + (files.count > 5 ? " and \(files.count - 5) more" : ""),
                    code: "tree.changed",
                    hints: ["commit and push it, or put it away with `git stash --include-untracked`"]
                )
            )
        }
        if let tag = try await copy.tags().first(where: { $0.name.utf8.elementsEqual(repository.tag.utf8) }),
            tag.commit != repository.commit ?? repository.head
        {
            let place = ShellWord.posix(file: path)
            findings.append(
                Finding(
                    "`\(repository.name)`: the working copy `\(path)` has a tag `\(repository.tag)` of its own, at another "
                        + "commit than the release",
                    code: "tag.elsewhere",
                    hints: ["remove it: `git -C \(place) tag -d \(ShellWord.posix(repository.tag))`"]
                )
            )
        }
        let ahead = try await copy.commitsAhead(ofBranch: repository.branch, at: repository.head)
        if ahead > 0 {
            findings.append(
                Finding(
                    "`\(repository.name)`: the working copy `\(path)` has \(ahead) commit\(ahead == 1 ? "" : "s") on "
                        + "`\(repository.branch)` that \(ahead == 1 ? "was" : "were") not pushed",
                    code: "branch.ahead",
                    hints: ["push first, so that the release has what is there: `git push`"]
                )
            )
        }
        return findings
    }
}

extension PlannedRepository {
    /// Whether it is known what is tagged, which it is not where something stands against that already.
    fileprivate var isWhole: Bool { !changes.isEmpty || commit != nil }

    /// The commit that is to be made.
    package func mirrorCommit(_ plan: WorkspacePlan) -> MirrorCommit {
        MirrorCommit(
            parent: head,
            message: commitMessage,
            author: plan.author,
            time: plan.time,
            changes: changes,
            isSigned: isSigned
        )
    }

    /// The tag that is to be made of a commit.
    package func mirrorTag(at commit: String, _ plan: WorkspacePlan) -> MirrorTag {
        MirrorTag(
            name: tag,
            commit: commit,
            message: tagMessage,
            author: plan.author,
            time: plan.time,
            isSigned: isSigned
        )
    }
}
