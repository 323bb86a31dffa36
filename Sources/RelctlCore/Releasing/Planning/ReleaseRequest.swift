/// What the user wants released, and how.
package struct ReleaseRequest: Sendable, Equatable {
    /// The tag; nothing to find it out.
    package var tag: String?
    /// Whether this is a trial that no tag stands for.
    package var isSnapshot: Bool
    /// Globs of targets; empty for all.
    package var targets: [String]
    /// Steps that are left out.
    package var skipped: Set<ReleaseStep>
    /// What is expected of the tag.
    package var expectation: VersionValidator.TagExpectation
    /// Whether a different release that is published already may be replaced.
    package var replaces: Bool
    /// Globs of targets that may be missing from what is published.
    package var allowedMissing: [String] = []
    /// The record of an earlier release that sizes are compared with, or a folder that has it.
    package var comparison: FilePath?
    /// Whether nobody means to make this release: `check` asks what one would need.
    package var isQuestion = false
    /// Whether users will see what comes of it: a tag that leads to another commit is an error then, else a warning.
    package var reachesUsers = false
    /// Whether the build may still be to come, which makes files that are not there yet.
    package var isBeforeBuild = true
    /// Whether there must be targets; notes do without.
    package var wantsTargets = true
    /// The encoder of formats that are compressed by DEFLATE, as ``Compression/engine`` names it.
    package var deflateEngine = Compression.standardDeflate.engine

    /// Whether the tag is made where it is missing.
    package var createsTag: Bool { expectation == .created }

    /// Describes a wish; by default for one step of a release whose tag need not be there.
    package init(
        tag: String? = nil,
        isSnapshot: Bool = false,
        targets: [String] = [],
        skipped: Set<ReleaseStep> = [],
        expectation: VersionValidator.TagExpectation = .optional,
        replaces: Bool = false
    ) {
        self.tag = tag
        self.isSnapshot = isSnapshot
        self.targets = targets
        self.skipped = skipped
        self.expectation = expectation
        self.replaces = replaces
    }
}

/// Everything that was seen before a release is planned.
package struct ReleaseObservation: Sendable {
    /// Where the project keeps things.
    package var layout: ReleaseLayout
    /// What it wants.
    package var configuration: Configuration
    /// Its repository.
    package var repository: GitRepository
    /// What is released.
    package var release: ReleaseIdentity
    /// The platforms.
    package var targets: [TargetSettings]
    /// The working tree, as far as archives ask about it.
    package var tree: SourceTree
    /// The project's files, for those who tell how it is built; each is read when it is asked for.
    package var manifests: ManifestTree
    /// The folders of the configuration's charts, in its order.
    package var charts: [ChartObservation]
    /// Manifests, tags and branches.
    package var versions: VersionObservation
    /// The versions that the project's tags name, in git's order.
    package var taggedVersions: [Version]
    /// The release that changes are counted from.
    package var previousTag: String?
    /// What makes the working tree unclean.
    package var treeRules: VersionValidator.TreeRules
    /// The record of an earlier release that sizes are compared with.
    package var previous: Manifest?

    /// What is wrong with the release's tag, where it is there and leads to another commit than is checked out.
    package var misplacedTag: Finding? {
        versions.repository?.tags.first { $0.name == release.tag }?.misplacement(at: release.commit)
    }

    /// Whether the commit says all about the sources.
    package var isFromCleanTree: Bool {
        guard let status = versions.repository?.status else { return false }
        return !status.changed.contains(where: counts) && !status.untracked.contains(where: countsUntracked)
    }

    private func counts(_ text: String) -> Bool {
        guard let path = try? RelativePath(text) else { return true }
        return !treeRules.disregarded.contains { path.isInside($0) }
    }

    private func countsUntracked(_ text: String) -> Bool {
        guard let path = try? RelativePath(text) else { return true }
        return counts(text) && treeRules.ships(path)
    }
}
