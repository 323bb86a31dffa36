/// Looks which files a planned change of the version leads to, through links; writes nothing.
package struct BumpDestinations: Sendable {
    private let project: FilePath
    private let repository: GitRepository?
    private let files: any FileSystem

    /// Looks for a project, and for the repository that it lies in, if any.
    package init(project: FilePath, repository: GitRepository?, files: any FileSystem) {
        self.project = project
        self.repository = repository
        self.files = files
    }

    /// The plan with each file once, by its own name where it lies in the project, and with what forbids to commit or
    /// tag the changes.
    ///
    /// - Throws: ``RelctlError`` for two names of one file that would say different things.
    package func resolving(_ plan: BumpPlan) async throws -> BumpPlan {
        let located = try ManifestWriter(project: project, files: files).located(plan.changes)
        let folder = try files.canonicalPath(of: project)
        var plan = plan
        plan.changes = located.map { path, change in
            var change = change
            change.file = path.path(below: folder).flatMap { try? RelativePath($0) } ?? change.file
            return change
        }
        .sortedBytewise(by: \.file.string)
        if let repository { plan.findings += try await refusals(of: plan, located, repository) }
        return plan
    }

    private func refusals(
        of plan: BumpPlan,
        _ located: [(path: FilePath, change: ManifestChange)],
        _ repository: GitRepository
    ) async throws -> [Finding] {
        guard plan.commitMessage != nil || plan.tagMessage != nil, !located.isEmpty else { return [] }
        let elsewhere = try located.compactMap { try finding(on: $0.path, $0.change.file, repository.top) }
        guard elsewhere.isEmpty, plan.commitMessage != nil, plan.tagMessage != nil else { return elsewhere }
        guard try await repository.tracked(located.map(\.path)).isEmpty else { return [] }
        return [
            Finding(
                "`\(plan.tag)` would stand for a commit without the change: git tracks none of the files that change",
                code: "manifest.untracked",
                hints: ["`git add` them, or list manifests that are committed in `version.manifests`"]
            )
        ]
    }

    /// Why the repository cannot take a change of this file, where it cannot.
    private func finding(on path: FilePath, _ file: RelativePath, _ top: FilePath) throws -> Finding? {
        guard path.path(below: top) != nil else {
            return Self.elsewhere(
                "`\(file)` leads out of the repository, to `\(path)`: no commit would have its change"
            )
        }
        var folder = path.parent
        while folder != top {
            guard try files.status(of: folder.appending(".git")) == nil else {
                let name = folder.path(below: top) ?? folder.string
                return Self.elsewhere(
                    "`\(file)` is in another repository, `\(name)`: no commit here would have its change"
                )
            }
            folder = folder.parent
        }
        return nil
    }

    private static func elsewhere(_ message: String) -> Finding {
        Finding(
            message,
            code: "manifest.elsewhere",
            hints: [
                "leave `--commit` and `--tag` out, and commit in each repository by itself",
                "or list only manifests of this one in `version.manifests`",
            ]
        )
    }
}
