/// What relctl asks of git, as typed questions.
///
/// A question never writes and never fetches: no optional locks, no lazy fetch, no file system monitor, no pager. The
/// only methods that write are ``createAnnotatedTag(_:message:at:isSigned:)`` and ``commit(_:message:isSigned:)``.
///
/// A class, because many types hold one.
package final class GitRepository: Sendable {
    /// The project's folder; git is asked from there.
    package let project: FilePath
    /// The working tree's top: the project's folder or one above it.
    package let top: FilePath
    /// The project's folder below the top; nothing where it is the top.
    package let prefix: RelativePath?
    /// Whether the history was cut off when it was fetched, so that no question about ancestors can be trusted.
    package let isShallow: Bool
    let git: GitCommand
    /// What was listed when the repository was opened, if that was wanted.
    let listed: GitReferences?

    init(
        project: FilePath,
        top: FilePath,
        prefix: RelativePath?,
        isShallow: Bool,
        git: GitCommand,
        listed: GitReferences? = nil
    ) {
        self.project = project
        self.top = top
        self.prefix = prefix
        self.isShallow = isShallow
        self.git = git
        self.listed = listed
    }

    /// The same repository, with git started by another runner of programs.
    package func running(by processes: any ProcessRunner) -> GitRepository {
        GitRepository(
            project: project,
            top: top,
            prefix: prefix,
            isShallow: isShallow,
            git: git.running(by: processes),
            listed: listed
        )
    }

    /// The repository that `project` lies in; nothing if it lies in none.
    ///
    /// git is started with `environment`, its own variables of a repository (`GIT_DIR` …) aside. With
    /// `listsReferences`, tags are listed at the same time, for one who will ask for ``references()`` next.
    ///
    /// - Throws: ``RelctlError`` if git is missing, refuses the repository, or cannot read it.
    package static func find(
        at project: FilePath,
        environment: [String: String],
        effects: Effects,
        listsReferences: Bool = false
    ) async throws -> GitRepository? {
        let git = GitCommand(folder: project, environment: environment, processes: effects.processes)
        async let listed = listsReferences ? GitReferences(from: git) : nil
        let arguments = ["rev-parse", "--is-shallow-repository", "--is-inside-work-tree", "--show-cdup"]
        let outcome = try await git.run(arguments)
        guard outcome.succeeded else {
            if git.words(of: outcome).contains("not a git repository") { return nil }
            throw git.failure("cannot read the git repository at `\(project)`", arguments, outcome)
        }
        // `--show-cdup` is made of `../` alone, where the top's own path might hold a line break.
        let lines = String(decoding: outcome.standardOutput, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, lines[1] == "true" else {
            throw RelctlError("cannot read the git repository at `\(project)`: it has no working tree there")
        }
        let canonical = try effects.files.canonicalPath(of: project)
        let components = canonical.string.splitAtSlashes()
        let depth = String(lines[2]).splitAtSlashes().count
        guard depth <= components.count else {
            throw RelctlError("cannot tell where the git repository of `\(project)` begins")
        }
        return GitRepository(
            project: project,
            top: FilePath("/" + components.dropLast(depth).joined(separator: "/")),
            prefix: depth == 0 ? nil : try RelativePath(components.suffix(depth).joined(separator: "/")),
            isShallow: lines[0] == "true",
            git: git,
            listed: try await listed
        )
    }

    /// The repository that `project` lies in.
    ///
    /// - Throws: ``RelctlError`` if it lies in none, and what ``find(at:environment:effects:listsReferences:)`` throws.
    package static func open(
        at project: FilePath,
        environment: [String: String],
        effects: Effects,
        listsReferences: Bool = false
    ) async throws -> GitRepository {
        let repository = try await find(
            at: project,
            environment: environment,
            effects: effects,
            listsReferences: listsReferences
        )
        if let repository { return repository }
        throw RelctlError(
            "cannot find a git repository at `\(project)`",
            hints: ["releases are made from commits: run `git init`, commit, and try again"]
        )
    }
}
