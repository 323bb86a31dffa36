@testable import RelctlCore

extension ReleasePlan {
    /// The plan of a first release, nothing of which is built.
    static func forecast(
        of configuration: Configuration,
        _ extensions: Extensions,
        _ tree: SourceTree
    ) throws -> ReleasePlan {
        try ReleasePlanner(extensions: extensions).plan(
            ReleasePlanner.Request(
                configuration: configuration,
                release: try PackedRelease.identity(),
                isFromCleanTree: true,
                targets: configuration.targets,
                tree: tree,
                previousTag: nil,
                skipped: []
            )
        )
    }
}
