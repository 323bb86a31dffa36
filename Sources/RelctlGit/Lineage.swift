/// Who stands on whom, among commits that are numbered so that each comes before its parents.
///
/// Whatever is asked costs as much as the answer and what lies beside it, not as much as the whole history.
package struct Lineage: Sendable {
    private var starts: [Int32] = [0]
    private var links: [Int32] = []
    /// For each commit, the last question in which it was met, and as what.
    private var marks: [Int64] = []
    private var question: Int64 = 0

    /// Has no commits yet.
    package init() {}

    /// How many commits there are.
    var count: Int { marks.count }

    /// Adds the next commit; its parents get higher numbers than it has itself.
    package mutating func append(parents: some Sequence<Int32>) {
        links.append(contentsOf: parents)
        starts.append(Int32(links.count))
        marks.append(0)
    }

    /// The parents of a commit that are known, the first one first.
    package func parents(of commit: Int32) -> ArraySlice<Int32> {
        links[Int(starts[Int(commit)])..<Int(starts[Int(commit) + 1])]
    }

    /// What `tips` are and stand on, without what `bases` are and stand on; in the order of the numbers.
    package mutating func reached(from tips: some Sequence<Int32>, notFrom bases: some Sequence<Int32>) -> [Int32] {
        question += 2
        let (wanted, excluded) = (question, question + 1)
        var waiting = 0
        var next = Int32(count)
        func mark(_ commit: Int32, as mark: Int64) {
            let old = marks[Int(commit)]
            guard old != excluded, old != mark else { return }
            if mark == wanted { waiting += 1 } else if old == wanted { waiting -= 1 }
            marks[Int(commit)] = mark
            next = min(next, commit)
        }
        for tip in tips { mark(tip, as: wanted) }
        for base in bases { mark(base, as: excluded) }
        var found: [Int32] = []
        while waiting > 0 {
            let (commit, met) = (next, marks[Int(next)])
            if met == wanted {
                waiting -= 1
                found.append(commit)
            }
            if met >= wanted {
                for parent in parents(of: commit) { mark(parent, as: met) }
            }
            next = commit + 1
        }
        return found
    }

    /// Whether `commit` was part of the last answer.
    func isInLastAnswer(_ commit: Int32) -> Bool { marks[Int(commit)] == question }
}
