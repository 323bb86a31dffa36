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
        var objects: [String: [String: GitObject?]] = [:]
        var result: [String: Readings] = [:]
        for _ in 0..<Self.maximumSteps {
            var wanted: Set<GitObjectPlace> = []
            for commit in commits where result[commit] == nil {
                let tree = CommittedTree(objects[commit] ?? [:])
                do {
                    let readings = try ManifestReader(tree: tree.manifests, sources: sources).readings(
                        of: settings.manifests
                    )
                    let missing = try readings.map(\.file).filter { try tree.manifests.read($0) == nil }
                    if tree.wanted.isEmpty { result[commit] = (readings, Set(missing)) }
                } catch  where !tree.wanted.isEmpty {}
                wanted.formUnion(tree.wanted.map { GitObjectPlace(commit: commit, path: $0) })
            }
            guard !wanted.isEmpty else { return result }
            let order = wanted.sorted { ($0.commit, $0.path) < ($1.commit, $1.path) }
            let found = try await repository.objects(at: order)
            for place in order { objects[place.commit, default: [:]][place.path] = .some(found[place]) }
        }
        throw RelctlError("cannot read what was tagged: manifests lead from file to file without an end")
    }
}
