/// How a coordinated release is taken back, as far as it can be: each step by what others can have seen of it.
package struct RollbackPlan: Sendable, Hashable, Codable {
    /// The form of the value.
    package var format = Self.currentFormat
    /// The workspace's name.
    package var workspace: String
    /// The version that is taken back.
    package var version: Version
    /// What tells the plan of the release from others.
    package var plan: Digest
    /// When it was planned, which is when the commits that revert say they were made, in seconds since 1970.
    package var time: Int64
    /// Who commits.
    package var author: CommitIdentity
    /// The repositories, those first that need others.
    package var repositories: [RepositoryRollback]

    /// The form that this relctl writes.
    package static let currentFormat = 1

    /// Whether there is nothing to do but to forget the release.
    package var isEmpty: Bool { repositories.allSatisfy(\.actions.isEmpty) }

    /// Whether something is done that others can have seen, so that it wants to be confirmed.
    package var isVisible: Bool { repositories.contains { $0.actions.contains { $0.visibility == .everyone } } }
}

/// What is taken back in one repository.
package struct RepositoryRollback: Sendable, Hashable, Codable {
    /// What the workspace calls it.
    package var name: String
    /// The repositories that this one's is done after: those that need it.
    package var after: [String]
    /// What is done, in this order.
    package var actions: [RollbackAction]
    /// What stays.
    package var kept: [KeptRelease]
    /// What is worth knowing before it is done.
    package var remarks: [String]
}

/// Something that stays, as it cannot or should not be taken back.
package struct KeptRelease: Sendable, Hashable, Codable {
    /// What it is.
    package var subject: String
    /// Why it stays.
    package var reason: String
    /// What its ecosystem has for releases that should not be used.
    package var remedies: [String]
    /// Whether it stays only until somebody has done something: the rollback is not finished before.
    package var isForNow = false
}

/// A step back.
package enum RollbackAction: Sendable, Hashable {
    /// Removes a release that only those see who may write.
    case deleteDraft(TaggedRelease)
    /// Closes a pull request that was not merged.
    case closeRequest(ForgeRequest)
    /// Removes a branch of a pull request, if it is still at this commit, which relctl pushed.
    case deleteBranch(name: String, commit: String)
    /// Removes a tag that has no release, if it is still this object.
    case deleteTag(name: String, object: String)
    /// Undoes a commit by another one.
    case revert(PlannedRevert)

    /// Who can have seen what is undone.
    package enum Visibility: String, Sendable, Hashable, Codable {
        /// Those who may write.
        case writers
        /// Everybody who can read the repository.
        case everyone
    }

    /// Who can have seen what is undone.
    package var visibility: Visibility {
        switch self {
        case .deleteDraft: .writers
        case .closeRequest, .deleteBranch, .deleteTag, .revert: .everyone
        }
    }
}

/// A commit that undoes another one.
package struct PlannedRevert: Sendable, Hashable, Codable {
    /// The branch that it goes onto.
    package var branch: String
    /// The branch whose pull request brings it there; nothing where it is pushed.
    package var requestBranch: String?
    /// The commit that is undone.
    package var reverted: String
    /// The commit that the branch is at.
    package var head: String
    /// What it changes.
    package var changes: [PlannedChange]
    /// What it says.
    package var message: String
    /// Whether it is signed.
    package var isSigned: Bool
    /// Its id; nothing where it is signed.
    package var commit: String?
}
