/// Finds the nearest tagged commit below a commit while history is read from there, and stops reading when nothing more can
/// matter.
///
/// Every tagged commit that is met and that none met before is known to reach gets a mark, which goes down to all that it
/// reaches. When all that was named but not listed yet has all marks, so has everything that is still to come: every
/// tagged one among it is reached by, and so farther than, those that were met, and which commits lack a mark is settled.
/// The nearest is the one whose mark the fewest commits lack.
///
/// git lists the newest first, by the times that commits carry. Where one is much older than its parent, or the last
/// listed is not clearly older than all that lacks a mark, a path to it may still be hidden, and reading goes on; a few
/// hundred commits more in any case. Git's own ranges rest on the same trust in clocks, with less of a margin.
package struct NearestTag: LogVisitor {
    /// What is looked for: of each tagged commit the last of its tags, by its place among all.
    private let wanted: [ObjectName: Int]
    /// The same of the first commit itself, whose tags need not all count.
    private let wantedAtTip: [ObjectName: Int]
    /// Those that were met; each is a bit of the marks.
    private var met: [Found] = []
    /// For each number the tagged commits that are known to reach it.
    private var marks: [UInt64] = []
    /// How many commits were named, not listed, and lack a mark.
    private var openCount = 0
    private var oldestUnmarked = Int64.max
    private var lastTime = Int64.max
    private var isOutOfOrder = false
    /// How many commits were listed since nothing more seemed to matter.
    private var settledCount = 0
    /// Whether there are more tagged commits beside each other than marks.
    private var isOverwhelmed = false

    /// How much older than all that lacks a mark the last commit must be, in seconds.
    private static let margin: Int64 = 86_400
    /// How many commits are read beyond what seems to be enough.
    private static let slop = 256

    /// A tagged commit.
    package struct Found: Sendable {
        /// The commit.
        package var commit: Int32
        /// The place of its last tag in the list of those that are looked for.
        package var place: Int
    }

    /// Looks for the nearest of these commits; of equally near ones for the last.
    ///
    /// The first commit itself, from which all is reached, is the nearest if `countsAtTip` takes one of its places.
    package init(_ targets: [ObjectName], countsAtTip: (Int) -> Bool) {
        wanted = Dictionary(targets.enumerated().map { ($1, $0) }) { $1 }
        wantedAtTip = Dictionary(targets.enumerated().filter { countsAtTip($0.offset) }.map { ($1, $0) }) { $1 }
    }

    package mutating func visit(_ commit: Int32, in store: CommitStore) -> Bool {
        let isTip = marks.isEmpty
        while marks.count < store.count {
            marks.append(0)
            openCount += 1
        }
        if marks[Int(commit)] != allMarks { openCount -= 1 }
        let time = store.timestamp(of: commit)
        if marks[Int(commit)] == 0, let place = (isTip ? wantedAtTip : wanted)[store.name(of: commit)] {
            meet(Found(commit: commit, place: place), in: store)
        }
        if marks[Int(commit)] != allMarks { oldestUnmarked = min(oldestUnmarked, time) }
        if !isTip, time - lastTime > Self.margin / 2 { isOutOfOrder = true }
        lastTime = time
        for parent in store.parents(of: commit) {
            if store.isListed(parent), store.timestamp(of: parent) - time > Self.margin / 2 { isOutOfOrder = true }
            spread(marks[Int(commit)], to: parent, in: store)
        }
        guard openCount == 0, !met.isEmpty, !isOverwhelmed, !isOutOfOrder else { return true }
        if oldestUnmarked != .max, time > oldestUnmarked - Self.margin { return true }
        settledCount += 1
        return settledCount < Self.slop
    }

    /// All marks there are; one before there are any, which nothing has then.
    private var allMarks: UInt64 { met.isEmpty ? 1 : ~0 >> UInt64(UInt64.bitWidth - met.count) }

    private mutating func meet(_ found: Found, in store: CommitStore) {
        guard met.count < UInt64.bitWidth else {
            isOverwhelmed = true
            return
        }
        marks[Int(found.commit)] = 1 << UInt64(met.count)
        met.append(found)
        guard met.count > 1 else { return }
        // What was listed before lacks the new mark, and so does what it named.
        oldestUnmarked = min(oldestUnmarked, lastTime)
        openCount = marks.indices.count { !store.isListed(Int32($0)) && marks[$0] != allMarks }
    }

    /// Passes marks on to a commit and to all that it is known to reach.
    private mutating func spread(_ mark: UInt64, to commit: Int32, in store: CommitStore) {
        guard mark != 0 else { return }
        var waiting = [commit]
        while let commit = waiting.popLast() {
            let number = Int(commit)
            guard marks[number] | mark != marks[number] else { continue }
            marks[number] |= mark
            if store.isListed(commit) {
                waiting += store.parents(of: commit)
            } else if marks[number] == allMarks {
                openCount -= 1
            }
        }
    }

    /// The nearest of those that were met.
    package func nearest(in store: CommitStore) -> Found? {
        guard !isOverwhelmed else { return nearestOfMany(CommitGraph(store)) }
        return nearest(
            among: met.indices.map { index in
                (met[index], store.listed.count { marks[Int($0)] & (1 << UInt64(index)) == 0 })
            }
        )
    }

    /// The nearest where marks are too few: everything was read then.
    private func nearestOfMany(_ graph: CommitGraph) -> Found? {
        guard let tip = graph.store.listed.first else { return nil }
        var graph = graph
        return nearest(
            among: wanted.compactMap { name, last in
                guard let commit = graph.store.number(named: name),
                    let place = commit == tip ? wantedAtTip[name] : last
                else { return nil }
                return (Found(commit: commit, place: place), graph.commits(from: commit, to: tip).count)
            }
        )
    }

    private func nearest(among found: [(tag: Found, distance: Int)]) -> Found? {
        found.min { ($0.distance, $1.tag.place) < ($1.distance, $0.tag.place) }?.tag
    }
}

/// Looks for several nearest tagged commits in one reading, which goes on until the last of them is found.
package struct NearestTags: LogVisitor {
    package private(set) var searches: [NearestTag]
    private var isDone: [Bool]

    package init(_ searches: [NearestTag]) {
        self.searches = searches
        isDone = searches.map { _ in false }
    }

    package mutating func visit(_ commit: Int32, in store: CommitStore) -> Bool {
        for index in searches.indices where !isDone[index] {
            isDone[index] = !searches[index].visit(commit, in: store)
        }
        return isDone.contains(false)
    }
}
