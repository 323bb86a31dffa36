import RelctlNotes
import TestSupport
import Testing

/// Sections of histories of any shape, against the rule's own words: sets of what tags reach.
@Suite struct HistoryOracleTests {
    @Test(arguments: UInt64(0)..<(FullRun.isAsked ? 400 : 12))
    func everySectionIsWhatTheRuleSays(seed: UInt64) async throws {
        try await ScratchRepository.with { repository in
            let made = Self.randomHistory(seed)
            let names = try await made.make(in: repository)
            let history = try await repository.history()
            let expected = Self.sections(of: made, names)
            for (tag, section) in expected {
                guard !section.isUnrelated else {
                    await #expect(throws: RelctlError.self, "\(tag) of \(seed)") { try await history.changes(of: tag) }
                    continue
                }
                let changes = try await history.changes(of: tag)
                #expect(Set(changes.commits.map(\.record.hash)) == section.commits, "\(tag) of \(seed)")
                #expect(section.previous == changes.previous?.tag, "\(tag) of \(seed)")
            }
            let reached = Self.reached(made)[made.commits.count - 1]
            let timeline = try await history.all()
            let tags = Set(reached.flatMap { made.commits[$0].tags })
            #expect(Set(timeline.compactMap(\.tag)) == tags)
            for changes in timeline {
                guard let tag = changes.tag, let section = expected.first(where: { $0.tag == tag })?.section,
                    !section.isUnrelated
                else { continue }
                let alone = try await history.changes(of: tag)
                #expect(changes == alone, "\(tag) of \(seed)")
            }
        }
    }

    /// The order is git's own.
    @Test func commitsComeInTheOrderOfTheGraph() async throws {
        for seed in UInt64(20)..<23 {
            try await ScratchRepository.with { repository in
                var made = Self.randomHistory(seed)
                for index in made.commits.indices { made.commits[index].time = 1_700_000_000 + index * 3_600 }
                try await made.make(in: repository)
                for changes in try await repository.history().all() {
                    let range = [changes.previous.map { "\($0.commit).." } ?? "", changes.commit].joined()
                    let outcome = try await repository.effects.processes.run(
                        ProcessRequest(
                            arguments: ["git", "rev-list", "--topo-order", range],
                            directory: repository.folder,
                            environment: repository.effects.environment
                        )
                    )
                    let order = String(decoding: outcome.standardOutput, as: UTF8.self).split(separator: "\n")
                    #expect(changes.commits.map { Substring($0.record.hash) } == order)
                }
            }
        }
    }

    private static func randomHistory(_ seed: UInt64) -> MadeHistory {
        var random = SeededGenerator(seed: seed)
        var made = MadeHistory()
        var version = (minor: 0, candidate: 0)
        // Many commits with clocks that nearly agree, or few with such as are wrong by up to a year.
        let isLong = seed.isMultiple(of: 4)
        let end = isLong ? 800 : 80
        for number in 0..<end {
            var parents: [Int] = []
            let count = number == 0 ? 0 : [1, 1, 1, 1, 1, 1, 2, 2, 3, 0][Int.random(in: 0..<10, using: &random)]
            for _ in 0..<count {
                let reach = Bool.random(using: &random) ? 3 : 40
                let parent = Int.random(in: max(0, number - reach)..<number, using: &random)
                if !parents.contains(parent) { parents.append(parent) }
            }
            // The last one joins what is left open.
            if number == end - 1 { parents = [1, 2, 9, 19].map { number - $0 } }
            var tags: [String] = []
            while Int.random(in: 0..<(isLong ? 40 : 6), using: &random) == 0 {
                if Bool.random(using: &random) {
                    version.candidate += 1
                    tags.append("v1.\(version.minor + 1).0-rc.\(version.candidate)")
                } else {
                    version = (version.minor + 1, 0)
                    tags.append("v1.\(version.minor).0")
                }
            }
            let skew = Int.random(in: -30_000_000...30_000_000, using: &random) / (isLong ? 1_500 : 1)
            let isSkewed = Int.random(in: 0..<8, using: &random) == 0
            let time = 1_700_000_000 + number * (isLong ? 4_000 : 90_000) + (isSkewed ? skew : 0)
            made.commit("change \(number)", on: parents, at: time, tags: tags)
        }
        return made
    }

    /// For each commit, itself and all that it stands on.
    private static func reached(_ made: MadeHistory) -> [Set<Int>] {
        var reached: [Set<Int>] = []
        for (number, commit) in made.commits.enumerated() {
            reached.append(commit.parents.reduce(into: [number]) { $0.formUnion(reached[$1]) })
        }
        return reached
    }

    private struct Section {
        let commits: Set<String>
        let previous: String?
        /// Whether none is before, though there are older ones, in a history that has nothing in common with this.
        let isUnrelated: Bool
    }

    /// For each tag its commits, and the tags that may be the one before.
    private static func sections(
        of made: MadeHistory,
        _ names: [String]
    ) -> [(tag: String, section: Section)] {
        let reached = reached(made)
        let tagged = made.commits.enumerated().flatMap { number, commit in commit.tags.map { (tag: $0, at: number) } }
        return tagged.map { tag, at in
            let wanted = tagged.filter { $0.tag != tag && (tag.contains("-") || !$0.tag.contains("-")) }
            // Of those at one commit, the lower versions come before.
            let candidates = wanted.filter { reached[at].contains($0.at) && ($0.at != at || precedes($0.tag, tag)) }
            let most = candidates.map { reached[$0.at].count }.max() ?? 0
            let nearest = candidates.filter { reached[$0.at].count == most }
            // Equally near ones may differ in what they reach; the highest version decides, which comes last here.
            let chosen = nearest.max { precedes($0.tag, $1.tag) }
            let commits = reached[at].subtracting(chosen.map { reached[$0.at] } ?? [])
            let older = wanted.filter { precedes($0.tag, tag) }.max { precedes($0.tag, $1.tag) }
            let isUnrelated = chosen == nil && older.map { reached[at].isDisjoint(with: reached[$0.at]) } ?? false
            let hashes = Set(commits.map { names[$0] })
            return (tag, Section(commits: hashes, previous: chosen?.tag, isUnrelated: isUnrelated))
        }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        guard let left = try? Version(left.dropFirst()), let right = try? Version(right.dropFirst()) else {
            return false
        }
        return Version.precedes(left, right)
    }
}
