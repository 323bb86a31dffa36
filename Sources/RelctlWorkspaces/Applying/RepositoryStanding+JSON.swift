/// `{ "kind": "moved", "tip": "…", "commits": ["…"] }`: a word, and what there is to say.
extension RepositoryStanding: Encodable {
    private struct Form: Encodable {
        var kind: String
        /// The commit that is or will be tagged; of a foreign tag or branch, the one that it is at.
        var commit: String?
        /// The pull request.
        var url: String?
        /// Where the branch is now, and what was committed since.
        var tip: String?
        var commits: [String]?
        /// Whether the branch has lost the planned commit.
        var isRewritten: Bool?
        /// Why nothing is known, what a foreign branch has, or who released the same by another run.
        var reason: String?

        init(_ kind: String, commit: String? = nil, url: String? = nil) {
            (self.kind, self.commit, self.url) = (kind, commit, url)
        }
    }

    /// Writes an object with the word for how far it has come.
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    private var form: Form {
        switch self {
        case .pending: return Form("pending")
        case .unchanged: return Form("unchanged")
        case .proposed(let commit): return Form("proposed", commit: commit)
        case .requested(let url): return Form("requested", url: url)
        case .committed(let commit): return Form("committed", commit: commit)
        case .tagged(let commit): return Form("tagged", commit: commit)
        case .pushed(let commit): return Form("pushed", commit: commit)
        case .foreignTag(let commit, let rival):
            var form = Form("foreignTag", commit: commit)
            form.reason = rival
            return form
        case .foreignBranch(let commit, let what):
            var form = Form("foreignBranch", commit: commit)
            form.reason = what
            return form
        case .tagGone: return Form("tagGone")
        case .refused(let url): return Form("refused", url: url)
        case .moved(let tip, let commits, let isRewritten):
            var form = Form("moved")
            (form.tip, form.commits) = (tip, commits)
            if isRewritten { form.isRewritten = true }
            return form
        case .unknown(let reason):
            var form = Form("unknown")
            form.reason = reason
            return form
        }
    }
}
