/// What is known of the people who wrote a release, beside what its commits say.
package struct ReleasePeople: Sendable, Hashable {
    /// Those of whom no earlier release has a commit, by the repository's mailmap.
    package var newcomers: Set<CommitIdentity>
    /// What the repository's mailmap makes of people who are named in messages.
    package var mapped: [CommitIdentity: CommitIdentity]

    /// Describes people; by default nothing is known of anybody.
    package init(newcomers: Set<CommitIdentity> = [], mapped: [CommitIdentity: CommitIdentity] = [:]) {
        self.newcomers = newcomers
        self.mapped = mapped
    }

    /// Those whom messages name as having written a commit too (`Co-authored-by: NAME <ADDRESS>`), each once.
    package static func coauthors(in changes: ReleaseChanges) -> [CommitIdentity] {
        var seen: Set<CommitIdentity> = []
        return changes.commits.lazy.filter(\.hasContributors).flatMap { $0.record.contributors.dropFirst() }
            .filter { seen.insert($0).inserted }
    }

    /// Who wrote the commits of a release, those with the most first, then by name.
    ///
    /// Who only merged did not write anything.
    func contributors(to changes: ReleaseChanges) -> [ReleaseNotes.Contributor] {
        var counts: [CommitIdentity: Int] = [:]
        for commit in changes.commits where commit.hasContributors {
            // A message may name its author, too.
            var keys: Set<String> = []
            for person in commit.record.contributors.map({ mapped[$0] ?? $0 }) where keys.insert(person.key).inserted {
                counts[person, default: 0] += 1
            }
        }
        let new = Set(newcomers.map(\.key))
        return Self.joined(counts).map { person, count in
            ReleaseNotes.Contributor(
                name: Markdown.singleLine(person.name),
                login: Self.login(person.email),
                isBot: Self.isBot(person),
                isNew: new.contains(person.key),
                commits: count
            )
        }
        .sorted { one, other in
            one.commits != other.commits ? one.commits > other.commits : one.name.precedesBytewise(other.name)
        }
    }

    /// One entry for each address: who spells the name in two ways is still one person.
    private static func joined(_ counts: [CommitIdentity: Int]) -> [(CommitIdentity, Int)] {
        let byAddress = Dictionary(grouping: counts.keys, by: \.key)
        return byAddress.values.compactMap { people in
            let total = people.reduce(0) { $0 + (counts[$1] ?? 0) }
            let best = people.max { one, other in
                let (left, right) = (counts[one] ?? 0, counts[other] ?? 0)
                return left != right ? left < right : other.name.precedesBytewise(one.name)
            }
            return best.map { ($0, total) }
        }
    }

    /// The login in an address that GitHub gives those who keep theirs private: `ID+LOGIN@users.noreply.github.com`.
    private static func login(_ email: String) -> String? {
        let domain = "@users.noreply.github.com"
        guard email.lowercased().hasSuffix(domain) else { return nil }
        let name = email.dropLast(domain.count)
        let login = name.firstIndex(of: "+").map { name[name.index(after: $0)...] } ?? name
        let isLogin = login.utf8.allSatisfy { byte in
            byte < 0x80 && (UnicodeScalar(byte).properties.isAlphabetic || "0123456789-[]".utf8.contains(byte))
        }
        return isLogin && !login.isEmpty ? String(login) : nil
    }

    /// Programs are called `NAME[bot]` by forges.
    private static func isBot(_ person: CommitIdentity) -> Bool {
        person.name.utf8.reversed().starts(with: "[bot]".utf8.reversed())
            || person.email.lowercased().contains("[bot]@")
    }
}
