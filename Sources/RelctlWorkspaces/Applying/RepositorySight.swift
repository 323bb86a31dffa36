/// What a repository's remote and forge have now, as far as a plan asks.
package struct RepositorySight: Sendable, Hashable {
    /// The commit that the branch is at; nothing if it is not there.
    package var tip: String?
    /// The commit that the planned tag leads to; nothing if it is not there.
    package var tagged: String?
    /// The tag's own object.
    package var tagObject: String?
    /// The commits between the planned head and `tip`, newest first, where `tip` is neither the head nor the planned
    /// commit.
    package var between: [CommitRecord]
    /// Those between the planned head and `tagged`, where that is not on the branch and may be this plan's commit.
    package var aside: [CommitRecord] = []
    /// What the branch of the pull request is at.
    package var requestTip: String?
    /// The commits between the planned head and `requestTip`, newest first, where that is not the planned commit.
    package var proposed: [CommitRecord] = []
    /// The pull requests of that branch, whoever opened them.
    package var requests: [ForgeRequest]
    /// What the branch of the pull request that takes the release back is at.
    package var revertTip: String?

    /// Describes what a repository has.
    package init(
        tip: String?,
        tagged: String? = nil,
        tagObject: String? = nil,
        between: [CommitRecord] = [],
        requestTip: String? = nil,
        requests: [ForgeRequest] = []
    ) {
        self.tip = tip
        self.tagged = tagged
        self.tagObject = tagObject
        self.between = between
        self.requestTip = requestTip
        self.requests = requests
    }

    /// So many commits say nothing any more of how far a release has come.
    fileprivate var isLong: Bool { between.count >= 100 }

    /// Whether a commit of the branch was undone since, as `git revert` says it.
    func isUndone(_ commit: String) -> Bool {
        between.contains { $0.body.contains(CommitRecord.undoing(commit)) }
    }
}

/// How far a repository's release has come.
package enum RepositoryStanding: Sendable, Hashable {
    /// Nothing of it is at the remote.
    case pending
    /// Nothing is to be done.
    case unchanged
    /// The branch of the pull request is there at least, with this commit, and the request itself is not.
    case proposed(String)
    /// A pull request waits to be merged.
    case requested(url: String)
    /// The commit is on the branch and not tagged.
    case committed(String)
    /// The tag is there and the branch is where it was: the commit is not on it.
    case tagged(String)
    /// Commit and tag are there.
    case pushed(String)
    /// The branch has moved since the plan was made, to this commit; nothing if it is gone.
    ///
    /// `isRewritten` says that the planned head is not on it any more.
    case moved(to: String?, commits: [String], isRewritten: Bool = false)
    /// The tag is at another commit than the plan's; where that is the same release by another run, whose and when.
    case foreignTag(at: String, by: String? = nil)
    /// The branch of the pull request has not got the plan's commit, but this one, of which that is said.
    case foreignBranch(at: String, what: String)
    /// The tag was there when the release was planned, and is gone.
    case tagGone
    /// The pull request was closed without being merged.
    case refused(url: String)
    /// The remote could not be asked.
    case unknown(String)

    /// The commit that is or will be tagged, where it is known.
    package var commit: String? {
        switch self {
        case .committed(let commit), .tagged(let commit), .pushed(let commit): commit
        default: nil
        }
    }

    /// Whether something of the plan is at the remote.
    package var hasBegun: Bool {
        switch self {
        case .proposed, .requested, .committed, .tagged, .pushed, .refused: true
        case .pending, .unchanged, .moved, .foreignTag, .foreignBranch, .tagGone, .unknown: false
        }
    }
}

extension PlannedRepository {
    /// Whether a pull request brings the commit onto the branch.
    var isRequested: Bool { via == .pullRequest && !changes.isEmpty }

    /// Whether a commit is to be made.
    var isCommitted: Bool { !changes.isEmpty }

    /// Judges how far the release has come.
    ///
    /// - Parameters:
    ///   - sight: What the remote has.
    ///   - author: Who the plan says commits.
    ///   - time: When the plan says it was committed.
    /// - Returns: How far it has come; by what the remote has alone.
    package func standing(_ sight: RepositorySight, author: CommitIdentity, time: Int64) -> RepositoryStanding {
        guard action != .unchanged else { return .unchanged }
        if action == .done, sight.tagged == nil { return .tagGone }
        if isRequested { return requestedStanding(sight, author, time) }
        let own = ownCommit(sight, author, time)
        let isOnBranch = sight.tip.map { tip in own == tip || sight.between.contains { $0.hash == own } } ?? false
        if let tagged = sight.tagged {
            guard tagged == own else { return .foreignTag(at: tagged, by: rival(at: tagged, sight)) }
            // A tag of what was on the branch anyway is all there is to do; nobody's later commits matter.
            guard isCommitted, action == .release, !isOnBranch, !sight.isLong else { return .pushed(tagged) }
            return sight.tip == head ? .tagged(tagged) : moved(sight)
        }
        if isCommitted, isOnBranch, let own { return sight.isUndone(own) ? moved(sight) : .committed(own) }
        return sight.tip == head ? .pending : moved(sight)
    }

    /// The plan's commit, if it can be told: by its id, or for one that was signed by what else the plan says of it.
    private func ownCommit(_ sight: RepositorySight, _ author: CommitIdentity, _ time: Int64) -> String? {
        if let commit { return commit }
        guard isCommitted else { return head }
        return (sight.between + sight.aside).first { isPlanned($0, author, time) }?.hash
    }

    /// Who made the tagged commit and when, where it says what the plan's own would: another run planned it anew.
    private func rival(at tagged: String, _ sight: RepositorySight) -> String? {
        let record = (sight.between + sight.aside).first { $0.hash == tagged }
        guard isCommitted, let record, says(record) else { return nil }
        return "\(record.authorName) <\(record.authorEmail)>, "
            + UTCTime.dateAndTime(ofTimestamp: record.timestamp)
    }

    /// Whether a commit is the planned one, by what it says of itself.
    func isPlanned(_ record: CommitRecord, _ author: CommitIdentity, _ time: Int64) -> Bool {
        says(record) && record.author == author && record.timestamp == time
    }

    /// Whether a commit stands where the planned one would, with its message.
    private func says(_ record: CommitRecord) -> Bool {
        let message = CommitRecord.parts(ofMessage: Array(commitMessage.utf8)[...])
        return record.parents == [head] && record.subject == message.subject && record.body == message.body
    }

    func moved(_ sight: RepositorySight) -> RepositoryStanding {
        // Whatever was committed on top of the head has it for a parent, where the list goes back so far.
        let isRewritten = sight.tip != nil && !sight.isLong && !sight.between.contains { $0.parents.contains(head) }
        let commits = sight.between.prefix(10).map { "\($0.shortHash) \($0.subject)" }
        return .moved(to: sight.tip, commits: commits, isRewritten: isRewritten)
    }
}

extension CommitRecord {
    /// What a commit says, by the custom of `git revert`, that undoes another one.
    static func undoing(_ commit: String) -> String { "This reverts commit \(commit)" }
}
