/// The way of a commit onto a protected branch: a pull request of a branch of its own, whose merge is waited for.
struct RequestedRelease: Sendable {
    let repository: PlannedRepository
    let run: WorkspaceRun

    /// Opens the request where it is missing, and waits until it is merged.
    ///
    /// - Returns: The commit that it was merged as.
    /// - Throws: ``RelctlError`` if it is closed, or not merged in time.
    func merged(_ standing: RepositoryStanding) async throws -> String {
        var url: String
        if case .requested(let there) = standing { url = there } else { url = try await open() }
        let activity = Activity(id: "request/\(repository.name)", title: "waiting for the merge of \(url)")
        return try await run.surroundings.effects.events.during(activity) {
            try await run.journal.during(.merge, of: repository.name, object: url) { try await merge(url) }
        }
    }

    private func open() async throws -> String {
        try await run.gate {
            let mirror = try await run.surroundings.mirrors.mirror(of: repository.url)
            let release = RepositoryRelease(repository: repository, run: run)
            if try await !mirror.has(repository.head) {
                try await mirror.fetch(["refs/heads/\(repository.branch)"], depth: 1)
            }
            let commit = try await release.madeCommit(mirror)
            let reference = "refs/heads/\(repository.requestBranch)"
            let there = try await mirror.look().branches[repository.requestBranch]
            if there != commit {
                try await run.journal.during(.push, of: repository.name, object: commit) {
                    try await mirror.push(
                        [MirrorUpdate(object: commit, reference: reference)],
                        isDryRun: false,
                        timeout: run.surroundings.pushTimeout
                    )
                }
            }
        }
        guard let forge = try run.surroundings.forges.project(of: repository) else {
            throw RelctlError("cannot open a pull request of `\(repository.name)`: no forge is known of it")
        }
        let wanted = WantedRequest(
            branch: repository.requestBranch,
            base: repository.branch,
            title: CommitRecord.parts(ofMessage: Array(repository.commitMessage.utf8)[...]).subject,
            text:
                "Merging this releases \(repository.name) \(repository.version): the merge commit becomes `\(repository.tag)`."
        )
        return try await run.journal.during(.request, of: repository.name, object: repository.requestBranch) {
            try await forge.open(wanted).place
        }
    }

    private func merge(_ url: String) async throws -> String {
        let clock = run.surroundings.effects.clock
        var pause = Duration.seconds(Readiness.standardInterval)
        let end = clock.uptime + .seconds(Self.patience)
        while clock.uptime < end {
            let request = try await run.surroundings.request(of: repository)
            if request?.state == .merged, let commit = request?.merged { return commit }
            if request?.state == .closed, let refusal = repository.refusal(.refused(url: url)) { throw refusal }
            try await clock.sleep(for: pause)
            pause = min(pause * 3 / 2, .seconds(60))
        }
        throw RelctlError(
            "cannot go on with `\(repository.name)`: its pull request is not merged after \(Self.patience / 3600) hours",
            details: ["request": url],
            hints: ["have it merged: \(url)"]
        )
    }

    /// How long a merge may take, in seconds: people have to look at it.
    private static let patience: Int64 = 24 * 3600
}
