/// Finds the commits that users never see the effect of: those reverted before the release, and their reverts.
package enum RevertedCommits {
    /// Takes both sides of every revert away that lies in `commits` with what it reverts.
    ///
    /// A revert of something older than `commits` stays, because its effect is news. A revert of a revert takes that
    /// one away, so that the change is there again. Reverting a merge takes what came in by it away.
    ///
    /// - Parameter commits: newest first, as `git log` gives them.
    /// - Returns: the others, in the same order.
    package static func cancelled(in commits: [CommitRecord]) -> [CommitRecord] {
        var dropped: Set<String> = []
        for (index, commit) in commits.enumerated() where !dropped.contains(commit.hash) {
            let wanted = targets(of: commit)
            guard !wanted.isEmpty else { continue }
            let older = commits[(index + 1)...].filter { !dropped.contains($0.hash) }
            let found = wanted.map { target in older.first { target.matches($0) } }
            for reverted in found.compactMap(\.self) {
                dropped.insert(reverted.hash)
                if reverted.isMerge { dropped.formUnion(broughtIn(by: reverted, among: commits)) }
            }
            if found.allSatisfy({ $0 != nil }) { dropped.insert(commit.hash) }
        }
        return commits.filter { !dropped.contains($0.hash) }
    }

    /// What a commit says that it reverts.
    private enum Target {
        case hash(String)
        case subject(String)

        func matches(_ commit: CommitRecord) -> Bool {
            switch self {
            case .hash(let prefix): commit.hash.hasPrefix(prefix)
            case .subject(let subject): commit.subject == subject
            }
        }
    }

    private static func targets(of commit: CommitRecord) -> [Target] {
        let subject = commit.subject
        let quoted = subject.wholeMatch(of: /Revert "(.+)"/).map { String($0.1) }
        let isTyped = ConventionalCommit(subject: subject)?.type == "revert"
        // git's own words; another line of them names a merge's first parent, which is not reverted.
        let hashes = commit.body.matches(of: /This reverts commit\s+([0-9a-fA-F]{7,64})/).map { String($0.1) }
        if !hashes.isEmpty { return hashes.map { .hash($0.lowercased()) } }
        if isTyped {
            // The form that the specification suggests ("How does Conventional Commits handle revert commits?").
            let references = CommitFooter.parse(commit.body).footers.filter { $0.token.lowercased() == "refs" }
            let named = references.flatMap { $0.value.matches(of: /\b[0-9a-fA-F]{7,64}\b/).map { String($0.0) } }
            if !named.isEmpty { return named.map { .hash($0.lowercased()) } }
        }
        // A forge's own revert of a squashed change repeats its first line, and no hash.
        return quoted.map { [.subject($0)] } ?? []
    }

    /// The commits that are reachable from a merge's other parents alone.
    private static func broughtIn(by merge: CommitRecord, among commits: [CommitRecord]) -> Set<String> {
        let byHash = Dictionary(commits.map { ($0.hash, $0) }) { first, _ in first }
        func reachable(from start: some Sequence<String>) -> Set<String> {
            var seen: Set<String> = []
            var waiting = Array(start)
            while let hash = waiting.popLast() {
                guard let commit = byHash[hash], seen.insert(hash).inserted else { continue }
                waiting += commit.parents
            }
            return seen
        }
        return reachable(from: merge.parents.dropFirst()).subtracting(reachable(from: merge.parents.prefix(1)))
    }
}
