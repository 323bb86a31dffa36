/// Commits and branches.
extension GitRepository {
    /// The commit that is checked out; nothing before the first one.
    package func headCommit() async throws -> CommitRecord? { try await git.headCommit() }

    /// The commit that `revision` means; nothing if there is none.
    package func commit(_ revision: GitRevision) async throws -> CommitRecord? {
        guard let hash = try await hash(of: revision) else { return nil }
        return try await records(["--max-count=1", "--end-of-options", hash, "--"]).first
    }

    /// The hash of the commit that `revision` means; nothing if there is none.
    package func hash(of revision: GitRevision) async throws -> String? { try await git.hash(of: revision) }

    /// The branch that releases are made from: `name`, or where that is nothing, the remote's default branch, else
    /// `main`, else `master`; local and at `origin`, those of the two that are there.
    package func branches(named name: String?) async throws -> [GitBranch] {
        let wanted = if let name { name } else { try await defaultBranch() }
        let names = wanted.map { [$0] } ?? ["main", "master"]
        for name in names where GitReferenceName.isValid(name) {
            let found = try await tips(of: name)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func tips(of name: String) async throws -> [GitBranch] {
        let references = ["refs/heads/\(name)", "refs/remotes/origin/\(name)"]
        let format = "--format=%(refname)%00%(objectname)"
        let output = try await git.output(of: ["for-each-ref", format] + references, "cannot list branches")
        return try GitCommand.rows(output, width: 2).compactMap { row in
            // A pattern also matches what lies below it.
            guard references.contains(row[0]) else { return nil }
            return GitBranch(name: name, reference: row[0], commit: row[1])
        }
    }

    private func defaultBranch() async throws -> String? {
        let outcome = try await git.run(["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"])
        guard outcome.succeeded else { return nil }
        let (reference, prefix) = (git.line(of: outcome), "refs/remotes/origin/")
        return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
    }

    /// Whether history leads from `descendant` back to `ancestor`; a commit is its own ancestor.
    package func isAncestor(_ ancestor: GitRevision, of descendant: GitRevision) async throws -> Bool {
        let arguments = ["merge-base", "--is-ancestor", try ancestor.expression(), try descendant.expression()]
        let outcome = try await git.run(arguments)
        switch outcome.termination {
        case .exited(0): return true
        case .exited(1): return false
        default: throw git.failure("cannot compare two commits", arguments, outcome)
        }
    }

    /// Whether two commits have a common ancestor, or one is the other's.
    package func haveCommonHistory(_ left: String, _ right: String) async throws -> Bool {
        let arguments = ["merge-base", "--end-of-options", left, right]
        let outcome = try await git.run(arguments)
        if outcome.termination == .exited(1), outcome.standardError.isEmpty { return false }
        guard outcome.succeeded else { throw git.failure("cannot compare two commits", arguments, outcome) }
        return true
    }

    private func records(_ arguments: [String]) async throws -> [CommitRecord] {
        try GitLog.records(in: try await git.output(of: GitLog.arguments + arguments, "cannot read the history"))
    }
}

extension GitCommand {
    /// The commit that is checked out; nothing before the first one.
    func headCommit() async throws -> CommitRecord? {
        let arguments = GitLog.arguments + ["--max-count=1", "--end-of-options", "HEAD", "--"]
        let outcome = try await run(arguments)
        if outcome.succeeded { return try GitLog.records(in: outcome.standardOutput).first }
        // Before the first commit HEAD names a branch that is not there; anything else is damage.
        let exists = try await run(["rev-parse", "--verify", "--quiet", "HEAD"])
        if exists.termination == .exited(1), exists.standardError.isEmpty { return nil }
        throw failure("cannot read the commit that is checked out", arguments, outcome)
    }

    /// The hash of the commit that `revision` means; nothing if there is none.
    func hash(of revision: GitRevision) async throws -> String? {
        let expression = try revision.expression()
        // A whole hash says of itself which commit it means, if there is one; whoever uses it will see.
        if case .commit(let hash) = revision, [40, 64].contains(hash.utf8.count) { return hash }
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", expression]
        let outcome = try await run(arguments)
        if outcome.succeeded { return line(of: outcome) }
        guard outcome.termination == .exited(1) else {
            throw failure("cannot look for \(revision.description)", arguments, outcome)
        }
        return nil
    }
}
