/// What a mirror has of its remote.
extension GitMirror {
    /// How long a remote may take to send something.
    private static let patience = Duration.seconds(1800)
    /// Where names stand for what was fetched, each for the object that it names, so that it is known next time.
    private static let kept = "refs/relctl/have/"

    /// Returns true if the mirror has a commit and all that the commit needs: its files, and its history as far as the
    /// mirror keeps it.
    ///
    /// That an object is there proves nothing: a fetch that was killed while it unpacked leaves objects without their
    /// parents and files. A reference is written only after all objects were, so git is asked for connectivity as it asks
    /// itself after a fetch (https://git-scm.com/docs/git-rev-list, `--objects`): what references lead to is there. But
    /// git writes the reference even if it could not write where the history ends (`shallow`), so the newest commits are
    /// walked too.
    package func has(_ commit: String) async throws -> Bool {
        let revision = try GitRevision.commit(commit).expression()
        let objects = ["rev-list", "--objects", "--quiet", revision, "--not", "--all", "--alternate-refs", "--"]
        guard try await git.run(objects).succeeded else { return false }
        let history = ["rev-list", "--quiet", "--max-count=\(Self.shownCommits + 1)", revision, "--"]
        return try await git.run(history).succeeded
    }

    /// Fetches commits by their names, or what references of the remote lead to; a mirror that turns out to be damaged is
    /// made anew.
    ///
    /// - Parameters:
    ///   - references: Whole names of objects, or of references such as `refs/heads/main`.
    ///   - depth: How many commits of the history come with each; nothing for all.
    /// - Throws: ``RelctlError`` as ``look()`` does.
    package func fetch(_ references: [String], depth: Int?) async throws {
        guard !references.isEmpty else { return }
        if let format = references.lazy.compactMap({ GitObjectFormat(ofName: $0) }).first { try await adopt(format) }
        try await mending { try await fetchOnce(references, depth: depth) }
    }

    private func fetchOnce(_ references: [String], depth: Int?) async throws {
        var arguments = [
            "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--update-shallow",
        ]
        if let depth { arguments.append("--depth=\(depth)") }
        arguments += ["--", url]
        // Asked for by its name, a commit is what was looked at, wherever the branch went meanwhile.
        arguments += references.map { GitObjectFormat(ofName: $0) == nil ? $0 : "\($0):\(Self.kept)\($0)" }
        let outcome = try await writing(arguments, timeout: Self.patience)
        guard outcome.succeeded else {
            throw RemoteFailure.error("cannot fetch from the remote `\(url)`", arguments, outcome, git)
        }
    }

    /// Whether something that the mirror has cannot be read, or may lie in what it borrows.
    package func isDamaged() async throws -> Bool {
        // Doing without what is borrowed costs a fetch, and less than to prove all of it; where the remote does not answer,
        // it would be thrown away for nothing.
        guard !isBorrowing else { return try await answers() }
        let arguments = ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"]
        return !(try await git.run(arguments, timeout: Self.patience).succeeded)
    }

    /// Whether the remote can be asked now.
    private func answers() async throws -> Bool {
        do {
            _ = try await look()
            return true
        } catch is RelctlError {
            return false
        }
    }

    /// What a commit holds at paths; nothing where there is nothing.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func objects(at paths: some Sequence<String>, of commit: String) async throws -> [String: GitObject?] {
        let places = Set(paths).sortedBytewise().map { GitObjectPlace(commit: commit, path: $0) }
        let found = try await git.objects(at: places, below: "", "cannot read what was fetched from `\(url)`")
        return places.reduce(into: [:]) { objects, place in objects[place.path] = .some(found[place]) }
    }

    /// The commits that a branch got, newest first, at most a hundred; what is missing of them is fetched.
    ///
    /// - Parameters:
    ///   - old: A commit that the branch was at.
    ///   - new: The one that it is at.
    /// - Returns: those that `new` reaches and `old` does not.
    /// - Throws: ``RelctlError`` if the remote cannot be asked.
    package func commits(from old: String, to new: String) async throws -> [CommitRecord] {
        let range = ["--max-count=\(Self.shownCommits)", "--end-of-options", new, "^" + old, "--"]
        _ = try (GitRevision.commit(old).expression(), GitRevision.commit(new).expression())
        if try await !has(old) { try? await fetch([old], depth: 1) }
        try await fetch([new], depth: Self.shownCommits)
        let excluded = try await has(old) ? range : range.filter { $0 != "^" + old }
        let output = try await git.output(of: GitLog.arguments + excluded, "cannot read the history of `\(url)`")
        return try GitLog.records(in: output)
    }

    private static let shownCommits = 100

    // MARK: Writing

    /// Runs a command that writes to the mirror, alone, past the locks that one which was killed left behind.
    func writing(
        _ arguments: [String],
        with git: GitCommand? = nil,
        input: [UInt8] = [],
        timeout: Duration? = nil
    ) async throws -> ProcessOutcome {
        let command = git ?? self.git
        return try await exclusively {
            var outcome = try await command.run(arguments, input: input, timeout: timeout)
            for _ in 0..<Self.staleLocks where !outcome.succeeded && removeStaleLock(in: command.words(of: outcome)) {
                outcome = try await command.run(arguments, input: input, timeout: timeout)
            }
            return outcome
        }
    }

    private static let staleLocks = 8

    /// Removes the lock file that git names, if it belongs to the mirror: nobody else writes to it now.
    private func removeStaleLock(in words: String) -> Bool {
        guard let path = GitCommand.foreignLock(in: words), path.path(below: folder) != nil else { return false }
        return (try? effects.files.removeFile(path)) != nil
    }
}
