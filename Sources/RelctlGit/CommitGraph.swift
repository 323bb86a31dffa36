/// The listed commits of a store, in an order in which none comes before its child.
package struct CommitGraph: Sendable {
    /// The commits.
    package let store: CommitStore
    /// The numbers of the listed commits, in the order of `git log --topo-order`.
    package let order: [Int32]
    /// For each number, its place in `order`; -1 for a commit that was not listed.
    private let places: [Int32]
    /// Who stands on whom, by place.
    private var lineage = Lineage()
    /// Room for sorting: a zero for each place.
    private var childCounts: [Int32]

    /// Orders the commits of a store.
    package init(_ store: CommitStore) {
        self.store = store
        var childCounts = [Int32](repeating: 0, count: store.count)
        order = Self.sorted(store.listed, &childCounts) { store.parents(of: $0).lazy.filter { store.isListed($0) } }
        var places = [Int32](repeating: -1, count: store.count)
        for (place, number) in order.enumerated() { places[Int(number)] = Int32(place) }
        self.places = places
        self.childCounts = childCounts
        for number in order {
            lineage.append(parents: store.parents(of: number).lazy.map { places[Int($0)] }.filter { $0 >= 0 })
        }
    }

    /// The commits that `tip` stands on and `base` does not, `tip` included, in the order of `git log --topo-order`;
    /// both were listed.
    package mutating func commits(from base: Int32?, to tip: Int32) -> [Int32] {
        let bases = base.map { [places[Int($0)]] } ?? []
        let found = lineage.reached(from: [places[Int(tip)]], notFrom: bases)
        return Self.sorted(found, &childCounts) { [lineage] place in
            lineage.parents(of: place).lazy.filter { lineage.isInLastAnswer($0) }
        }.map { order[Int($0)] }
    }

    /// Sorts commits so that each comes before its parents, and a merge's last line of history before its others.
    ///
    /// This is what A. B. Kahn describes ("Topological sorting of large networks", 1962). `childCounts` holds a zero for
    /// each commit there is, and so again afterwards; `parents` are those parents that are to be sorted too.
    private static func sorted<Parents: Sequence<Int32>>(
        _ commits: [Int32],
        _ childCounts: inout [Int32],
        _ parents: (Int32) -> Parents
    ) -> [Int32] {
        for commit in commits {
            for parent in parents(commit) { childCounts[Int(parent)] += 1 }
        }
        var ready = Array(commits.reversed().filter { childCounts[Int($0)] == 0 })
        var sorted: [Int32] = []
        sorted.reserveCapacity(commits.count)
        while let commit = ready.popLast() {
            sorted.append(commit)
            for parent in parents(commit) {
                childCounts[Int(parent)] -= 1
                if childCounts[Int(parent)] == 0 { ready.append(parent) }
            }
        }
        return sorted
    }
}
