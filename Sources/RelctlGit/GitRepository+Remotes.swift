/// The branch that is checked out, and what remotes have.
extension GitRepository {
    /// How long a remote may take to answer.
    private static let patience = Duration.seconds(30)

    /// The branch that is checked out, and the one that it follows; nothing if HEAD is detached.
    package func currentBranch() async throws -> GitCurrentBranch? {
        let head = try await git.run(["symbolic-ref", "--quiet", "HEAD"])
        let reference = git.line(of: head)
        guard head.succeeded, reference.hasPrefix("refs/heads/") else { return nil }
        let fields = ["refname", "upstream", "upstream:remotename", "upstream:remoteref", "upstream:track,nobracket"]
        let format = "--format=" + fields.map { "%(\($0))" }.joined(separator: "%00")
        let output = try await git.output(of: ["for-each-ref", format, reference], "cannot look at the branch")
        let rows = try GitCommand.rows(output, width: fields.count)
        var branch = GitCurrentBranch(name: String(reference.dropFirst("refs/heads/".count)))
        // A pattern also matches what lies below it; before the first commit there is no such reference.
        guard let row = rows.first(where: { $0[0] == reference }), !row[1].isEmpty else { return branch }
        let behind = row[4].firstRange(of: "behind ").flatMap { Int(row[4][$0.upperBound...]) }
        branch.upstream = GitCurrentBranch.Upstream(
            name: row[1].hasPrefix("refs/remotes/") ? String(row[1].dropFirst("refs/remotes/".count)) : row[1],
            remote: row[2],
            reference: row[3],
            missing: behind ?? 0
        )
        return branch
    }

    /// The names of the remotes, sorted bytewise.
    package func remotes() async throws -> [String] {
        let output = try await git.output(of: ["remote"], "cannot list the remotes")
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
            .sortedBytewise()
    }

    /// What a remote has, as it says now: hashes by reference, those of peeled tags (`refs/tags/v1.0.0^{}`) too.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/remoteUnavailable`` if it does not answer in time.
    package func references(at remote: String, matching patterns: [String]) async throws -> [String: String] {
        let arguments = ["ls-remote", "--", remote] + patterns
        let outcome = try await git.run(arguments, timeout: Self.patience)
        guard outcome.succeeded else {
            var error = git.failure("cannot ask the remote `\(remote)` what it has", arguments, outcome)
            error.code = .remoteUnavailable
            throw error
        }
        var references: [String: String] = [:]
        for line in outcome.standardOutput.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: "\t", maxSplits: 1)
            if fields.count == 2 { references[String(fields[1])] = String(fields[0]) }
        }
        return references
    }

    /// How many commits a local branch has that no remote has, as far as this clone knows; none where there is no such
    /// branch.
    ///
    /// - Parameters:
    ///   - branch: The branch.
    ///   - head: The commit that a remote has it at now, which this clone may lack.
    /// - Returns: the number.
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func commitsAhead(ofBranch branch: String, at head: String) async throws -> Int {
        let reference = "refs/heads/" + branch
        guard GitReferenceName.isValid(branch),
            try await git.run(["show-ref", "--verify", "--quiet", reference]).succeeded
        else { return 0 }
        let expression = try GitRevision.commit(head).expression()
        // What was pushed by somebody else need not be here.
        let isHere = try await git.run(["cat-file", "-e", expression]).succeeded
        let arguments =
            ["rev-list", "--count", reference, "--not", "--remotes"] + (isHere ? [expression] : []) + ["--"]
        let output = try await git.output(of: arguments, "cannot count the commits that were not pushed")
        return Int(String(decoding: output, as: UTF8.self).filter(\.isNumber)) ?? 0
    }

    /// Whether HEAD stands on a commit, which may be one that this clone does not have.
    package func headContains(_ commit: String) async throws -> Bool {
        let arguments = ["merge-base", "--is-ancestor", try GitRevision.commit(commit).expression(), "HEAD"]
        return try await git.run(arguments).succeeded
    }
}

/// The branch that is checked out.
package struct GitCurrentBranch: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// The branch that it follows, if any.
    package var upstream: Upstream?

    /// Names a branch.
    package init(name: String, upstream: Upstream? = nil) {
        self.name = name
        self.upstream = upstream
    }

    /// The branch that another one follows, as this clone knows it.
    package struct Upstream: Sendable, Hashable {
        /// Its name here, such as `origin/main`.
        package var name: String
        /// The remote, or `.` for this repository.
        package var remote: String
        /// The reference there, such as `refs/heads/main`.
        package var reference: String
        /// How many of its commits the branch does not have.
        package var missing: Int

        /// Describes a branch.
        package init(name: String, remote: String, reference: String, missing: Int) {
            self.name = name
            self.remote = remote
            self.reference = reference
            self.missing = missing
        }
    }
}
