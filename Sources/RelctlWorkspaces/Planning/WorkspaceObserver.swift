/// Looks at the repositories of a workspace; changes no remote.
///
/// Of each repository one process asks the remote what it has, and one reads all files of the head that are needed, more
/// only where manifests lead to other files. What the mirror lacks is fetched without history.
package struct WorkspaceObserver: Sendable {
    private let configuration: WorkspaceConfiguration
    private let extensions: Extensions
    /// The folder that relative paths in the configuration are told from, absolute.
    private let folder: FilePath
    private let mirrors: MirrorStore
    private let effects: Effects

    /// Looks at a workspace whose file lies in `folder`.
    package init(
        _ configuration: WorkspaceConfiguration,
        in folder: FilePath,
        extensions: Extensions,
        mirrors: MirrorStore,
        effects: Effects
    ) {
        self.configuration = configuration
        self.folder = folder
        self.extensions = extensions
        self.mirrors = mirrors
        self.effects = effects
    }

    /// How often manifests may lead from one file to another.
    private static let maximumSteps = 64

    /// What there is, as far as this release needs it; what cannot be looked at is told of in the observation.
    ///
    /// - Throws: `CancellationError`, and ``RelctlError`` if the time that the environment names is none.
    package func observe(_ request: WorkspaceRequest) async throws -> WorkspaceObservation {
        async let author = author()
        let looked = try await mapConcurrently(configuration.repositories, width: configuration.jobs) { repository in
            try await look(at: repository)
        }
        var observation = WorkspaceObservation(
            time: try effects.sourceDateEpoch() ?? effects.clock.secondsSinceEpoch,
            author: try await author,
            repositories: looked.map(\.observed)
        )
        let planner = WorkspacePlanner(configuration, extensions: extensions)
        let usual = Set(extensions.versionSources.all.flatMap(\.connector.fileNames).filter { !$0.contains("*") })
        for _ in 0..<Self.maximumSteps {
            let wanted = planner.wanted(request, observation)
            guard !wanted.isEmpty else { return observation }
            let items = zip(zip(configuration.repositories, looked), observation.repositories).map { known, observed in
                Reading(repository: known.0, mirror: known.1.mirror, usual: usual, observed: observed)
            }
            observation.repositories = try await mapConcurrently(items, width: configuration.jobs) { item in
                try await item.reading(wanted[item.repository.name] ?? [])
            }
        }
        throw RelctlError("cannot read the manifests: they lead from file to file without an end")
    }

    /// Who commits: whom the configuration names, else whom git knows.
    private func author() async throws -> CommitIdentity? {
        if let author = configuration.author { return author }
        let environment = ChildEnvironment(effects).variables()
        let git = GitCommand(folder: folder, environment: environment, processes: effects.processes)
        let outcome = try await git.run(["var", "GIT_AUTHOR_IDENT"])
        let line = git.line(of: outcome)
        // A name, an address in brackets, seconds and a zone.
        guard outcome.succeeded, let open = line.lastIndex(of: "<"), let close = line.lastIndex(of: ">"), open < close
        else { return nil }
        var name = line[..<open]
        while name.last == " " { name.removeLast() }
        return CommitIdentity(name: String(name), email: String(line[line.index(after: open)..<close]))
    }

    /// Asks a remote what it has.
    private func look(at repository: WorkspaceRepository) async throws -> Looked {
        let activity = Activity(id: "look/\(repository.name)", title: "looking at \(repository.name)", isDetail: true)
        var observed = ObservedRepository(name: repository.name, url: GitRemote.resolved(repository.url, in: folder))
        do {
            return try await effects.events.during(activity) {
                let mirror = try await mirrors.mirror(of: observed.url)
                observed.references = try await mirror.look()
                return Looked(mirror: mirror, observed: observed)
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            observed.failure = (error as? RelctlError) ?? RelctlError("cannot look at the remote", causes: [error])
            return Looked(mirror: nil, observed: observed)
        }
    }

    private struct Looked: Sendable {
        var mirror: GitMirror?
        var observed: ObservedRepository
    }
}

/// A repository whose head is read.
private struct Reading: Sendable {
    let repository: WorkspaceRepository
    let mirror: GitMirror?
    /// The names of files that are manifests where they stand at a repository's top.
    let usual: Set<String>
    var observed: ObservedRepository

    /// What is known when these paths were read too.
    func reading(_ paths: Set<String>) async throws -> ObservedRepository {
        guard !paths.isEmpty, let mirror, let head = observed.head(of: repository) else { return observed }
        var (observed, paths) = (observed, paths.union([""]))
        // Those that are found to be there would be asked for next.
        if observed.objects.isEmpty, repository.manifests == nil { paths.formUnion(usual) }
        // What a folder lists tells whether a file is not there or was lost.
        for path in paths { paths.formUnion(Self.foldersAbove(path)) }
        do {
            let objects = try await objects(at: paths, of: head, mirror)
            observed.objects.merge(objects) { $1 }
        } catch let error as CancellationError {
            throw error
        } catch {
            observed.failure = (error as? RelctlError) ?? RelctlError("cannot read the remote's files", causes: [error])
        }
        return observed
    }

    private func objects(
        at paths: Set<String>,
        of head: String,
        _ mirror: GitMirror
    ) async throws -> [String: GitObject?] {
        // Whether the head is there at all shows itself when it is read.
        let mayBeThere = !mirror.isNew || !observed.objects.isEmpty
        if mayBeThere, let known = try? await mirror.objects(at: paths, of: head), Self.isWhole(known) { return known }
        try Task.checkCancellation()
        if let fetched = try await fetched(paths, head, mirror) { return fetched }
        // What the mirror says that it has and cannot read is damaged.
        try await mirror.renew()
        if let fetched = try await fetched(paths, head, mirror) { return fetched }
        throw RelctlError(
            "cannot read the head of the branch, `\(head.prefix(12))`, that was fetched from `\(mirror.url)`",
            hints: ["remove the mirror `\(mirror.folder)`, and try again"]
        )
    }

    private func fetched(_ paths: Set<String>, _ head: String, _ mirror: GitMirror) async throws -> [String:
        GitObject?]?
    {
        do {
            try await mirror.fetch([head], depth: 1)
        } catch let error as RelctlError where error.code == .notAuthorized {
            throw error
        } catch let error as RelctlError {
            // A mirror that is damaged cannot take anything either; a remote that cannot be reached fails again.
            guard try await mirror.isDamaged() else { throw error }
            return nil
        }
        guard let found = try? await mirror.objects(at: paths, of: head), Self.isWhole(found) else { return nil }
        return found
    }

    private static func foldersAbove(_ path: String) -> [String] {
        let names = path.splitAtSlashes()
        return names.indices.dropFirst().map { names[..<$0].joined(separator: "/") }
    }

    /// Whether the top was read, and everything that a folder lists: git says alike of what a commit does not have and of
    /// what a mirror has lost.
    private static func isWhole(_ objects: [String: GitObject?]) -> Bool {
        guard case .folder?? = objects[""] else { return false }
        return !objects.contains { path, object in
            guard object == nil, let name = path.splitAtSlashes().last,
                case .folder(let entries)?? = objects[foldersAbove(path).last ?? ""]
            else { return false }
            return entries.contains { entry in
                entry.bytes.elementsEqual(name.utf8) && (entry.isFolder || entry.isFile && !entry.isLink)
            }
        }
    }
}
