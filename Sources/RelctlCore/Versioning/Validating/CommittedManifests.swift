import Synchronization

/// Reads manifests as git keeps them, without a working tree.
///
/// All trees are read through one process of git, and one more for each step that manifests lead to other files.
package struct CommittedManifests: Sendable {
    private let repository: GitRepository
    private let sources: Registry<any VersionSource>
    private let settings: VersionSettings

    /// Reads the manifests that `settings` ask for.
    package init(repository: GitRepository, sources: Registry<any VersionSource>, settings: VersionSettings) {
        self.repository = repository
        self.sources = sources
        self.settings = settings
    }

    /// What the manifests of a tree say, and those that it does not have.
    package typealias Readings = (manifests: [ManifestReading], missing: Set<RelativePath>)

    /// How often manifests may lead from one file to another.
    private static let maximumSteps = 64

    /// What the manifests of each commit, or of anything else that git finds a tree by, say there.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func readings(at commits: Set<String>) async throws -> [String: Readings] {
        var objects: [GitObjectPlace: GitObject?] = [:]
        var result: [String: Readings] = [:]
        for _ in 0..<Self.maximumSteps {
            var wanted: Set<GitObjectPlace> = []
            for commit in commits where result[commit] == nil {
                let tree = CommitTree(commit: commit, objects: objects)
                do {
                    let readings = try ManifestReader(tree: tree.manifests, sources: sources).readings(of: settings)
                    let missing = try readings.map(\.file).filter { try tree.manifests.read($0) == nil }
                    if tree.wanted.isEmpty { result[commit] = (readings, Set(missing)) }
                } catch  where !tree.wanted.isEmpty {}
                wanted.formUnion(tree.wanted)
            }
            guard !wanted.isEmpty else { return result }
            let order = wanted.sorted { ($0.commit, $0.path) < ($1.commit, $1.path) }
            let found = try await repository.objects(at: order)
            for place in order { objects[place] = .some(found[place]) }
        }
        throw RelctlError("cannot read what was tagged: manifests lead from file to file without an end")
    }
}

/// The tree of a commit, as far as it was fetched; it takes down what else it was asked for.
private final class CommitTree: Sendable {
    private let commit: String
    private let objects: [GitObjectPlace: GitObject?]
    private let asked = Mutex<Set<GitObjectPlace>>([])

    init(commit: String, objects: [GitObjectPlace: GitObject?]) {
        self.commit = commit
        self.objects = objects
    }

    /// What was asked for and is not there yet.
    var wanted: Set<GitObjectPlace> { asked.withLock { $0 } }

    var manifests: ManifestTree {
        ManifestTree(
            read: { [self] file in
                guard case .file(let bytes)? = try object(file.string) else { return nil }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw RelctlError("cannot read `\(file)`: it is not UTF-8 text", code: .configurationInvalid)
                }
                return text
            },
            names: { [self] folder in try entries(folder).map(\.name) },
            isFile: { [self] file in
                try entries(file.parent).contains { $0.isFile && $0.name.utf8.elementsEqual(file.lastComponent.utf8) }
            }
        )
    }

    private func entries(_ folder: RelativePath?) throws -> [GitObject.Entry] {
        guard case .folder(let entries)? = try object(folder?.string ?? "") else { return [] }
        return entries
    }

    private func object(_ path: String) throws -> GitObject? {
        let place = GitObjectPlace(commit: commit, path: path)
        if let known = objects[place] { return known }
        asked.withLock { _ = $0.insert(place) }
        throw RelctlError("cannot read `\(path)`: it is not fetched yet")
    }
}
