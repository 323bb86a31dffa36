import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// The runs of a tag as a status tells them, beside what is awaited.
@Suite struct ForgeSightTests {
    private func told(_ runs: [(String, String)], awaited workflows: [String?]) -> ForgeSight.Item.State {
        let runs = runs.enumerated().map { number, run in
            ForgeRun(id: Int64(number), workflow: run.0, state: ForgeRun.state(run.1), word: run.1, url: nil)
        }
        let sight = ForgeSight(runs: .known(runs), found: .known(nil))
        return sight.run(awaited: workflows.map { .run(workflow: $0) }).state
    }

    @Test func workflowsThatNobodyAwaitsCountOnlyWhereNoneIsNamed() {
        let runs = [("ci.yml", "success"), ("release.yml", "success"), ("nightly.yml", "failure")]
        #expect(told(runs, awaited: ["ci.yml", "release.yml"]) == .succeeded)
        #expect(told(runs, awaited: ["release.yml"]) == .succeeded)
        #expect(told(runs, awaited: []) == .failed)
        #expect(told(runs, awaited: [nil, "release.yml"]) == .failed)
    }

    @Test(
        arguments: [
            ("failure", .failed), ("queued", .queued), ("in_progress", .running), ("success", .succeeded),
        ] as [(String, ForgeSight.Item.State)]
    ) func ofSeveralThatAreAwaitedTheOneIsToldThatIsFarthestFromItsEnd(word: String, state: ForgeSight.Item.State) {
        let wanted = ["ci.yml", "release.yml"]
        #expect(told([("ci.yml", "success"), ("release.yml", word)], awaited: wanted) == state)
        #expect(told([("ci.yml", word), ("release.yml", "success")], awaited: wanted) == state)
    }

    @Test func oneThatHasNotStartedIsToldBeforeOneThatHas() {
        #expect(told([("ci.yml", "in_progress")], awaited: ["ci.yml", "release.yml"]) == .none)
        #expect(told([("ci.yml", "failure")], awaited: ["ci.yml", "release.yml"]) == .failed)
    }
}
