import Foundation
import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// `relctl bump --commit --tag` is killed at any git command, or its git is, and the same command finishes the change.
    @Suite(.enabled(if: HostTool.areHere("flock", "git"))) struct BumpKillTests {
        /// Counts git's runs, and at one of them kills whoever started it; `GIT_TEST_COMMIT` says what becomes of a commit.
        private static let wrapper = """
            #!/bin/sh
            number=$(flock "$GIT_TEST_COUNT" sh -c 'echo >>"$GIT_TEST_COUNT"; wc -l <"$GIT_TEST_COUNT"')
            [ "$((number))" != "${GIT_TEST_BEFORE:-0}" ] || { kill -KILL "$PPID"; exit 1; }
            case " $* " in
            *' commit '*)
                index=$("$GIT_TEST_REAL" rev-parse --git-path index)
                case ${GIT_TEST_COMMIT:-} in
                lock) cp "$index" "$index.lock"; kill -KILL $$ ;;
                index | both)
                    cp "$index" "$index.old"
                    "$GIT_TEST_REAL" "$@"
                    [ "$GIT_TEST_COMMIT" = index ] || cp "$index" "$index.lock"
                    mv "$index.old" "$index"
                    kill -KILL $$
                    ;;
                esac
                ;;
            esac
            "$GIT_TEST_REAL" "$@"
            code=$?
            [ "$((number))" != "${GIT_TEST_AFTER:-0}" ] || kill -KILL "$PPID"
            exit "$code"
            """

        private struct Scene: Sendable {
            let project: TestRepository
            let environment: [String: String?]
            let count: FilePath

            init(in world: World) async throws {
                project = try await BumpedProject.create(in: world)
                let (files, bin) = (LiveFileSystem(), world.folder.appending("bin"))
                count = world.folder.appending("count")
                try files.createFolders(bin)
                try files.write(Array(BumpKillTests.wrapper.utf8), to: bin.appending("git"))
                try files.setPermissions(0o755, of: bin.appending("git"))
                environment = [
                    "PATH": bin.string + ":" + (world.environment["PATH"] ?? ""),
                    "GIT_TEST_REAL": try await world.output(of: ["sh", "-c", "printf %s \"$(command -v git)\""]),
                    "GIT_TEST_COUNT": count.string,
                ]
            }

            func bump(_ more: [String: String?] = [:]) async throws -> ProgramResult {
                try LiveFileSystem().write([], to: count)
                return try await project.relctl(
                    ["bump", "1.1.0", "--commit", "--tag"],
                    environment: environment.merging(more) { $1 }
                )
            }

            /// Removes the file that a hint says to remove.
            func remove(namedIn errors: String) throws {
                let line = try #require(errors.split(separator: "\n").first { $0.contains("`rm ") })
                let start = try #require(line.firstRange(of: "`rm ")?.upperBound)
                try LiveFileSystem().removeFile(FilePath(String(line[start...].prefix { $0 != "`" })))
            }

            func expectFinished(_ context: String) async throws {
                for (file, text) in BumpedProject.texts("1.1.0") {
                    #expect(try project.text(file) == text, "\(context)")
                }
                #expect(try await project.git("status", "--porcelain") == "", "\(context)")
                #expect(try await project.git("log", "--format=%s") == "Release 1.1.0\nfeat: begin", "\(context)")
                let tagged = try await project.git("rev-parse", "v1.1.0^{commit}")
                #expect(try await project.git("rev-parse", "HEAD") == tagged, "\(context)")
                let left = try LiveFileSystem().names(in: project.folder.appending(".git"))
                    .filter { $0.hasPrefix("relctl-bump") }
                #expect(left == ["relctl-bump.lock"], "\(context)")
            }
        }

        @Test func aRunThatIsKilledAtAnyGitCommandIsFinishedByTheSameCommand() async throws {
            let calls = try await World.scratch { world in
                let scene = try await Scene(in: world)
                expect(try await scene.bump(), exits: 0)
                try await scene.expectFinished("not killed")
                return try LiveFileSystem().contents(of: scene.count).count { $0 == UInt8(ascii: "\n") }
            }
            try #require(calls > 8)
            let points = (1...calls).flatMap { number in ["BEFORE", "AFTER"].map { (number, $0) } }
            for (number, moment) in FullRun.sample(points, 8) {
                try await World.scratch { world in
                    let scene = try await Scene(in: world)
                    let killed = try await scene.bump(["GIT_TEST_\(moment)": String(number)])
                    #expect(killed.end == .signal(SIGKILL))
                    expect(try await scene.bump(), exits: 0)
                    try await scene.expectFinished("\(moment) \(number) of \(calls)")
                }
            }
        }

        @Test func aCommitWhoseIndexWasNotWrittenIsTakenAsMade() async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                let result = try await scene.bump(["GIT_TEST_COMMIT": "index"])
                expect(result, exits: 0)
                try await scene.expectFinished("git was killed")
            }
        }

        @Test(arguments: ["lock", "both"])
        func aLockThatAKilledGitLeftIsNamedWithWhatToDo(moment: String) async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                let first = try await scene.bump(["GIT_TEST_COMMIT": moment])
                expect(first, exits: 1)
                let refused = try await scene.bump()
                expect(refused, exits: 1, naming: "git is locked by `", "if no git process is running", "`rm ")
                try scene.remove(namedIn: refused.errors)
                expect(try await scene.bump(), exits: 0)
                try await scene.expectFinished(moment)
            }
        }

        @Test func allLocksAreNamedAtOnce() async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                let branch = try await scene.project.git("symbolic-ref", "--short", "HEAD")
                let folder = scene.project.folder.appending(".git")
                let locks = ["index.lock", "HEAD.lock", "refs/heads/\(branch).lock"].map { folder.appending($0) }
                for lock in locks { try LiveFileSystem().write([], to: lock) }
                let remedy = "`rm " + locks.map(\.string).joined(separator: " ") + "`"
                expect(try await scene.bump(), exits: 1, naming: remedy)
            }
        }

        @Test func anIndexThatAGitProcessCouldNotRemoveIsRemovedByTheNextRun() async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                expect(try await scene.bump(), exits: 0)
                // Linux and macOS give no process such an identifier.
                let index = scene.project.folder.appending(".git/next-index-2000000000.lock")
                try LiveFileSystem().write([], to: index)
                expect(try await scene.bump(), exits: 1)
                #expect(try LiveFileSystem().status(of: index) == nil)
            }
        }

        @Test func aLockOfALiveGitIsWaitedFor() async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                let lock = scene.project.folder.appending(".git/index.lock")
                try LiveFileSystem().write([], to: lock)
                async let result = scene.bump()
                try await Task.sleep(for: .milliseconds(500))
                try LiveFileSystem().removeFile(lock)
                expect(try await result, exits: 0)
                try await scene.expectFinished("waited")
            }
        }

        @Test func anotherCommandTakesBackWhatWasNotCommitted() async throws {
            try await World.scratch { world in
                let scene = try await Scene(in: world)
                let real = scene.environment["GIT_TEST_REAL"] ?? nil
                // Kills relctl when it is about to commit.
                let deadly = """
                    #!/bin/sh
                    case " $* " in *' commit '*) kill -KILL $PPID; exit 1 ;; esac
                    exec "\(real ?? "")" "$@"
                    """
                let git = world.folder.appending("bin/git")
                try LiveFileSystem().write(Array(deadly.utf8), to: git, permissions: 0o755)
                #expect(try await scene.bump().end == .signal(SIGKILL))
                #expect(try scene.project.text("VERSION") == "1.1.0\n")
                let rehearsal = try await scene.project.relctl(["bump", "2.0.0", "--dry-run"])
                #expect(rehearsal.errors.contains("an earlier run was cut off"))
                #expect(try scene.project.text("VERSION") == "1.1.0\n")
                try scene.project.write("package.json", "{ \"version\": \"1.0.0\" }\n")
                let refused = try await scene.project.relctl(["bump", "2.0.0", "--commit", "--tag"])
                // What somebody has changed since stays, and is in the way as always.
                expect(refused, exits: 1, naming: "took back the change to `1.1.0`", "the working tree differs")
                #expect(try scene.project.text("VERSION") == "1.0.0\n")
                #expect(try scene.project.text("package.json") == "{ \"version\": \"1.0.0\" }\n")
                try await scene.project.git("checkout", "--", "package.json")
                expect(try await scene.project.relctl(["bump", "2.0.0", "--commit", "--tag"]), exits: 0)
                #expect(try await scene.project.git("log", "--format=%s") == "Release 2.0.0\nfeat: begin")
            }
        }
    }
#endif
