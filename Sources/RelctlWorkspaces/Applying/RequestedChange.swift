/// What belongs to a plan of the branch of its pull request, and of the requests for that branch; pure.
///
/// The branch is called alike in every release of a version, planned anew or taken back; so its name tells nothing.
package struct RequestedChange: Sendable, Hashable {
    /// The commit that relctl made for the request, if it can be told.
    let commit: String?
    /// Whether the branch is there with that commit, and perhaps with others on top.
    let hasBranch: Bool
    /// The request that counts.
    let request: ForgeRequest?

    /// Judges what is there.
    init(of repository: PlannedRepository, in sight: RepositorySight, author: CommitIdentity, time: Int64) {
        let made = (sight.proposed + sight.between).first { repository.isPlanned($0, author, time) }?.hash
        let commit = repository.requestCommit ?? made
        let hasBranch = commit.map { sight.requestTip == $0 || sight.proposed.map(\.hash).contains($0) } ?? false
        self.commit = commit
        self.hasBranch = hasBranch
        request = .counting(
            sight.requests.filter { request in
                if let commit, request.isOf(commit) { return true }
                // Somebody else may have opened it, and brought the branch up to date.
                if hasBranch, request.head == sight.requestTip { return true }
                guard sight.between.contains(where: { $0.hash == request.merged }) else { return false }
                guard let commit else { return request.commit != nil }
                return sight.between.contains { $0.hash == commit }
            }
        )
    }

    /// The commit that the request was merged as.
    var merged: String? { request?.state == .merged ? request?.merged : nil }
}

extension PlannedRepository {
    /// How far a release has come whose commit goes by a pull request.
    func requestedStanding(_ sight: RepositorySight, _ author: CommitIdentity, _ time: Int64) -> RepositoryStanding {
        let change = RequestedChange(of: self, in: sight, author: author, time: time)
        if let tagged = sight.tagged {
            let isOwn = tagged == change.merged || isOwnTag(sight.tagObject, at: tagged, author, time)
            return isOwn ? .pushed(tagged) : .foreignTag(at: tagged)
        }
        if let merged = change.merged { return sight.isUndone(merged) ? moved(sight) : .committed(merged) }
        if let tip = sight.requestTip, !change.hasBranch { return .foreignBranch(at: tip, what: describe(sight)) }
        switch change.request?.state {
        // A forge may say that it is merged before it says as what.
        case .merged: return .requested(url: change.request?.place ?? "")
        case .open where change.hasBranch: return .requested(url: change.request?.place ?? "")
        case .closed where change.hasBranch: return .refused(url: change.request?.place ?? "")
        case .open: return .proposed(change.commit ?? "")
        case .closed, nil:
            if change.hasBranch { return .proposed(change.commit ?? "") }
            return sight.tip == head ? .pending : moved(sight)
        }
    }

    /// Whether a tag's object is the one that this plan makes, wherever the merge went that it leads to.
    private func isOwnTag(_ object: String?, at commit: String, _ author: CommitIdentity, _ time: Int64) -> Bool {
        guard !isSigned, let object else { return false }
        return MirrorTag(name: tag, commit: commit, message: tagMessage, author: author, time: time).id == object
    }

    /// Whose the branch is, as far as it can be seen.
    private func describe(_ sight: RepositorySight) -> String {
        let last = sight.proposed.first { $0.hash == sight.requestTip }
        let said = last.map { record in
            "\"\(record.subject)\" of \(record.authorName) <\(record.authorEmail)>, "
                + UTCTime.dateAndTime(ofTimestamp: record.timestamp)
        }
        let open = sight.requests.first { $0.state == .open }.map { "with the open pull request \($0.place)" }
        return [said, open].compactMap(\.self).joined(separator: ", ")
    }
}

extension ForgeRequest {
    /// Where people find it.
    var place: String { url ?? "number \(number)" }
}
