/// A moment at which git asks whether to go on (`git help hooks`), and at which relctl has something to say.
package enum GitHook: String, Sendable, Hashable, Codable, CaseIterable {
    /// Before a commit: do the manifests, as they would be committed, agree on the version?
    case preCommit = "pre-commit"
    /// Once a commit's message is written: is it in the form of Conventional Commits?
    case commitMessage = "commit-msg"
    /// Before a push: does every release tag that is pushed stand for the version in its tree?
    case prePush = "pre-push"

    /// Those that are installed unless somebody wants fewer or more: what a message looks like is a matter of taste.
    package static let standard: [GitHook] = [.preCommit, .prePush]
}
