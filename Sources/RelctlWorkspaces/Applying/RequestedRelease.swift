/// The way of a commit onto a protected branch: a pull request of a branch of its own, whose merge is waited for.
struct RequestedRelease: Sendable {
    let repository: PlannedRepository
    let run: WorkspaceRun

    private var release: RepositoryRelease { RepositoryRelease(repository: repository, run: run) }

    /// Opens the request where it is missing, and waits until it is merged.
    ///
    /// - Returns: The commit that it was merged as.
    /// - Throws: ``RelctlError`` if it is closed, or not merged in time.
    func merged(_ standing: RepositoryStanding) async throws -> String {
        var url: String
        if case .requested(let there) = standing { url = there } else { url = try await open(standing) }
        let activity = Activity(id: "request/\(repository.name)", title: "waiting for the merge of \(url)")
        return try await run.surroundings.effects.events.during(activity) {
            try await run.journal.during(.merge, of: repository.name, object: url) { try await merge(url) }
        }
    }

    // MARK: Opening

    private func open(_ standing: RepositoryStanding) async throws -> String {
        let commit = try await run.gate { try await pushedBranch(standing) }
        guard let forge = try run.surroundings.forges.project(of: repository) else {
            throw RelctlError("cannot open a pull request of `\(repository.name)`: no forge is known of it")
        }
        let wanted = WantedRequest(
            branch: repository.requestBranch,
            base: repository.branch,
            title: CommitRecord.parts(ofMessage: Array(repository.commitMessage.utf8)[...]).subject,
            text: "Merging this releases \(repository.name) \(repository.version): "
                + "the commit that comes of it becomes `\(repository.tag)`.",
            commit: commit
        )
        let place = try await run.change(.request, of: repository.name, object: repository.requestBranch) {
            try await repository.asking(forge) { try await forge.open(wanted) }.place
        }
        // Whoever reads a log, which shows no progress, must know what to merge.
        let message = "`\(repository.name)` waits for the merge of its pull request: \(place)"
        run.surroundings.effects.events.send(.message(.notice, message))
        return place
    }

    /// The commit that the request's branch has, once it has it.
    private func pushedBranch(_ standing: RepositoryStanding) async throws -> String {
        let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
        let there = try await mirror.look().branches[repository.requestBranch]
        if case .proposed(let commit) = standing, there != nil { return commit }
        let commit = try await mirror.mending {
            if try await !mirror.has(repository.head) {
                try await mirror.fetch(["refs/heads/\(repository.branch)"], depth: 1)
            }
            return try await release.madeCommit(mirror)
        }
        guard there != commit else { return commit }
        let update = MirrorUpdate(
            object: commit,
            reference: "refs/heads/\(repository.requestBranch)",
            expected: .absent
        )
        do {
            try await run.push([update], to: mirror, of: repository.name, object: commit)
        } catch let error as RelctlError {
            // Whatever git reports, the remote says what came of it.
            guard try await mirror.look().branches[repository.requestBranch] == commit else { throw error }
        }
        return commit
    }

    // MARK: Waiting

    private func merge(_ url: String) async throws -> String {
        let clock = run.surroundings.effects.clock
        var pause = Duration.seconds(Readiness.standardInterval)
        let end = clock.uptime + .seconds(Self.patience)
        while clock.uptime < end {
            if let commit = try await mergedNow(url) { return commit }
            try await clock.sleep(for: pause)
            pause = min(pause * 3 / 2, .seconds(60))
        }
        throw RelctlError(
            "cannot go on with `\(repository.name)`: its pull request is not merged after \(Self.patience / 3600) hours",
            details: ["request": url],
            hints: ["have it merged: \(url)"]
        )
    }

    /// The commit that the request was merged as; nothing while it waits.
    private func mergedNow(_ url: String) async throws -> String? {
        let standing: RepositoryStanding
        do {
            standing = try await release.standing()
        } catch let error as RelctlError where error.code == .remoteUnavailable {
            // Hours lie between the first look and the last.
            return nil
        }
        switch standing {
        case .committed(let commit), .pushed(let commit): return commit
        // A forge may list a request a while after it took it.
        case .requested, .proposed: return nil
        default: break
        }
        // One that was closed, and its branch deleted, leaves nothing behind.
        let refusal = repository.refusal(standing) ?? repository.refusal(.refused(url: url))
        if let refusal { throw refusal }
        return nil
    }

    /// How long a merge may take, in seconds: people have to look at it.
    private static let patience: Int64 = 24 * 3600

    // MARK: Afterwards

    /// Removes the branch of the merged request, if it is there and still what was pushed.
    ///
    /// It is in nobody's way but the next release's of this version, so that a failure is told and no more.
    func removeBranch() async throws {
        do {
            let sight = try await run.surroundings.sight(of: repository)
            let change = RequestedChange(of: repository, in: sight, author: run.plan.author, time: run.plan.time)
            guard let tip = sight.requestTip, tip == change.commit else { return }
            let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
            let update = MirrorUpdate(
                object: nil,
                reference: "refs/heads/\(repository.requestBranch)",
                expected: .object(tip)
            )
            try await run.push([update], to: mirror, .deleteBranch, of: repository.name, object: tip)
        } catch let error as RelctlError {
            run.surroundings.effects.events.send(
                .message(.warning, "cannot delete the branch `\(repository.requestBranch)`: \(error)")
            )
        }
    }
}
