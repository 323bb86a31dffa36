/// Finds the commits that users never see the effect of: those reverted before the release, and their reverts.
///
/// A revert of something older than the release stays, because its effect is news. A revert of a revert takes that one
/// away, so that the change is there again. Reverting a merge takes what came in by it away.
package enum RevertedCommits {
    /// Why each commit has no effect: ``ReleaseChanges/HiddenReason/reverted`` or
    /// ``ReleaseChanges/HiddenReason/revert``; nothing for one that has.
    ///
    /// The commits are newest first, a parent never before its child.
    package static func reasons(
        in commits: [CommitRecord],
        messages: [CommitMessage]
    ) -> [ReleaseChanges.HiddenReason?] {
        var reasons = [ReleaseChanges.HiddenReason?](repeating: nil, count: commits.count)
        var search: Search?
        for (index, (commit, message)) in zip(commits, messages).enumerated() where reasons[index] == nil {
            let targets = RevertStatement(commit, message).targets
            // Most releases take nothing back.
            guard !targets.isEmpty else { continue }
            if search == nil { search = Search(commits) }
            var isSettled = true
            for target in targets {
                guard let reverted = search?.newest(target, after: index, where: { reasons[$0] == nil }) else {
                    isSettled = false
                    continue
                }
                for place in [reverted] + (search?.broughtIn(byMerge: reverted) ?? []) where reasons[place] == nil {
                    reasons[place] = .reverted
                }
            }
            if isSettled { reasons[index] = .revert }
        }
        return reasons
    }

    /// Takes both sides of every revert away that lies in `commits` with what it reverts; the others in the same order.
    package static func cancelled(in commits: [CommitRecord]) -> [CommitRecord] {
        let reasons = reasons(in: commits, messages: commits.map { CommitMessage($0) })
        return zip(commits, reasons).filter { $0.1 == nil }.map(\.0)
    }

    /// Finds commits by what reverts say of them.
    private struct Search {
        /// The hashes in order, with the places of their commits.
        private var hashes: [(hash: String, place: Int)]
        /// For each first line the places that have it, the newest last.
        private var subjects: [String: [Int]] = [:]
        /// The same without the number of a pull request at their end.
        private var titles: [String: [Int]] = [:]
        private var lineage = Lineage()

        init(_ commits: [CommitRecord]) {
            hashes = commits.enumerated().map { ($1.hash, $0) }.sortedBytewise(by: \.hash)
            for (place, commit) in commits.enumerated().reversed() {
                subjects[commit.subject, default: []].append(place)
                let title = PullRequestNumber.cut(commit.subject).title
                if title != commit.subject { titles[title, default: []].append(place) }
            }
            let places = Dictionary(commits.enumerated().map { ($1.hash, Int32($0)) }) { first, _ in first }
            for (place, commit) in commits.enumerated() {
                lineage.append(parents: commit.parents.compactMap { places[$0] }.filter { $0 > place })
            }
        }

        /// The newest commit after a place that a revert names and `isLeft` takes.
        mutating func newest(
            _ target: RevertStatement.Target,
            after place: Int,
            where isLeft: (Int) -> Bool
        ) -> Int? {
            switch target {
            case .hash(let prefix):
                let found = hashes[first(notBefore: prefix)...].first
                guard let found, found.hash.utf8.starts(with: prefix.utf8) else { return nil }
                return found.place > place && isLeft(found.place) ? found.place : nil
            case .subject(let subject):
                // A forge quotes a pull request's title, without the number that its squashed commit has.
                return Self.newest(subject, in: &subjects, after: place, where: isLeft)
                    ?? Self.newest(subject, in: &titles, after: place, where: isLeft)
            }
        }

        /// Reverts are asked about newest first, so what one passes by is of no use to the next.
        private static func newest(
            _ subject: String,
            in places: inout [String: [Int]],
            after place: Int,
            where isLeft: (Int) -> Bool
        ) -> Int? {
            while let newest = places[subject]?.last {
                if newest > place, isLeft(newest) { return newest }
                places[subject]?.removeLast()
            }
            return nil
        }

        private func first(notBefore prefix: String) -> Int {
            var (low, high) = (0, hashes.count)
            while low < high {
                let middle = (low + high) / 2
                if hashes[middle].hash.precedesBytewise(prefix) { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// The commits that a merge's other parents reach and its first does not; none for one that is no merge.
        mutating func broughtIn(byMerge place: Int) -> [Int] {
            let parents = lineage.parents(of: Int32(place))
            guard parents.count > 1 else { return [] }
            return lineage.reached(from: parents.dropFirst(), notFrom: parents.prefix(1)).map { Int($0) }
        }
    }
}

/// What a commit says that it reverts.
struct RevertStatement {
    /// Each of the commits; none if it is no revert.
    private(set) var targets: [Target] = []

    /// How a commit is named.
    enum Target: Hashable {
        /// By the first digits of its hash.
        case hash(String)
        /// By its first line.
        case subject(String)
    }

    /// Reads what a commit says.
    init(_ commit: CommitRecord, _ message: CommitMessage) {
        // git's own words; another line of them names a merge's first parent, which is not reverted.
        targets = Self.hashes(after: "This reverts commit", in: commit.body).map { .hash($0) }
        guard targets.isEmpty else { return }
        let subject = PullRequestNumber.cut(commit.subject).title
        if let quoted = Self.quoted(in: subject, after: "Revert \"") {
            // A forge's own revert of a squashed change repeats its first line, and no hash.
            targets = [.subject(quoted)]
        } else if let quoted = Self.quoted(in: subject, after: "Reapply \"") {
            targets = [.subject("Revert \"\(quoted)\"")]
        } else if let change = message.changes.first, change.type == "revert" {
            // The form that the specification suggests ("How does Conventional Commits handle revert commits?").
            let references = message.footers.filter { $0.token.lowercased() == "refs" }
            targets = references.flatMap { Self.hashes(among: $0.value) }.map { .hash($0) }
            if targets.isEmpty { targets = [.subject(change.description)] }
        }
    }

    /// The hashes that follow each `phrase`, in lower case.
    private static func hashes(after phrase: String, in text: String) -> [String] {
        guard let first = phrase.utf8.first else { return [] }
        var rest = Array(text.utf8)[...]
        var hashes: [String] = []
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            guard rest.starts(with: phrase.utf8) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(phrase.utf8.count).drop { $0.isBlank || $0 == UInt8(ascii: "\n") }
            hash(rest.prefix(while: \.isLetterOrDigit)).map { hashes.append($0) }
        }
        return hashes
    }

    /// The words of a text that are hashes, in lower case.
    private static func hashes(among text: String) -> [String] {
        Array(text.utf8).split { !$0.isLetterOrDigit }.compactMap { hash($0) }
    }

    /// A word as the beginning of a hash, in lower case; nothing if it is none, or too short to mean one commit.
    private static func hash(_ word: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: word, as: UTF8.self).lowercased()
        let isHexadecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return (7...64).contains(word.count) && isHexadecimal ? text : nil
    }

    /// What stands in quotation marks after `beginning`, with at most the number of a pull request behind.
    private static func quoted(in subject: String, after beginning: String) -> String? {
        guard subject.utf8.starts(with: beginning.utf8) else { return nil }
        let bytes = Array(subject.utf8).dropFirst(beginning.utf8.count)
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\"")), end > bytes.startIndex else { return nil }
        let behind = bytes[(end + 1)...].trimmingBlanks()
        guard behind.isEmpty || behind.starts(with: "(#".utf8) else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
