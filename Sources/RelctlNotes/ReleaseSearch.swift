/// Looks for the release before a commit and then, in the same reading, for those who are new in what lies between.
struct ReleaseSearch: LogVisitor {
    private var nearest: NearestTag
    private let seeksNewcomers: Bool
    private var found: Found?
    private var contributors: ContributorSearch?

    /// What was found.
    struct Found: Sendable {
        /// The history as far as it tells what is in the release.
        var graph: CommitGraph
        /// The commit at its end.
        var tip: Int32
        /// The release before.
        var previous: NearestTag.Found?
        /// What the release before does not have, in the order of `git log --topo-order`.
        var commits: [Int32]
        /// The keys of those who wrote these commits and nothing before; nothing if nobody looked.
        var newcomers: Set<String>?
    }

    /// Begins at the commit that git lists first.
    init(_ nearest: NearestTag, seeksNewcomers: Bool) {
        self.nearest = nearest
        self.seeksNewcomers = seeksNewcomers
    }

    mutating func visit(_ commit: Int32, in store: CommitStore) -> Bool {
        if let goesOn = contributors?.visit(commit, in: store) { return goesOn }
        if nearest.visit(commit, in: store) { return true }
        // All that is still to come, the release before reaches.
        _ = settle(store)
        return contributors?.unknown.isEmpty == false
    }

    /// What was found, when no more comes; nothing if git listed nothing.
    mutating func result(in store: CommitStore) -> Found? {
        var found = found ?? settle(store)
        found?.newcomers = contributors?.unknown
        return found
    }

    /// Decides which commits are the release's, from those that were listed.
    private mutating func settle(_ store: CommitStore) -> Found? {
        var graph = CommitGraph(store)
        guard let tip = store.listed.first else { return nil }
        let previous = nearest.nearest(in: store)
        let commits = graph.commits(from: previous?.commit, to: tip)
        found = Found(graph: graph, tip: tip, previous: previous, commits: commits)
        if seeksNewcomers, previous != nil { contributors = ContributorSearch(of: commits, in: store) }
        return found
    }
}
