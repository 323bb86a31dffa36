/// One repository's part of a coordinated release: from wherever it is to ready.
struct RepositoryRelease: Sendable {
    let repository: PlannedRepository
    let run: WorkspaceRun

    /// Brings the repository to its planned state, if it is not there, and waits until it is ready.
    ///
    /// - Throws: ``RelctlError`` if it cannot be brought there, or something that it waits for has failed.
    func finish() async throws -> WorkspaceResult.Success {
        guard repository.action != .unchanged else { return .unchanged }
        let (commit, isNew) = try await pushed()
        if repository.isRequested { try await RequestedRelease(repository: repository, run: run).removeBranch() }
        guard !repository.ready.isEmpty else { return .ready(commit: commit, isNew: isNew, detail: nil) }
        let push = TagPush(of: repository.name, at: commit, isNew: isNew, run.history, journal: run.journal)
        let detail = try await run.journal.during(.wait, of: repository.name, object: commit) {
            var wait = run.surroundings.wait
            wait.beforeStart = { try await run.claim?.require() }
            return try await wait.wait(for: repository, commit: commit, after: push)
        }
        return .ready(commit: commit, isNew: isNew, detail: detail.joined(separator: ", "))
    }

    /// How far it has come, as the remote has it now.
    func standing() async throws -> RepositoryStanding {
        let sight = try await run.surroundings.sight(of: repository)
        return repository.standing(sight, author: run.plan.author, time: run.plan.time)
    }

    // MARK: Pushing

    /// The commit that is tagged, once it is; whether this run tagged it.
    private func pushed() async throws -> (commit: String, isNew: Bool) {
        let standing = try await run.gate { try await self.standing() }
        switch standing {
        case .pushed(let commit): return (commit, false)
        case .pending where repository.isRequested, .proposed, .requested:
            let commit = try await RequestedRelease(repository: repository, run: run).merged(standing)
            return (try await push(.committed(commit)), true)
        default: return (try await push(standing), true)
        }
    }

    /// Pushes what is missing, all of it at once or nothing.
    private func push(_ standing: RepositoryStanding) async throws -> String {
        if let refusal = repository.refusal(standing) {
            // What a run finds changed that was displaced, the other one has done.
            try await run.claim?.require()
            throw refusal
        }
        return try await run.gate {
            let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
            return try await mirror.mending { try await push(standing, mirror) }
        }
    }

    private func push(_ standing: RepositoryStanding, _ mirror: GitMirror) async throws -> String {
        let commit = try await commit(standing, mirror)
        var updates: [MirrorUpdate] = []
        if repository.isCommitted, !isOnBranch(standing) {
            updates.append(MirrorUpdate(object: commit, reference: "refs/heads/\(repository.branch)"))
        }
        if standing != .tagged(commit) {
            let tag = try await tagObject(commit, mirror)
            updates.append(MirrorUpdate(object: tag, reference: "refs/tags/\(repository.tag)"))
        }
        try await send(updates, commit, mirror)
        return commit
    }

    private func isOnBranch(_ standing: RepositoryStanding) -> Bool {
        if case .committed = standing { return true }
        return false
    }

    /// The commit to tag, which the mirror has.
    private func commit(_ standing: RepositoryStanding, _ mirror: GitMirror) async throws -> String {
        let references = ["refs/heads/\(repository.branch)"]
        if let commit = standing.commit {
            if try await !mirror.has(commit) {
                try await mirror.fetch(references + tagReferences(standing), depth: nil)
            }
            return commit
        }
        if try await !mirror.has(repository.head) { try await mirror.fetch(references, depth: 1) }
        guard repository.isCommitted else { return repository.head }
        return try await madeCommit(mirror)
    }

    private func tagReferences(_ standing: RepositoryStanding) -> [String] {
        if case .tagged = standing { return ["refs/tags/\(repository.tag)"] }
        return []
    }

    /// Makes the planned commit; one that was signed before and not pushed is taken again.
    func madeCommit(_ mirror: GitMirror) async throws -> String {
        if repository.isSigned, let made = run.history.lastObject(.ended, .commit, of: repository.name),
            try await mirror.has(made)
        {
            return made
        }
        let made = try await mirror.make(
            MirrorCommit(
                parent: repository.head,
                message: repository.commitMessage,
                author: run.plan.author,
                time: run.plan.time,
                changes: repository.changes,
                isSigned: repository.isSigned
            )
        )
        if let planned = repository.commit ?? repository.requestCommit, planned != made {
            throw RelctlError(
                "cannot make the commit of `\(repository.name)` as planned: it would be \(made.prefix(12)), and the "
                    + "plan says \(planned.prefix(12))",
                hints: ["the plan was changed after it was made; plan again"]
            )
        }
        run.journal.note(.ended, .commit, of: repository.name, object: made)
        return made
    }

