import Foundation
import RelctlCore
import TestSupport
import Testing

@testable import RelctlWorkspaces

/// `relctl workspace`, as a maintainer uses it.
@Suite struct WorkspaceCommandTests {
    @Test func theExampleRuns() async throws {
        try await World.scratch { world in
            let script = Fixtures.project.appending("Examples/workspace/run.sh").string
            let result = try await world.run(
                ["sh", script, "--keep", world.folder.appending("example").string],
                environment: ["RELCTL": RelctlExecutable.path().string]
            )
            expect(result, exits: 0)
            #expect(result.output.contains("==> Done"))
        }
    }

    @Test func aDryRunIsThePlanByteForByteAndChangesNothing() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let before = try await project.references()
            let home = try TreeSnapshot(of: world.home)
            let dry = try await project.workspace("release", "1.0.0", "--dry-run", "--json")
            expect(dry, exits: 0)
            expect(try TreeSnapshot(of: world.home), equals: home)
            expect(try await project.workspace("plan", "1.0.0", "--output", "plan.json"), exits: 0)
            let plan = try LiveFileSystem().text(of: project.folder.appending("plan.json"))
            #expect(dry.output == plan)
            let text = try await project.workspace("release", "1.0.0", "--dry-run")
            #expect(try await project.workspace("plan", "1.0.0").output == text.output)
            #expect(try await project.references() == before)
        }
    }

    @Test func aPlanIsAppliedAsItIsOnAnyMachine() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("plan", "1.0.0", "--output", "plan.json"), exits: 0)
            let planned = try JSONDecoder().decode(
                WorkspacePlan.self,
                from: Data(LiveFileSystem().contents(of: project.folder.appending("plan.json")))
            )
            // Neither the cache, nor the state, nor the workspace's file of the machine that planned.
            try LiveFileSystem().removeFile(project.folder.appending("relctl-workspace.json"))
            try LiveFileSystem().createFolder(world.folder.appending("other"))
            let other: [String: String?] = ["HOME": world.folder.appending("other").string, "SOURCE_DATE_EPOCH": nil]
            expect(try await project.workspace("apply", "plan.json", environment: other), exits: 0)
            let references = try await project.references()
            for repository in planned.repositories {
                let commit = try #require(repository.commit)
                #expect(references.contains("\(repository.name) \(commit) commit\trefs/heads/main"))
            }
            let again = try await project.workspace("apply", "plan.json", environment: other)
            expect(again, exits: 0)
            #expect(try await project.references() == references)
        }
    }

    @Test func aHeadThatHasMovedIsRefusedAndNamed() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("plan", "1.0.0", "--output", "plan.json"), exits: 0)
            let source = project.folder.appending("source/sdk-rust").string
            try await world.output(of: ["git", "-C", source, "commit", "-q", "--allow-empty", "-m", "fix: too late"])
            try await world.output(of: ["git", "-C", source, "push", "-q", project.remote("sdk-rust").string, "main"])
            let before = try await project.references()
            let result = try await project.workspace("apply", "plan.json")
            #expect(result.end != .exit(0) && result.errors.contains("fix: too late"), "\(result.errors)")
            #expect(try await project.references() == before)
        }
    }

    @Test func everythingWrongIsToldAtOnce() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            try LiveFileSystem().removeTree(project.remote("sdk-kotlin"))
            let path = project.folder.appending("relctl-workspace.json")
            let text = try LiveFileSystem().text(of: path).replacing("env.NAPI_VERSION", with: "env.NAPI")
            try LiveFileSystem().write(Array(text.utf8), to: path)
            let before = try LiveFileSystem().names(in: project.folder.appending("remotes"))
            let result = try await project.workspace("release", "0.8.0", "--yes")
            expect(result, exits: 2)
            for text in ["sdk-kotlin", "NAPI", "`sdk-rust`", "`server`"] { #expect(result.output.contains(text)) }
            #expect(try LiveFileSystem().names(in: project.folder.appending("remotes")) == before)
            let remote = project.remote("sdk-rust").string
            #expect(try await world.output(of: ["git", "--git-dir=\(remote)", "tag"]) == "v0.9.0\n")
        }
    }

    @Test(arguments: [
        (["release", "1.0.0"], "add `--yes`"), (["release"], "needs a VERSION"),
        (["release", "v1"], "is not a version"), (["plan", ""], "`relctl workspace plan` needs a VERSION"),
        (["apply", ""], "needs the file of a PLAN"), (["resume", ""], "cannot take an empty VERSION or PLAN"),
        (["release", "v1.0.0"], "did you mean `1.0.0`?"), (["apply"], "needs the file of a PLAN"),
        (["status", "--yes"], "takes no `--yes`"), (["plan", "1.0.0", "--set", "server"], "is not `NAME=VERSION`"),
        (["plan", "1.0.0", "--set", "=1.0.0"], "is not `NAME=VERSION`"),
        (["plan", "1.0.0", "--set", "server=1.0.0", "--set", "server=1.1.0"], "names `server` twice"),
        (["plan", "1.0.0", "--output", "."], "is a folder"),
        (["plan", "1.0.0", "--output", "no/such/plan.json"], "there is no folder"),
        (["grap"], "did you mean"),
    ])
    func whatCannotBeMeantEndsWith64(arguments: [String], message: String) async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let before = try await project.references()
            let result = try await world.run(
                [RelctlExecutable.path().string, "workspace"] + arguments,
                in: project.folder,
                environment: WorkspaceProject.environment
            )
            expect(result, exits: 64, naming: message)
            #expect(try await project.references() == before)
        }
    }

    #if os(Linux)
        @Test func aPlanThatCannotBeWrittenIsSaidSo() async throws {
            try await World.scratch { world in
                let project = try await WorkspaceProject(in: world)
                let result = try await project.workspace("plan", "1.0.0", "--output", "/proc/plan.json")
                expect(result, exits: 1, naming: "cannot write the plan to `/proc/plan.json`", "hint: nothing was")
            }
        }
    #endif

    @Test func whatAHookSaysIsShownWithoutTokens() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            try project.setHook("pre-receive", of: "sdk-rust", to: "echo 'you are the-github-token' >&2; exit 1")
            let token: [String: String?] = ["GITHUB_TOKEN": "the-github-token"]
            let result = try await project.workspace("release", "1.0.0", "--yes", environment: token)
            expect(result, exits: 3, naming: "you are ****")
            // What to try is said once.
            #expect(result.errors.components(separatedBy: "nothing was pushed; a rule or a hook").count == 2)
            #expect(!(result.output + result.errors).contains("the-github-token"))
        }
    }

    @Test func nothingBegunIsSaidWithWhatToDo() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            for action in ["resume", "status", "rollback"] {
                let result = try await project.workspace(action)
                expect(result, exits: 1, naming: "cannot find a release of `flovyn` that was begun", "hint: ")
            }
        }
    }

    @Test func whatIsTakenBackIsNotGoneOnWith() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("plan", "1.0.0", "--output", "plan.json"), exits: 0)
            expect(try await project.workspace("apply", "plan.json"), exits: 0)
            try project.setHook("update", of: "sdk-python", to: "case $1 in refs/heads/main) exit 1;; esac")
            expect(try await project.workspace("rollback", "--yes"), exits: 3)
            let half = try await project.references()
            expect(try await project.workspace("status"), exits: 3, naming: "is being taken back")
            expect(try await project.workspace("resume"), exits: 1, naming: "is being taken back", "rollback 1.0.0")
            #expect(try await project.references() == half)
            try project.removeHook("update", of: "sdk-python")
            expect(try await project.workspace("rollback", "--yes"), exits: 0)
            let back = try await project.references()
            #expect(!back.contains { $0.contains("refs/tags/v1.0.0") || $0.contains("refs/relctl") })
            // The plan is of before.
            let again = try await project.workspace("apply", "plan.json")
            expect(again, exits: 2, naming: "Revert")
            #expect(try await project.references() == back)
        }
    }

    @Test func aPlanThatIsNotThereIsSaidSo() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            for (action, name) in [("status", "no/such.json"), ("resume", "plan.json"), ("rollback", "./1.0.0")] {
                let result = try await project.workspace(action, name)
                expect(result, exits: 65, naming: "cannot find the plan `\(name)`", "hint: ")
            }
        }
    }

    @Test func whatIsLookedAtAgainAndAgainIsALineOfJSONEach() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 0)
            let result = try await project.workspace("status", "--watch", "--json")
            expect(result, exits: 0)
            #expect(result.output.hasPrefix("{") && result.output.split(separator: "\n").count == 1)
            let once = try await project.workspace("status", "--json")
            #expect(once.output.split(separator: "\n").count > 1)
        }
    }

    @Test func aRollbackThatIsRefusedEverywhereIsStillWhatIsMeant() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 0)
            for name in WorkspaceProject.names {
                try project.setHook("update", of: name, to: "case $1 in refs/relctl/*) ;; *) exit 1;; esac")
            }
            expect(try await project.workspace("rollback", "--yes"), exits: 3)
            // All is at its place, and yet it is not finished.
            expect(try await project.workspace("status"), exits: 3, naming: "1.0.0 is being taken back")
            for name in WorkspaceProject.names { try project.removeHook("update", of: name) }
            expect(try await project.workspace("rollback", "--yes"), exits: 0)
            #expect(try await !project.references().contains { $0.contains("refs/tags/v1.0.0") })
        }
    }

    @Test func whatAnotherMachineReleasedByAPlanOfItsOwnIsGoneOnFrom() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let files = LiveFileSystem()
            try files.createFolder(world.folder.appending("other"))
            let other: [String: String?] = [
                "HOME": world.folder.appending("other").string, "SOURCE_DATE_EPOCH": "1800000060",
            ]
            try project.setHook("update", of: "sdk-rust", to: "case $1 in refs/relctl/*) ;; *) exit 1;; esac")
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 3)
            try project.removeHook("update", of: "sdk-rust")
            try project.setHook("update", of: "sdk-kotlin", to: "exit 1")
            expect(try await project.workspace("release", "1.0.0", "--yes", environment: other), exits: 3)
            try project.removeHook("update", of: "sdk-kotlin")
            let hint = "`relctl workspace release 1.0.0` plans again"
            let resumed = try await project.workspace("resume")
            #expect(resumed.end != .exit(0))
            #expect(resumed.errors.contains("another run has released it") && resumed.errors.contains(hint))
            #expect(!resumed.errors.contains("delete the tag"))
            let status = try await project.workspace("status")
            expect(status, exits: 3, naming: hint)
            #expect(status.output.contains("released by another run"))
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 0)
            expect(try await project.workspace("status"), exits: 0)
        }
    }

    @Test func awaitedThingsThatTheFileChangedAreWarnedOfWhenGoingOn() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            try project.setHook("update", of: "sdk-python", to: "case $1 in refs/heads/main) exit 1;; esac")
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 3)
            try project.removeHook("update", of: "sdk-python")
            let path = project.folder.appending("relctl-workspace.json")
            let text = try LiveFileSystem().text(of: path).replacing("timeout: \"60s\"", with: "timeout: \"90s\"")
            try LiveFileSystem().write(Array(text.utf8), to: path)
            let result = try await project.workspace("resume")
            expect(result, exits: 0, naming: "`sdk-rust`: the plan waits for", "(90 s at most, every 1 s) instead")
            #expect(!result.errors.contains("`sdk-python`: the plan waits for"))
        }
    }

    @Test func aTagThatSomebodyMovedIsToldOfAndLeftAlone() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            expect(try await project.workspace("release", "1.0.0", "--yes"), exits: 0)
            let remote = "--git-dir=\(project.remote("server"))"
            try await world.output(of: ["git", remote, "tag", "-f", "v1.0.0", "main~1"])
            let result = try await project.workspace("rollback", "--yes")
            expect(result, exits: 0)
            #expect(result.output.contains("server: keeps its `v1.0.0`, and the commit of this release: "))
            #expect(try await project.hasTag("v1.0.0", "server"))
            #expect(try await !project.hasTag("v1.0.0", "sdk-rust"))
        }
    }

    @Test func ofTwoOperatorsOneGoesOnAndTheOtherIsToldWho() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            // The first one's push takes its time.
            let (begun, go) = (world.folder.appending("begun"), world.folder.appending("go"))
            try project.setHook(
                "pre-receive",
                of: "sdk-rust",
                to: "grep -q refs/tags || exit 0; : >'\(begun)'; while [ ! -e '\(go)' ]; do sleep 0.1; done"
            )
            let arguments = [try RelctlExecutable.path().string, "workspace", "release", "1.0.0", "--yes"]
            let first = try world.start(arguments, in: project.folder, environment: WorkspaceProject.environment)
            for _ in 0..<600 where try LiveFileSystem().status(of: begun) == nil {
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try LiveFileSystem().status(of: begun) != nil)
            // On another machine, as far as anybody can tell.
            try LiveFileSystem().createFolder(world.folder.appending("other"))
            let other = ["HOME": world.folder.appending("other").string, "USER": "bob"]
            let elsewhere = try await project.workspace("release", "1.1.0", "--yes", environment: other)
            expect(elsewhere, exits: 1, naming: "ada", "since")
            let beside = try await project.workspace("release", "1.1.0", "--yes")
            expect(beside, exits: 1, naming: "ada", "since")
            try LiveFileSystem().write([], to: go)
            expect(try await first.result(), exits: 0)
            #expect(try await project.hasTag("v1.0.0", "server"))
            #expect(try await !project.references().contains { $0.contains("v1.1.0") || $0.contains("refs/relctl") })
        }
    }

    private struct Told: Decodable {
        struct Repository: Decodable {
            struct Reason: Decodable { var message: String }

            var name: String
            var wave: Int
            var state: String
            var commit: String?
            var error: Reason?
            var waitsFor: [String]
        }

        struct Warning: Decodable {
            struct Place: Decodable {
                var file: String
                var line: Int
            }

            var code: String
            var place: Place?
        }

        var isFinished: Bool
        var repositories: [Repository]
        var findings: [Warning]
    }

    @Test func whatFailedAndWhatWaitsForItIsInTheJSONToo() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            // A pin that no edit knows of.
            let source = project.folder.appending("source/server")
            try LiveFileSystem().write(Array("FROM example/sdk-rust:0.9.0\n".utf8), to: source.appending("Dockerfile"))
            for arguments in [
                ["add", "-A"], ["commit", "-q", "-m", "Pin"], ["push", "-q", project.remote("server").string, "main"],
            ] {
                try await world.output(of: ["git", "-C", source.string] + arguments)
            }
            try project.setHook("update", of: "sdk-python", to: "case $1 in refs/heads/main) exit 1;; esac")
            let half = try await project.workspace("release", "1.0.0", "--yes", "--json")
            expect(half, exits: 3, naming: "`sdk-python` failed: ")
            let told = try JSONDecoder().decode(Told.self, from: Data(half.output.utf8))
            #expect(!told.isFinished && told.findings.isEmpty)
            let byName = Dictionary(uniqueKeysWithValues: told.repositories.map { ($0.name, $0) })
            #expect(Set(byName.keys) == Set(WorkspaceProject.names))
            #expect(byName["sdk-rust"]?.state == "ready" && byName["sdk-rust"]?.wave == 1)
            #expect(byName["sdk-python"]?.state == "failed" && byName["sdk-python"]?.wave == 2)
            #expect(byName["sdk-python"]?.error?.message.isEmpty == false)
            #expect(byName["server"]?.state == "blocked" && byName["server"]?.waitsFor == ["sdk-python"])

            try project.removeHook("update", of: "sdk-python")
            let rest = try await project.workspace("resume", "--json")
            let place = "server/Dockerfile:1:23: "
            expect(rest, exits: 0, naming: place + "`server` still names `sdk-rust` 0.9.0, which is 1.0.0 now")
            let done = try JSONDecoder().decode(Told.self, from: Data(rest.output.utf8))
            #expect(done.isFinished && Set(done.repositories.map(\.state)) == ["ready"])
            #expect(done.findings.map(\.code) == ["pin.stale"])
            #expect(done.findings.first?.place?.file == "server/Dockerfile" && done.findings.first?.place?.line == 1)
        }
    }
}
