import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceGraphTests {
    @Test func repositoriesStandInTheWaveAfterTheLastThatTheyNeed() throws {
        let graph = try WorkspaceGraph([
            ("server", ["python", "kotlin", "typescript"]), ("rust", []), ("typescript", ["rust"]),
            ("python", ["rust"]), ("kotlin", ["rust"]), ("site", ["rust", "server"]), ("tool", []),
        ])
        #expect(graph.waves == [["rust", "tool"], ["kotlin", "python", "typescript"], ["server"], ["site"]])
        #expect(graph.wave(of: "server") == 3 && graph.wave(of: "nobody") == nil)
        #expect(graph.dependents(of: "rust") == ["kotlin", "python", "typescript", "server", "site"])
        #expect(graph.dependents(of: "tool").isEmpty)
    }

    @Test func theShortestCirclesAreAllShown() {
        let repositories = [
            ("a", ["b"]), ("b", ["c"]), ("c", ["a", "d"]), ("d", ["e"]), ("e", ["d"]), ("f", ["a"]), ("g", []),
        ]
        #expect(throws: WorkspaceGraph.Problem.circles([["d", "e", "d"], ["a", "b", "c", "a"]])) {
            try WorkspaceGraph(repositories)
        }
        #expect(throws: WorkspaceGraph.Problem.circles([["a", "a"]])) { try WorkspaceGraph([("a", ["a"])]) }
        #expect(throws: WorkspaceGraph.Problem.unknown("z", neededBy: "b")) {
            try WorkspaceGraph([("a", []), ("b", ["a", "z"])])
        }
    }

    @Test(arguments: 0..<40)
    func wavesOfRandomGraphsAreInOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...40, using: &random)
        let repositories = (0..<count).map { number in
            let needs = (0..<number).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            return (name: "r\(number)", needs: needs.map { "r\($0)" })
        }.shuffled(using: &random)
        let graph = try WorkspaceGraph(repositories)
        #expect(graph.order.sorted() == repositories.map(\.name).sorted())
        for (name, needs) in repositories {
            let wave = try #require(graph.wave(of: name))
            let latest = needs.compactMap { graph.wave(of: $0) }.max() ?? 0
            #expect(wave == latest + 1)
        }
    }
}
