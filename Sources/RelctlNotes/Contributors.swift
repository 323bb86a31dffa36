extension CommitIdentity {
    /// What tells people apart: the address, whose case does not matter, or the name of one without.
    var key: String { (email.isEmpty ? name : email).lowercased() }
}

extension CommitRecord {
    /// Everyone who wrote the commit: the author, then those whom `Co-authored-by` names, as written there.
    package var contributors: [CommitIdentity] { [author] + CoAuthorTrailer.identities(in: Array(body.utf8)[...]) }
}

extension ReleaseChanges.Commit {
    /// Whether it counts for those who wrote it: merging is not writing.
    var hasContributors: Bool { !record.isMerge && hidden != .elsewhere }
}

extension ReleaseChanges {
    /// Everyone who wrote a commit of the range, merges aside, each once, in the order in which they first appear;
    /// authors by the mailmap, co-authors as commits name them.
    package var contributors: [CommitIdentity] {
        var seen: Set<String> = []
        return commits.lazy.filter(\.hasContributors).flatMap(\.record.contributors)
            .filter { seen.insert($0.key).inserted }
    }
}

extension ReleaseHistory {
    /// Those contributors of a release who have written nothing that the release before reaches; all of them, where
    /// there is none before.
    ///
    /// Found out offline: history is read from the release before until everyone was met, and to its end only where
    /// somebody is new.
    ///
    /// - Throws: ``RelctlError`` if the history cannot be read.
    package func newContributors(of changes: ReleaseChanges) async throws -> Set<CommitIdentity> {
        let people = changes.contributors
        guard let previous = changes.previous, !people.isEmpty else { return Set(people) }
        if let known = changes.newContributors { return known }
        let request = GitRepository.LogRequest(tips: [.commit(previous.commit)])
        let search = try await repository.log(request, ContributorSearch(Set(people.map(\.key)))).visitor
        return Set(people.filter { search.unknown.contains($0.key) })
    }
}

/// Looks for people in a history, until all were met.
struct ContributorSearch: LogVisitor {
    /// The keys of those who were not met yet.
    private(set) var unknown: Set<String>
    /// The authors who were met.
    private var authors: Set<Int32> = []

    init(_ keys: Set<String>) { unknown = keys }

    /// Looks for those who wrote some commits, merges aside, first in all others that were listed.
    init(of commits: [Int32], in store: CommitStore) {
        var (keys, seen): (Set<String>, Set<Int32>) = ([], [])
        for commit in commits where store.parents(of: commit).count < 2 {
            let author = store.author(of: commit)
            if seen.insert(author).inserted { keys.insert(store.author(numbered: author).key) }
            for person in CoAuthorTrailer.identities(in: store.message(of: commit)) { keys.insert(person.key) }
        }
        self.init(keys)
        let own = Set(commits)
        for commit in store.listed where !own.contains(commit) && !unknown.isEmpty { _ = visit(commit, in: store) }
    }

    mutating func visit(_ commit: Int32, in store: CommitStore) -> Bool {
        let author = store.author(of: commit)
        if authors.insert(author).inserted { unknown.remove(store.author(numbered: author).key) }
        for person in CoAuthorTrailer.identities(in: store.message(of: commit)) { unknown.remove(person.key) }
        return !unknown.isEmpty
    }
}