    private func tagObject(_ commit: String, _ mirror: GitMirror) async throws -> String {
        let made = try await mirror.make(
            MirrorTag(
                name: repository.tag,
                commit: commit,
                message: repository.tagMessage,
                author: run.plan.author,
                time: run.plan.time,
                isSigned: repository.isSigned
            )
        )
        run.journal.note(.ended, .tag, of: repository.name, object: made)
        return made
    }

    /// Pushes, and asks the remote what came of it, whatever git reports: a push without an answer may be done, and one
    /// that was taken may be undone by a hook.
    private func send(_ updates: [MirrorUpdate], _ commit: String, _ mirror: GitMirror) async throws {
        var failure: RelctlError?
        do {
            try await run.push(updates, to: mirror, of: repository.name, object: commit)
        } catch let error as RelctlError {
            if error.code == .workspaceTakenOver { throw error }
            failure = error
        }
        let standing: RepositoryStanding
        do { standing = try await self.standing() } catch let error as RelctlError {
            guard var failure else { throw error }
            failure.causes.append(error)
            throw failure
        }
        if standing == .pushed(commit) { return }
        if var refusal = repository.refusal(standing) {
            if let failure { refusal.causes.append(failure) }
            throw refusal
        }
        throw failure
            ?? RelctlError(
                "cannot push `\(repository.tag)` to `\(repository.url)`: the remote took it, and does not have it",
                code: .pushRefused,
                hints: ["a hook or a rule of the remote undoes it; resume when that has changed"]
            )
    }
}

extension PlannedRepository {
    /// Why nothing can be pushed, where that is so.
    package func refusal(_ standing: RepositoryStanding) -> RelctlError? {
        switch standing {
        case .moved(let tip, let commits, let isRewritten):
            let lost = isRewritten ? ", where that commit is not any more: it was forced, or set back" : ""
            let now = (tip.map { "at \($0.prefix(12))" } ?? "gone") + lost
            let causes = commits.map { RelctlError("\(isRewritten ? "there instead" : "committed since"): \($0)") }
            return RelctlError(
                "cannot release `\(name)`: its branch `\(branch)` was at \(head.prefix(12)) when this was planned and is "
                    + "\(now)",
                code: .headMoved,
                details: ["repository": name, "planned": head, "found": tip ?? ""],
                causes: causes
            )
        case .foreignTag(let commit, let rival?):
            return RelctlError(
                "cannot go on with `\(name)` by this plan: another run has released it, as \(commit.prefix(12)): "
                    + rival,
                code: .releasedByAnother,
                details: ["repository": name, "tag": tag, "found": commit]
            )
        case .foreignTag(let commit, nil):
            return RelctlError(
                "cannot release `\(name)`: its tag `\(tag)` is there, at \(commit.prefix(12)) and not at the planned "
                    + "\(self.commit.map { String($0.prefix(12)) } ?? "commit")",
                code: .foreignTag,
                details: ["repository": name, "tag": tag, "found": commit],
                hints: ["release another version, or delete the tag if nobody has used it"]
            )
        case .foreignBranch(let tip, let what): return foreignBranch(tip, what)
        case .tagGone:
            return RelctlError(
                "cannot go on after `\(name)`: its tag `\(tag)` was there when this was planned, and is gone",
                code: .headMoved
            )
        case .refused(let url):
            return RelctlError(
                "cannot release `\(name)`: its pull request was closed without being merged",
                details: ["repository": name, "request": url],
                hints: ["open it again: \(url)", "`relctl workspace rollback` takes the rest back"]
            )
        case .unknown(let reason):
            return RelctlError("cannot release `\(name)`: \(reason)", code: .remoteUnavailable)
        case .pending, .unchanged, .proposed, .requested, .committed, .tagged, .pushed: return nil
        }
    }

    private func foreignBranch(_ tip: String, _ what: String) -> RelctlError {
        RelctlError(
            "cannot release `\(name)`: the branch of its pull request, `\(requestBranch)`, is there, and not with the "
                + "commit of this plan: it is at \(tip.prefix(12))" + (what.isEmpty ? "" : ", \(what)"),
            code: .foreignBranch,
            details: ["repository": name, "branch": requestBranch, "found": tip],
            hints: [
                "a release that was begun is finished by `relctl workspace resume`",
                "`relctl workspace rollback` takes it back, with its branch and its pull request",
                "if nobody needs the branch: "
                    + "`git push \(ShellWord.posix(url)) --delete \(ShellWord.posix(requestBranch))`",
            ]
        )
    }
}

extension RelctlError.Code {
    /// A branch is not where it was when the release was planned.
    package static let headMoved = RelctlError.Code(name: "workspace.head_moved", exitCode: 1)
    /// Another run has made the same release of a repository, by a plan of its own.
    package static let releasedByAnother = RelctlError.Code(name: "workspace.released_by_another", exitCode: 1)
    /// A tag is there at another commit.
    package static let foreignTag = RelctlError.Code(name: "workspace.foreign_tag", exitCode: 1)
    /// The branch of a pull request is there with something else.
    package static let foreignBranch = RelctlError.Code(name: "workspace.foreign_branch", exitCode: 1)
}
