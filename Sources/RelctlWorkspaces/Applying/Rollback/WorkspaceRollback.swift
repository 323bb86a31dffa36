/// Looks what others can have seen of a coordinated release, and plans the way back.
package struct WorkspaceRollback: Sendable {
    private let plan: WorkspacePlan
    private let configuration: WorkspaceConfiguration?
    private let surroundings: WorkspaceSurroundings

    /// Prepares to take back the release of a plan.
    ///
    /// - Parameters:
    ///   - plan: What was planned.
    ///   - configuration: The workspace as its file has it now, whose registries may have been corrected since.
    ///   - surroundings: What it is looked at with.
    package init(
        _ plan: WorkspacePlan,
        configuration: WorkspaceConfiguration? = nil,
        in surroundings: WorkspaceSurroundings
    ) {
        self.plan = plan
        self.configuration = configuration
        self.surroundings = surroundings
    }

    /// Plans, by what remotes, forges and registries have now; nothing of theirs is changed.
    ///
    /// - Parameter time: When commits that revert say they were made, in seconds since 1970: that of the plan that was
    ///   begun, for one that goes on.
    /// - Returns: What will be done and what stays, as what could not be asked does.
    /// - Throws: ``RelctlError`` if a remote that could be asked cannot be understood; `CancellationError`.
    package func plan(time: Int64) async throws -> RollbackPlan {
        let plan = plan
        let looked = try await mapConcurrently(plan.repositories, width: plan.jobs) { repository in
            do {
                return try await look(at: repository, time)
            } catch let error as RelctlError {
                // The others are taken back all the same.
                var sight = RollbackSight(standing: .unknown("\(error)"), remote: RepositorySight(tip: nil))
                if repository.action == .release {
                    try await look(at: repository, repository.commit ?? repository.head, &sight)
                }
                return sight
            }
        }
        let sights = Dictionary(zip(plan.repositories.map(\.name), looked)) { $1 }
        return try RollbackPlanner(plan, sights: sights).plan(time: time)
    }

    private func look(at repository: PlannedRepository, _ time: Int64) async throws -> RollbackSight {
        let remote = try await surroundings.sight(of: repository)
        let standing = repository.standing(remote, author: plan.author, time: plan.time)
        var sight = RollbackSight(standing: standing, remote: remote)
        guard repository.action == .release else { return sight }
        if repository.isRequested {
            sight.requested = RequestedChange(of: repository, in: remote, author: plan.author, time: plan.time)
        }
        switch standing {
        case .pushed(let commit), .tagged(let commit): try await look(at: repository, commit, &sight)
        case .committed: break
        case .moved:
            if let commit = sight.tagAlone(of: repository) { try await look(at: repository, commit, &sight) }
            if sight.requested?.merged == nil { return sight }
        default: return sight
        }
        if case .tagged = standing { return sight }
        if repository.isCommitted, let commit = standing.commit ?? sight.requested?.merged, let tip = remote.tip {
            let undoing = CommitUndoing(plan: plan, repository: repository, surroundings: surroundings)
            sight.revert = try await undoing.revert(of: commit, at: tip, time: time)
            if repository.isRequested { sight.revertRequest = try await revertRequest(of: commit, repository, remote) }
        }
        return sight
    }

    /// The pull request that undoes a commit, as far as it is there.
    private func revertRequest(of commit: String, _ repository: PlannedRepository, _ remote: RepositorySight)
        async throws -> RollbackSight.RevertRequest
    {
        var found = RollbackSight.RevertRequest(tip: remote.revertTip)
        if let tip = found.tip {
            let mirror = try await surroundings.mirrors.mirror(of: repository.url)
            let last = try await mirror.commits(from: repository.head, to: tip).first { $0.hash == tip }
            found.isOwn = last?.body.contains(CommitRecord.undoing(commit)) ?? false
        }
        let requests = try await surroundings.requests(from: repository.revertBranch, of: repository)
        found.request = .counting(requests.filter { $0.isOf(commit) || found.isOwn && $0.head == found.tip })
        return found
    }

    /// What the forge and the registries have of a tag.
    private func look(
        at repository: PlannedRepository,
        _ commit: String,
        _ sight: inout RollbackSight
    ) async throws {
        do {
            if let forge = try surroundings.forges.project(of: repository) {
                sight.published = try await forge.release(of: repository.tag)
                sight.drafts = try await forge.drafts(of: repository.tag)
                sight.runs = try await forge.runs(of: repository.tag, at: commit).filter { $0.state == .unfinished }
            }
        } catch let error as RelctlError {
            let remedies = error.allHints + ["roll back again when the forge of `\(repository.name)` can be asked"]
            sight.blindness.append(.init(subject: "a release of it", reason: "\(error)", remedies: remedies))
        }
        for package in registries(of: repository) {
            do {
                let readiness = Readiness(condition: .registry(package))
                let state = try await surroundings.probe.check(readiness, of: repository, commit: commit)
                if case .ready = state { sight.packages.append(package) }
            } catch let error as RelctlError {
                sight.blindness.append(Self.blindness(package, repository, error))
            }
        }
    }

    /// The registries that may have the version: those that the workspace's file says by now, and of other packages those
    /// of the plan.
    private func registries(of repository: PlannedRepository) -> [PackageRegistry] {
        func packages(_ ready: [Readiness]) -> [PackageRegistry] {
            ready.compactMap { if case .registry(let package) = $0.condition { package } else { nil } }
        }
        let current = packages(configuration?[repository.name]?.conditions(for: repository, of: plan) ?? [])
        return current
            + packages(repository.ready).filter { planned in
                !current.contains { $0.kind == planned.kind && $0.package.equalsBytewise(planned.package) }
            }
    }

    private static func blindness(
        _ package: PackageRegistry,
        _ repository: PlannedRepository,
        _ error: RelctlError
    ) -> RollbackSight.Blindness {
        let place = "`ready.registry` of `\(repository.name)` in the workspace's file"
        return RollbackSight.Blindness(
            subject: "`\(package.package)` \(package.version) (\(package.kind.rawValue))",
            reason: "\(error)",
            remedies: ["correct \(place) if it is wrong, or wait until the registry answers; then roll back again"]
        )
    }
}

