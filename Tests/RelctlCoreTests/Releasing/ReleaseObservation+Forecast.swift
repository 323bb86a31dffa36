import TestSupport

@testable import RelctlCore
@testable import RelctlGit

extension ReleaseObservation {
    /// What there is to see of a first release that nothing is built of, from a clean working tree.
    static func forecast(
        of configuration: Configuration,
        _ tree: SourceTree,
        at project: FilePath = FilePath("/srv/project"),
        release: ReleaseIdentity? = nil
    ) throws -> ReleaseObservation {
        let repository = GitRepository(
            project: project,
            top: project,
            prefix: nil,
            isShallow: false,
            git: GitCommand(folder: project, environment: [:], processes: NoProcesses())
        )
        return ReleaseObservation(
            layout: ReleaseLayout(project: project),
            configuration: configuration,
            repository: repository,
            release: try release ?? PackedRelease.identity(),
            targets: configuration.targets,
            tree: tree,
            manifests: .empty,
            charts: [],
            versions: VersionObservation(manifests: [], repository: RepositoryObservation(head: nil)),
            taggedVersions: [],
            previousTag: nil,
            treeRules: VersionValidator.TreeRules(disregarded: []) { _ in true },
            previous: nil
        )
    }
}

extension ReleasePlan {
    /// The plan of a first release that nothing is built of.
    static func forecast(
        of configuration: Configuration,
        _ extensions: Extensions,
        _ tree: SourceTree
    ) throws -> ReleasePlan {
        try ReleasePlanner(extensions: extensions).plan(.forecast(of: configuration, tree), ReleaseRequest())
    }
}
