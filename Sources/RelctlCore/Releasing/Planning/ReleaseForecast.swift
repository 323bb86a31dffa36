/// The record that a release's archives will have, as far as it is known before anything is built: what is in them, not
/// what that is.
enum ReleaseForecast {
    /// The record of these archives.
    ///
    /// Files of one origin have one digest, which is none of their content; none has a size.
    ///
    /// - Throws: What cannot be encoded.
    static func manifest(
        of release: ReleaseIdentity,
        _ plans: [ArchivePlan],
        _ packagers: Registry<any Packager>
    ) throws -> Manifest {
        let artifacts = try plans.map { plan in
            try Artifact(
                name: plan.name,
                kind: try packagers.connector(plan.format).kind,
                target: plan.target,
                format: plan.format,
                size: 0,
                sha256: Digest(of: Array(plan.name.utf8)),
                contents: try plan.entries.map(entry)
            )
        }
        return Manifest(release: release, artifacts: artifacts)
    }

    private static func entry(_ entry: PlannedEntry) throws -> ArchivedEntry {
        var archived = ArchivedEntry(entry)
        guard case .file(let source, _) = entry.content else { return archived }
        archived.size = 0
        archived.sha256 = Digest(of: try JSONText.line(source))
        return archived
    }

    /// The project's file that a planned image has as its certificates; nothing where it has none, or they are made.
    static func certificates(of plan: ImagePlan, _ plans: [ArchivePlan]) -> RelativePath? {
        for entry in plan.platforms.flatMap(\.layers).flatMap(\.entries)
        where entry.path.string.equalsBytewise(SystemSkeleton.certificates) {
            switch entry.content {
            case .file(.project(let path), _): return path
            case .file(.artifact(let name, let path, _, _), _):
                let planned = plans.first { $0.name == name }?.entries.first { $0.path == path }
                if case .file(.project(let path), _)? = planned?.content { return path }
            default: continue
            }
        }
        return nil
    }
}
