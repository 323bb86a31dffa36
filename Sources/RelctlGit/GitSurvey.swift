/// A repository with what whoever makes a release asks about it first.
package struct GitSurvey: Sendable {
    /// The repository.
    package let repository: GitRepository
    /// The commit that is checked out; nothing before the first one.
    package let head: CommitRecord?
    /// All tags, sorted bytewise by name.
    package let tags: [GitTag]
    /// How the working tree differs from HEAD below the project's folder.
    package let status: GitStatus

    /// Opens the repository that `project` lies in and asks all of it at the same time, because each question takes git
    /// as long as the answer.
    ///
    /// Once they are asked, `meanwhile` is called.
    ///
    /// - Throws: ``RelctlError`` as ``GitRepository/open(at:environment:effects:listsReferences:)`` does, and if git
    ///   cannot be asked.
    package init(
        at project: FilePath,
        environment: [String: String],
        effects: Effects,
        meanwhile: () -> Void = {}
    ) async throws {
        let git = GitCommand(folder: project, environment: environment, processes: effects.processes)
        async let head = git.headCommit()
        async let tags = git.tags()
        async let entries = git.statusEntries()
        repository = try await GitRepository.open(at: project, environment: environment, effects: effects)
        meanwhile()
        (self.head, self.tags) = (try await head, try await tags)
        status = GitStatus(try await entries, below: repository.prefix)
    }
}