/// Computes the commit that undoes another one on a branch that may have moved on.
struct CommitUndoing: Sendable {
    let plan: WorkspacePlan
    let repository: PlannedRepository
    let surroundings: WorkspaceSurroundings

    /// What undoing `commit` at `tip` comes to.
    func revert(of commit: String, at tip: String, time: Int64) async throws -> RollbackSight.Revert {
        guard let format = GitObjectFormat(ofName: tip) else { throw RelctlError("`\(tip)` is no name of a commit") }
        let mirror = try await surroundings.mirrors.mirror(of: repository.url)
        for needed in [repository.head, tip] where try await !mirror.has(needed) {
            try await mirror.fetch([needed], depth: 1)
        }
        var changes: [PlannedChange] = []
        var conflicts: [String] = []
        let paths = repository.changes.flatMap { [$0.file.string] + $0.file.foldersAbove } + [""]
        let (before, now) = (
            try await mirror.objects(at: paths, of: repository.head), try await mirror.objects(at: paths, of: tip)
        )
        let tree = CommittedTree(now)
        for change in repository.changes {
            guard let entry = try tree.entry(at: change.file), entry.id != change.old else {
                // Undone already, or the file is gone, and what was changed in it with it.
                continue
            }
            guard case .file(let old)?? = before[change.file.string],
                case .file(let current)?? = now[change.file.string],
                let undone = try await undone(change, old: old, current: current, isSame: entry.id == change.new)
            else {
                conflicts.append(change.file.string)
                continue
            }
            let texts = ManifestChange(
                file: change.file,
                old: String(decoding: current, as: UTF8.self),
                new: String(decoding: undone, as: UTF8.self)
            )
            if texts.old != texts.new { changes.append(try tree.planned(texts, format)) }
        }
        guard conflicts.isEmpty else { return .conflict(conflicts) }
        var revert = PlannedRevert(
            branch: repository.branch,
            reverted: commit,
            head: tip,
            changes: changes,
            message: message(commit),
            isSigned: repository.isSigned
        )
        if !changes.isEmpty, !revert.isSigned {
            let commit = revert.commit(by: plan.author, time: time)
            let content = commit.content(tree: try tree.name(applying: changes, format))
            revert.commit = format.name(of: content, kind: "commit")
        }
        return .clean(revert)
    }

    /// As `git revert` says it.
    private func message(_ commit: String) -> String {
        let subject = CommitRecord.parts(ofMessage: Array(repository.commitMessage.utf8)[...]).subject
        return "Revert \"\(subject)\"\n\n\(CommitRecord.undoing(commit))."
    }

    /// The file without the change; nothing where it was changed since in the same place.
    private func undone(_ change: PlannedChange, old: [UInt8], current: [UInt8], isSame: Bool) async throws
        -> [UInt8]?
    {
        guard !isSame else { return old }
        guard let changed = change.applied(to: old) else { return nil }
        return try await surroundings.effects.withTemporaryFolder { folder in
            let texts = [("current", current), ("changed", changed), ("old", old)]
            for (name, text) in texts { try surroundings.effects.files.write(text, to: folder.appending(name)) }
            let git = GitCommand(
                folder: folder,
                environment: ChildEnvironment(surroundings.effects).variables(),
                processes: surroundings.effects.processes
            )
            // https://git-scm.com/docs/git-merge-file: the exit code is the number of conflicts, negative for an error.
            let arguments = ["merge-file", "--stdout", "--quiet"] + texts.map(\.0)
            let outcome = try await git.run(arguments)
            switch outcome.termination {
            case .exited(0): return outcome.standardOutput
            case .exited(1...127): return nil
            default: throw git.failure("cannot undo the change of `\(change.file)`", arguments, outcome)
            }
        }
    }
}

extension PlannedRevert {
    /// The commit as a mirror makes it.
    func commit(by author: CommitIdentity, time: Int64) -> MirrorCommit {
        MirrorCommit(
            parent: head,
            message: message,
            author: author,
            time: time,
            changes: changes,
            isSigned: isSigned
        )
    }
}
