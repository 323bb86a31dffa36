/// What others can have seen of a repository's release.
package struct RollbackSight: Sendable, Hashable {
    /// How far it has come.
    package var standing: RepositoryStanding
    /// What the remote has.
    package var remote: RepositorySight
    /// The release that everybody sees.
    package var published: TaggedRelease?
    /// The releases that only those see who may write.
    package var drafts: [TaggedRelease] = []
    /// The registries that have the version.
    package var packages: [PackageRegistry] = []
    /// Runs of the tag that go on.
    package var runs: [ForgeRun] = []
    /// What could not be asked, where that leaves open whether it is published.
    package var blindness: [Blindness] = []
    /// What undoing the commit comes to; nothing where there is none on the branch.
    package var revert: Revert?
    /// What of the release's pull request is its own; nothing where it goes by none.
    package var requested: RequestedChange?
    /// The pull request that takes the commit back, and its branch.
    package var revertRequest = RevertRequest()

    /// Something that could not be asked.
    package struct Blindness: Sendable, Hashable {
        /// What is not known, for "whether … cannot be seen".
        var subject: String
        /// Why.
        var reason: String
        /// What to do about it.
        var remedies: [String]
    }

    /// A pull request that takes a commit back, as far as it is there.
    package struct RevertRequest: Sendable, Hashable {
        /// What its branch is at.
        var tip: String?
        /// Whether that takes the commit back.
        var isOwn = false
        /// The request.
        var request: ForgeRequest?
    }

    /// What undoing a commit comes to.
    package enum Revert: Sendable, Hashable {
        /// These changes of the branch's head; none where they are undone already.
        case clean(PlannedRevert)
        /// These files were changed since, in the same places.
        case conflict([String])
    }

    /// The plan's commit, where it is tagged beside a branch that has moved on without it.
    func tagAlone(of repository: PlannedRepository) -> String? {
        guard case .moved = standing, let tagged = remote.tagged, tagged == repository.commit else { return nil }
        return tagged
    }
}
