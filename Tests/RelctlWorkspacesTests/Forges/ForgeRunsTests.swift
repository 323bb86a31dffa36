import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Forges tell of runs") struct ForgeRunsTests {
    private static let kinds = ForgeAddress.Kind.allCases
    private let tag = WaitStage.tag
    private let commit = WaitStage.commit

    @Test("of a tag at its commit alone", arguments: kinds) func runs(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            let forge = try stage.project()
            #expect(try await forge.runs(of: tag, at: commit).isEmpty)
            let first = try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            var other = ForgeRunState("ci.yml", tag: tag)
            other.sha = String(repeating: "b", count: 40)
            try await stage.forge.setRun(other)
            (other.tag, other.branch, other.sha) = (nil, "main", nil)
            try await stage.forge.setRun(other)
            let found = try await forge.runs(of: tag, at: commit)
            #expect(found.map(\.id) == [Int64(first)])
            #expect(found.map(\.workflow) == [kind == .gitlab ? "pipeline" : "release.yml"])
            #expect(found.map(\.state) == [.unfinished])
            #expect(found.allSatisfy { $0.url?.contains("/octo/tool/") == true })
            for (conclusion, state) in [("failure", ForgeRun.State.failed), ("success", .succeeded)] {
                try await stage.forge.setRun(ForgeRunState(first, conclusion: conclusion))
                #expect(try await forge.runs(of: tag, at: commit).map(\.state) == [state])
            }
        }
    }

    @Test("in Forgejo's words and by single jobs too", arguments: ["forgejo", "tasks"])
    func otherWords(words: String) async throws {
        try await WaitStage.running(.gitea) { stage async throws in
            try await stage.change { $0.runsAs = words }
            let run = try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            let forge = try stage.project()
            #expect(try await forge.runs(of: tag, at: commit).map(\.state) == [.unfinished])
            try await stage.forge.setRun(ForgeRunState(run, conclusion: "cancelled"))
            let found = try await forge.runs(of: tag, at: commit)
            #expect(found.map(\.state) == [.failed])
            #expect(found.map(\.workflow) == ["release.yml"])
            #expect(try await forge.runs(of: "v1", at: commit).isEmpty)
        }
    }

    @Test("over more than a page") func pages() async throws {
        try await WaitStage.running { stage async throws in
            for number in 0..<130 {
                try await stage.forge.setRun(ForgeRunState("\(number).yml", tag: tag))
            }
            #expect(try await stage.project().runs(of: tag, at: commit).count == 130)
        }
    }

    @Test("that were started by an order", arguments: kinds) func dispatch(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            try await stage.change { $0.workflows = [ForgeWorkflow("release.yml")] }
            let forge = try stage.project()
            try await forge.dispatch(".github/workflows/release.yml", at: tag)
            #expect(try await forge.runs(of: tag, at: commit).map(\.state) == [.succeeded])
            let runs = try #require(try await stage.forge.state().repositories.first).runs
            #expect(runs.map(\.ref) == [tag])
            #expect(runs.map(\.sha) == [commit])
        }
    }

    @Test("or say why they start none", arguments: [ForgeAddress.Kind.github, .gitea])
    func refusedDispatch(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            var workflow = ForgeWorkflow("release.yml")
            workflow.dispatch = false
            try await stage.change { $0.workflows = [workflow] }
            let forge = try stage.project()
            let error = await #expect(throws: RelctlError.self) {
                try await forge.dispatch("release.yml", at: tag)
            }
            #expect(error?.description.contains("workflow_dispatch") == true)
            let unnamed = await #expect(throws: RelctlError.self) { try await forge.dispatch(nil, at: tag) }
            #expect(unnamed?.hints.first?.contains("workflow: \"release.yml\"") == true)
        }
    }

    @Test("and of what else is known of a commit", arguments: kinds)
    func checks(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            let forge = try stage.project()
            #expect(try await forge.checks(of: commit).isEmpty)
            try await stage.forge.setCheck(ForgeCheckState("lint", of: commit, conclusion: "failure"))
            try await stage.forge.setCheck(ForgeCheckState(context: "cla", of: commit, state: "success"))
            try await stage.forge.setRun(ForgeRunState("ci.yml", tag: tag))
            let found = try await forge.checks(of: commit)
            #expect(found.first { $0.name == "lint" }?.state == .failed)
            #expect(found.first { $0.name == "cla" }?.state == .succeeded)
            let run = try #require(found.first { $0.name.hasPrefix("ci.yml") })
            #expect(run.state == .unfinished)
            #expect(run.url?.hasPrefix("http://127.0.0.1:") == true)
        }
    }

    @Test("where a token sees runs and no other checks") func fineGrainedToken() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.tokens[0].kind = "fine-grained" }
            try await stage.forge.setRun(ForgeRunState("ci.yml", tag: tag))
            let found = try await stage.project().checks(of: commit)
            #expect(found.map(\.name) == ["ci.yml"])
            #expect(found.map(\.state) == [.unfinished])
        }
    }

    @Test("that speak against a head") func head() async throws {
        try await WaitStage.running { stage async throws in
            let repository = try stage.repository([])
            let probe = HeadProbe(ForgePool(stage.effects()))
            #expect(try await probe.findings(repository).isEmpty)
            for (name, conclusion) in [("lint", "failure"), ("docs", nil), ("test", "success"), ("old", "skipped")] {
                try await stage.forge.setCheck(ForgeCheckState(name, of: commit, conclusion: conclusion))
            }
            #expect(
                try await probe.findings(repository).map(\.message) == [
                    "`tool`: the check `lint` of the head `aaaaaaaaaaaa` failed",
                    "`tool`: the check `docs` of the head `aaaaaaaaaaaa` has not finished",
                ]
            )
            try await stage.change { $0.private = true }
            let error = await #expect(throws: RelctlError.self) {
                try await HeadProbe(ForgePool(stage.effects(token: nil))).findings(repository)
            }
            #expect(error?.hints.first == "set `THE_TOKEN` to a token that may read the repository")
            #expect(try await probe.findings(.sample([])).isEmpty)
        }
    }
}
