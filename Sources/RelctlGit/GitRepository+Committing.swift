/// Making commits.
extension GitRepository {
    /// Which of these files, absolute and without links, git tracks; those outside the working tree it does not.
    package func tracked(_ files: [FilePath]) async throws -> [FilePath] {
        let below = files.compactMap { file in file.path(below: top).map { (file: file, name: $0) } }
        guard !below.isEmpty else { return [] }
        let arguments = ["--literal-pathspecs", "ls-files", "-z", "--full-name", "--"] + below.map(\.file.string)
        let output = try await git.output(of: arguments, "cannot list tracked files")
        let names = Set(output.split(separator: 0).map { Array($0) })
        return below.filter { names.contains(Array($0.name.utf8)) }.map(\.file)
    }

    /// Makes the index say of these files what the commit that is checked out says, as far as git tracks them; the files
    /// themselves stay.
    ///
    /// A git that is killed after it has moved the branch leaves the index as it was before the commit.
    package func matchIndex(_ files: [FilePath]) async throws {
        let tracked = try await tracked(files)
        guard !tracked.isEmpty else { return }
        let paths = ["--"] + tracked.map(\.string)
        let asking = ["--literal-pathspecs", "diff-index", "--cached", "--quiet", "HEAD"] + paths
        guard try await !git.run(asking).succeeded else { return }
        let arguments = ["--literal-pathspecs", "reset", "--quiet"] + paths
        let outcome = try await git.run(arguments)
        guard !outcome.succeeded else { return }
        throw git.failure("cannot bring git's index up to date with the commit", ["reset"], outcome)
    }

    /// Commits these tracked files as they are, and nothing else.
    ///
    /// What is staged stays staged. Hooks run.
    ///
    /// It is signed where `isSigned` says so, or the user configured git to.
    ///
    /// - Returns: The new commit's hash.
    /// - Throws: ``RelctlError`` with what git or a hook said if there is no new commit.
    package func commit(_ files: [FilePath], message: String, isSigned: Bool) async throws -> String {
        let before = try await hash(of: .head)
        var arguments = ["--literal-pathspecs", "commit", "--quiet", "--cleanup=whitespace", "--message=\(message)"]
        if isSigned { arguments.append("--gpg-sign") }
        arguments += ["--only", "--"] + files.map(\.string)
        let repository = self
        do {
            let outcome = try await git.run(arguments)
            guard outcome.succeeded else { throw git.failure("cannot commit the new version", ["commit"], outcome) }
        } catch {
            // Whoever was interrupted while git wrote must know whether it was done; this task may be cancelled.
            let after = await Task { try? await repository.hash(of: .head) }.value
            guard let after, after != before, error is CancellationError else { throw error }
            return after
        }
        guard let after = try await hash(of: .head), after != before else {
            throw RelctlError("cannot commit the new version: git made no commit")
        }
        return after
    }
}
