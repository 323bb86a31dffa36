/// Everything that a coordinated release will do, decided before any remote is touched.
///
/// It holds all that it takes to do it: whoever has the file and may push can apply it, on any machine, and makes the
/// very same commits, since times and authors stand in it too.
package struct WorkspacePlan: Sendable, Hashable, Codable {
    /// The form of the file.
    package var format = Self.currentFormat
    /// The workspace's name.
    package var workspace: String
    /// The version that its repositories share.
    package var version: Version
    /// What the configuration was read from.
    package var configuration: Digest
    /// When it was planned, which is when commits and tags say they were made, in seconds since 1970.
    package var time: Int64
    /// Who commits and tags.
    package var author: CommitIdentity
    /// How many repositories are worked on at the same time.
    package var jobs: Int
    /// The repositories in the order of release.
    package var repositories: [PlannedRepository]

    /// The members of the file beside its seal.
    enum CodingKeys: String, CodingKey {
        case format, workspace, version, configuration, time, author, jobs, repositories
    }

    /// The form that this relctl writes.
    package static let currentFormat = 2

    /// The repository of this name.
    package subscript(_ name: String) -> PlannedRepository? { repositories.first { $0.name == name } }
}

/// What will be done in one repository.
package struct PlannedRepository: Sendable, Hashable, Codable {
    /// What the workspace calls it.
    package var name: String
    /// Where it is pushed to.
    package var url: String
    /// The branch that is released.
    package var branch: String
    /// Its wave, from 1.
    package var wave: Int
    /// The repositories that must be ready before it.
    package var needs: [String]
    /// The version that it gets, or has where it is left out.
    package var version: Version
    /// The tag of that version.
    package var tag: String
    /// The version before, by its tags; nothing for the first.
    package var previous: Version?
    /// The commit that the branch was at.
    package var head: String
    /// What is to be done.
    package var action: Action
    /// The changes of the commit, sorted by file; without any, `head` itself is tagged.
    package var changes: [PlannedChange]
    /// What the commit says.
    package var commitMessage: String
    /// What the tag says.
    package var tagMessage: String
    /// Whether commit and tag are signed, which makes their ids unknown beforehand.
    package var isSigned: Bool
    /// How the commit gets onto the branch.
    package var via: ChangePath
    /// The commit that will be tagged; nothing where only doing it tells.
    package var commit: String?
    /// The commit that the pull request merges; nothing without one, or where it is signed.
    package var requestCommit: String?
    /// What must hold before those that need it begin.
    package var ready: [Readiness]
    /// What is asked of `head` before anything is changed.
    package var checks: HeadCheck
    /// The forge that it lies at.
    package var forge: WorkspaceForge?

    /// What is to be done in a repository.
    package enum Action: String, Sendable, Hashable, Codable {
        /// Commit, tag, push.
        case release
        /// Nothing: the tag is there, at the planned commit.
        case done
        /// Nothing: it has not changed since its last tag.
        case unchanged
    }

    /// The name of the branch that a pull request merges.
    package var requestBranch: String { "relctl/\(tag)" }

    /// The name of the branch whose pull request takes the release's commit back.
    package var revertBranch: String { "relctl/revert-\(tag)" }
}

extension WorkspacePlan {
    /// Which remote each repository is, for people.
    package var shownRemotes: [String] { repositories.map { "`\($0.name)` is `\(GitRemote.shown($0.url))`" } }

    /// Whether it is of none of these remotes, and so of another workspace that has the same name.
    ///
    /// - Parameters:
    ///   - remotes: Addresses, or paths that are told from `folder`; none say nothing.
    ///   - folder: The folder of the workspace that has them.
    ///   - files: The disk, which knows links.
    /// - Returns: Whether they have no remote in common.
    package func isForeign(to remotes: [String], in folder: FilePath, files: any FileSystem) -> Bool {
        func identities(_ remotes: [String]) -> Set<[UInt8]> {
            Set(remotes.map { Array(GitRemote.identity(of: $0, in: folder) { try? files.canonicalPath(of: $0) }.utf8) })
        }
        return !remotes.isEmpty && identities(remotes).isDisjoint(with: identities(repositories.map(\.url)))
    }
}
