/// Which commits are in which release.
///
/// What is in a release is what it reaches and the release before does not. The release before is the nearest that it
/// reaches: for a final version the nearest final, for a candidate the nearest of either kind. Nearest is the one that
/// leaves the fewest commits, whatever its date or name. Of several at one commit, the lower versions come before the
/// higher ones, which bring nothing more; but as for a final version no candidate is the one before, a candidate and the
/// final made of it each tell what they bring.
struct ReleaseSections: Sendable {
    /// The releases that were found in the history, newest first: none before one that reaches it.
    private(set) var releases: [Section] = []
    /// What the last question was about.
    private(set) var graph: CommitGraph
    private let tags: [ReleaseTag]
    private var tagsAt: [Int32: [Int]] = [:]
    /// For each number, the nearest release that it is or reaches, as an index of `nodes`; -1 for none.
    private var nearestFinals: [Int32]
    private var nearest: [Int32]
    private var nodes: [Node] = []

    /// What is in one release, or in none yet.
    struct Section: Sendable {
        /// Its tag; nothing for what is not released.
        var tag: ReleaseTag?
        /// The commit that is released.
        var tip: Int32
        /// The release before.
        var previous: Previous?
        /// What is in it, in the order of `git log --topo-order`.
        var commits: [Int32]
    }

    /// The release before.
    struct Previous: Sendable {
        var tag: ReleaseTag
        var commit: Int32
    }

    /// A commit that was released.
    private struct Node: Sendable {
        var commit: Int32
        /// How many commits it reaches, itself included.
        var reach: Int
        /// The highest tag there, and the highest final one.
        var highest: ReleaseTag
        var highestFinal: ReleaseTag?

        var finalOrHighest: ReleaseTag { highestFinal ?? highest }
    }

    /// Finds every release in a history.
    init(_ graph: CommitGraph, tags: [ReleaseTag]) {
        self.graph = graph
        self.tags = tags.sorted(by: ReleaseTag.precedes)
        nearest = [Int32](repeating: -1, count: graph.store.count)
        nearestFinals = nearest
        for (index, tag) in self.tags.enumerated() {
            guard let commit = graph.store.number(named: tag.target), graph.store.isListed(commit) else { continue }
            tagsAt[commit, default: []].append(index)
        }
        var reaches: [Int] = []
        for commit in graph.order.reversed() { settle(commit, &reaches) }
        // What one release reaches, it reaches more than; so this order is one of history, and the same everywhere.
        releases = zip(reaches, releases).enumerated()
            .sorted { ($0.element.0, $0.offset) > ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// Decides what is nearest to a commit whose parents are settled.
    private mutating func settle(_ commit: Int32, _ reaches: inout [Int]) {
        let number = Int(commit)
        (nearest[number], nearestFinals[number]) = nearestBelow(commit)
        guard let here = tagsAt[commit] else { return }
        let sinceAny = graph.commits(from: node(nearest[number])?.commit, to: commit)
        let reach = sinceAny.count + (node(nearest[number])?.reach ?? 0)
        let below = (any: nearest[number], final: nearestFinals[number])
        let finals = here.filter { !tags[$0].version.isPrerelease }
        let sinceFinal = finals.isEmpty ? [] : graph.commits(from: node(nearestFinals[number])?.commit, to: commit)
        for index in here {
            let isFinal = !tags[index].version.isPrerelease
            let lower = (isFinal ? finals : here).last { Version.precedes(tags[$0].version, tags[index].version) }
            let before = lower.map { Previous(tag: tags[$0], commit: commit) }
            reaches.append(reach)
            releases.append(
                Section(
                    tag: tags[index],
                    tip: commit,
                    previous: before ?? previous(below, isFinal ? .final : .any),
                    commits: before != nil ? [] : isFinal ? sinceFinal : sinceAny
                )
            )
        }
        guard let highest = here.last else { return }
        nodes.append(
            Node(
                commit: commit,
                reach: reach,
                highest: tags[highest],
                highestFinal: finals.last.map { tags[$0] }
            )
        )
        nearest[number] = Int32(nodes.count - 1)
        if !finals.isEmpty { nearestFinals[number] = nearest[number] }
    }

    /// Of two releases that a commit reaches the one that reaches more, so that fewer commits lie between; of equals the
    /// higher version.
    private func nearer(_ left: Int32, _ right: Int32, _ tag: (Node) -> ReleaseTag) -> Int32 {
        guard let first = node(left), let second = node(right), left != right else { return max(left, right) }
        if first.reach != second.reach { return first.reach > second.reach ? left : right }
        return ReleaseTag.precedes(tag(first), tag(second)) ? right : left
    }

    private func node(_ index: Int32) -> Node? { index < 0 ? nil : nodes[Int(index)] }

    /// What is nearest to a commit among the releases that its parents are or reach.
    private func nearestBelow(_ commit: Int32) -> (any: Int32, final: Int32) {
        var found: (any: Int32, final: Int32) = (-1, -1)
        for parent in graph.store.parents(of: commit) {
            found.any = nearer(found.any, nearest[Int(parent)], \.highest)
            found.final = nearer(found.final, nearestFinals[Int(parent)], \.finalOrHighest)
        }
        return found
    }

    private func previous(_ found: (any: Int32, final: Int32), _ base: ReleaseHistory.Base) -> Previous? {
        guard base == .final else { return node(found.any).map { Previous(tag: $0.highest, commit: $0.commit) } }
        return node(found.final).map { Previous(tag: $0.finalOrHighest, commit: $0.commit) }
    }

    /// What `tip` brings that no release has: nothing if it was released itself.
    mutating func unreleased(at tip: Int32, since base: ReleaseHistory.Base) -> Section {
        let previous = previous((nearest[Int(tip)], nearestFinals[Int(tip)]), base)
        return Section(tag: nil, tip: tip, previous: previous, commits: graph.commits(from: previous?.commit, to: tip))
    }
}
