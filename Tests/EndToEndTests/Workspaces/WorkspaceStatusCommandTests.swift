import Foundation
import RelctlCore
import TestSupport
import Testing

/// `relctl workspace status` and what it says of versions that stand half-way, as a maintainer sees it.
@Suite struct WorkspaceStatusCommandTests {
    /// A release whose `sdk-kotlin` takes no pushes.
    private func halfReleased(in world: World) async throws -> WorkspaceProject {
        let project = try await WorkspaceProject(in: world)
        let refusal = "grep -q refs/relctl && exit 0; echo 'the disk is full' >&2; exit 1"
        try project.setHook("pre-receive", of: "sdk-kotlin", to: refusal)
        expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 3)
        return project
    }

    @Test func theTableSaysOfEachRepositoryWhatIsThereAndBelowWhatIsWrong() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            let result = try await project.workspace("status")
            expect(result, exits: 3, naming: "`relctl workspace resume 1.0.0` goes on with it")
            let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            let words = lines.map { $0.split(separator: " ").map { String($0) } }
            #expect(words[0] == ["REPOSITORY", "WAVE", "COMMIT", "TAG", "RUN", "RELEASE", "READY"])
            let rows = Dictionary(words[1...5].map { ($0[0], Array($0.dropFirst())) }) { $1 }
            #expect(rows["sdk-kotlin"] == ["2", "-", "-", "-", "-", "failed"])
            #expect(rows["server"] == ["3", "-", "-", "-", "-", "blocked"])
            #expect(rows["sdk-python"]?.dropFirst(2) == ["v1.0.0", "-", "-", "ready"])
            #expect(lines.prefix(6).allSatisfy { $0.count <= 80 })
            let remarks = lines.dropFirst(7).filter { !$0.isEmpty }
            #expect(remarks.count == 2)
            #expect(remarks.first?.hasPrefix("sdk-kotlin: ") == true && result.output.contains("the disk is full"))
            #expect(remarks.last == "server: has to wait for `sdk-kotlin`")
        }
    }

    @Test func anotherWorkspaceOfTheSameNameIsNotTakenForThisOne() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            let other = try await WorkspaceProject(in: world, at: "other")
            let before = (try await project.references(), try await other.references())
            let results = [
                try await other.workspace("status"), try await other.workspace("resume"),
                try await other.workspace("resume", "1.0.0"), try await other.workspace("rollback", "--yes"),
                try await other.workspace("plan", "1.1.0"), try await other.workspace("release", "1.1.0", "--yes"),
            ]
            for result in results {
                expect(result, exits: 65, naming: "is of another workspace", "give one of the two another `name`")
            }
            #expect(try await (project.references(), other.references()) == before)
            expect(try await project.workspace("status"), exits: 3, naming: "`relctl workspace resume 1.0.0` goes on")
        }
    }

    private struct Told: Decodable {
        struct Repository: Decodable {
            var name, state, ready: String
            var commit, plannedCommit, reason: String?
            var isTagged: Bool
            var waitsFor: [String]
        }

        var repositories: [Repository]
    }

    @Test(.timeLimit(.minutes(20))) func aWatchEndsWhereNothingGoesOnByItself() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            let result = try await project.workspace("status", "--watch", "--json")
            expect(result, exits: 3)
            #expect(result.output.split(separator: "\n").count == 1)
            let told = try JSONDecoder().decode(Told.self, from: Data(result.output.utf8))
            let byName = Dictionary(uniqueKeysWithValues: told.repositories.map { ($0.name, $0) })
            let kotlin = try #require(byName["sdk-kotlin"])
            #expect(kotlin.state == "failed" && kotlin.ready == "failed" && kotlin.commit == nil && !kotlin.isTagged)
            #expect(kotlin.plannedCommit != nil && kotlin.reason?.contains("the disk is full") == true)
            #expect(byName["server"]?.ready == "blocked" && byName["server"]?.waitsFor == ["sdk-kotlin"])
            #expect(byName["sdk-rust"]?.ready == "ready" && byName["sdk-rust"]?.isTagged == true)
        }
    }

    @Test(.timeLimit(.minutes(20))) func whoeverMayBeDeadIsToldWithWhatGoesOnInItsPlace() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            func claim(_ version: String) async throws {
                let git = ["git", "--git-dir=\(project.remote("sdk-rust"))"]
                let holder = #"""
                    {"user":"bob","host":"elsewhere","since":1790000000,"version":"\#(version)",\#
                    "plan":"\#(Digest(of: []))","run":1}
                    """#
                try await world.output(of: git + ["tag", "--force", "-a", "-m", holder, "claim", "main"])
                try await world.output(of: git + ["update-ref", "refs/relctl/workspaces/flovyn", "refs/tags/claim"])
                try await world.output(of: git + ["tag", "--delete", "claim"])
            }
            try await claim("1.0.0")
            let advice = "if that run is dead, `relctl workspace resume 1.0.0 --take-over` goes on in its place"
            expect(try await project.workspace("status"), exits: 3, naming: advice)
            // Whoever tries a plan is told before it is carried out.
            expect(try await project.workspace("plan", "1.1.0", "--output", "plan.json"), exits: 0)
            let tried = try await project.workspace("apply", "plan.json", "--dry-run")
            #expect(tried.exitCode == 2 && tried.output.contains("bob on elsewhere has been at 1.0.0"), "\(tried)")
            // One that is at another version brings this one no further.
            try await claim("9.9.9")
            let result = try await project.workspace("status", "--watch")
            expect(result, exits: 3, naming: "`relctl workspace resume 1.0.0` goes on with it")
            #expect(result.output.contains("bob on elsewhere has been at 9.9.9 since"))
        }
    }

    @Test func hintsNameTheFileWhereTheReleaseWasNamedByOne() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            let state = world.home.appending(".local/state/relctl/workspaces/flovyn/1.0.0/plan.json")
            try LiveFileSystem().write(try LiveFileSystem().contents(of: state), to: project.folder.appending("p.json"))
            try LiveFileSystem().createFolder(world.folder.appending("other"))
            let other = ["HOME": world.folder.appending("other").string]
            let elsewhere = try await project.workspace("status", "p.json", environment: other)
            expect(elsewhere, exits: 3, naming: "`relctl workspace resume p.json` goes on with it")
            for action in ["status", "rollback"] {
                let result = try await project.workspace(action, "2.0.0")
                expect(result, exits: 1, naming: "`relctl workspace \(action) FILE`")
                #expect(!result.errors.contains("resume FILE"))
            }
        }
    }

    @Test func aVersionOnTopOfOneThatStandsHalfWayIsWarnedOfOrRefused() async throws {
        try await World.scratch { world in
            let project = try await halfReleased(in: world)
            let warning = "1.0.0 of `flovyn` was begun and is not finished: 3 of 5 repositories were pushed"
            let plan = try await project.workspace("plan", "1.1.0")
            expect(plan, exits: 0, naming: warning, "`relctl workspace resume 1.0.0`", "rollback 1.0.0")
            #expect(try await project.workspace("plan", "1.0.0").errors.contains("was begun") == false)
            // The way back stops half-way as well.
            try project.setHook("update", of: "sdk-python", to: "case $1 in refs/heads/main) exit 1;; esac")
            expect(try await project.workspace("rollback", "--yes"), exits: 3)
            let before = try await project.references()
            let result = try await project.workspace("release", "1.1.0", "--yes")
            expect(result, exits: 2)
            #expect(result.output.contains("1.0.0 of `flovyn` is half taken back"))
            #expect(try await project.references() == before)
        }
    }

    @Test func commitsThatRevertHaveTheTimeThatTheEnvironmentSays() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 0)
            let later: [String: String?] = ["SOURCE_DATE_EPOCH": "1800000777"]
            expect(try await project.workspace("rollback", "--yes", environment: later), exits: 0)
            let remote = "--git-dir=\(project.remote("server"))"
            let times = try await world.output(of: ["git", remote, "log", "-1", "--format=%at %ct", "main"])
            #expect(times == "1800000777 1800000777\n")
        }
    }

    @Test func whatIsWrongInTheWorkspacesFileHasItsPlaceThere() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let path = project.folder.appending("relctl-workspace.json")
            let text = try LiveFileSystem().text(of: path).replacing("gradle.prop", with: "gradel.prop")
            try LiveFileSystem().write(Array(text.utf8), to: path)
            let result = try await project.workspace("plan", "1.0.0")
            expect(result, exits: 2)
            #expect(result.output.contains("--> relctl-workspace.json:"))
        }
    }
}
