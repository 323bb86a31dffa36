import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Runs of a tag") struct RunVerdictTests {
    private func run(_ id: Int64, _ workflow: String, _ word: String) -> ForgeRun {
        ForgeRun(id: id, workflow: workflow, state: ForgeRun.state(word), word: word, url: "https://forge/\(id)")
    }

    @Test("none have started") func none() {
        #expect(RunVerdict([]).state == .pending("no run has started"))
        let others = [run(1, "ci.yml", "success")]
        #expect(RunVerdict(others, workflow: "release.yml").state == .pending("no run of `release.yml` has started"))
        #expect(RunVerdict(others, workflow: "release.yml").isUnstarted)
        #expect(!RunVerdict(others).isUnstarted)
    }

    @Test("succeeded when all have, by the newest run of each workflow") func newestCounts() {
        let runs = [run(3, "release.yml", "success"), run(1, "release.yml", "failure"), run(2, "ci.yml", "success")]
        #expect(RunVerdict(runs).state == .ready("run of `release.yml` succeeded"))
        #expect(RunVerdict(runs, workflow: ".github/workflows/ci.yml").state == .ready("run of `ci.yml` succeeded"))
    }

    @Test(
        "stand by the words of all forges",
        arguments: [
            ("success", ForgeRun.State.succeeded), ("neutral", .succeeded), ("skipped", .skipped),
            ("failure", .failed), ("failed", .failed), ("cancelled", .failed), ("canceled", .failed),
            ("timed_out", .failed), ("startup_failure", .failed), ("action_required", .failed), ("stale", .failed),
            ("queued", .unfinished), ("in_progress", .unfinished), ("running", .unfinished), ("manual", .unfinished),
            ("waiting", .unfinished), ("", .unfinished), ("a new word", .unfinished),
        ]
    ) func words(word: String, state: ForgeRun.State) {
        #expect(ForgeRun.state(word) == state)
    }

    @Test("failed at once, though others go on") func oneFailed() {
        let runs = [run(1, "ci.yml", "timed_out"), run(2, "release.yml", "queued")]
        #expect(RunVerdict(runs).state == .failed("run of `ci.yml` failed (`timed_out`)", url: "https://forge/1"))
    }

    @Test("stand against a release when nothing goes on any more") func obstacle() {
        let failed = run(1, "ci.yml", "failure")
        #expect(RunVerdict([run(1, "a", "success"), run(2, "b", "queued")]).obstacle == nil)
        #expect(RunVerdict([failed]).obstacle == .failed("run of `ci.yml` failed", url: "https://forge/1"))
        let progress =
            "run of `ci.yml` failed: https://forge/1; run of `release.yml` is not finished (`queued`): https://forge/2"
        #expect(RunVerdict([failed, run(2, "release.yml", "queued")]).obstacle == .pending(progress))
    }

    @Test("that were all skipped did nothing") func skipped() {
        let state = RunVerdict([run(1, "release.yml", "skipped")]).state
        #expect(state == .failed("nothing was done: run of `release.yml` was skipped", url: "https://forge/1"))
        #expect(
            RunVerdict([run(1, "release.yml", "success"), run(2, "b", "skipped")]).state
                == .ready("run of `release.yml` succeeded")
        )
    }

    @Test("one request of several counts") func requests() {
        func request(_ number: Int64, _ state: ForgeRequest.State) -> ForgeRequest {
            ForgeRequest(number: number, state: state, head: "h", merged: nil, url: nil)
        }
        #expect(ForgeRequest.counting([]) == nil)
        #expect(ForgeRequest.counting([request(1, .closed), request(2, .closed)])?.number == 2)
        #expect(ForgeRequest.counting([request(1, .merged), request(2, .closed)])?.number == 1)
        #expect(ForgeRequest.counting([request(1, .open), request(2, .merged)])?.number == 1)
    }
}
