import Foundation

/// How much of a long matrix a run of the tests takes.
package enum FullRun {
    /// Whether every case is wanted, however long it takes: `RELCTL_TEST_FULL` is set.
    package static let isAsked = ProcessInfo.processInfo.environment["RELCTL_TEST_FULL"] != nil

    /// All of `cases` in a full run; otherwise `count` of them, evenly spread, the same every time.
    package static func sample<Case>(_ cases: [Case], _ count: Int) -> [Case] {
        guard !isAsked, cases.count > count else { return cases }
        let step = Double(cases.count - 1) / Double(max(1, count - 1))
        return (0..<count).map { cases[Int((Double($0) * step).rounded())] }
    }
}
