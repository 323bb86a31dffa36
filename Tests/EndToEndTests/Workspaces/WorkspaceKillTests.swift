import Foundation
import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// A release of five repositories is killed just before and just after each of its git commands, and gone on with;
    /// it ends in the same references, ids and all.
    @Suite(.enabled(if: HostTool.areHere("flock", "git"))) struct WorkspaceKillTests {
        /// Counts git's runs, and at one of them kills whoever started it.
        private static let wrapper = """
            #!/bin/sh
            number=$(flock "$GIT_TEST_COUNT" sh -c 'echo >>"$GIT_TEST_COUNT"; wc -l <"$GIT_TEST_COUNT"')
            [ "$((number))" != "${GIT_TEST_BEFORE:-0}" ] || { kill -KILL "$PPID"; exit 1; }
            "$GIT_TEST_REAL" "$@"
            code=$?
            [ "$((number))" != "${GIT_TEST_AFTER:-0}" ] || kill -KILL "$PPID"
            exit "$code"
            """

        private struct Scene: Sendable {
            let project: WorkspaceProject
            let environment: [String: String?]
            let count: FilePath

            init(in world: World, at name: String) async throws {
                project = try await WorkspaceProject(in: world, at: name)
                let bin = project.folder.appending("bin")
                count = project.folder.appending("count")
                let files = LiveFileSystem()
                try files.createFolders(bin)
                try files.createFolders(project.folder.appending("home"))
                try files.write(Array(WorkspaceKillTests.wrapper.utf8), to: bin.appending("git"))
                try files.setPermissions(0o755, of: bin.appending("git"))
                environment = [
                    "PATH": bin.string + ":" + (world.environment["PATH"] ?? ""),
                    "GIT_TEST_REAL": try await world.output(of: ["sh", "-c", "printf %s \"$(command -v git)\""]),
                    "GIT_TEST_COUNT": count.string,
                    "HOME": project.folder.appending("home").string,
                ]
            }

            func release(_ more: [String: String?] = [:]) async throws -> ProgramResult {
                try LiveFileSystem().write([], to: count)
                return try await project.workspace(
                    "release",
                    "1.0.0",
                    "--yes",
                    environment: environment.merging(more) { $1 }
                )
            }

            /// How often git was run.
            func calls() throws -> Int { try LiveFileSystem().contents(of: count).count { $0 == UInt8(ascii: "\n") } }
        }

        @Test func aReleaseThatIsKilledAtAnyGitCommandIsGoneOnWith() async throws {
            try await World.scratch { world in
                let whole = try await Scene(in: world, at: "whole")
                expect(try await whole.release(), exits: 0)
                let calls = try whole.calls()
                try #require(calls > 20)
                let references = try await whole.project.references()
                let points = (1...calls).flatMap { number in ["BEFORE", "AFTER"].map { (number, $0) } }
                var hit = 0
                let wanted = FullRun.sample(points, 8)
                for (number, moment) in wanted {
                    let scene = try await Scene(in: world, at: "killed")
                    let killed = try await scene.release(["GIT_TEST_\(moment)": String(number)])
                    if killed.end == .signal(SIGKILL) { hit += 1 }
                    // What was begun is gone on with; before that, it is begun.
                    let resumed = try await scene.project.workspace("resume", environment: scene.environment)
                    if resumed.end != .exit(0) {
                        expect(try await scene.release(), exits: 0)
                    }
                    let ended = try await scene.project.references()
                    #expect(ended == references, "killed \(moment) \(number) of \(calls)")
                    try LiveFileSystem().removeTree(scene.project.folder)
                }
                print("killed at \(hit) of \(wanted.count) points, of \(points.count)")
                #expect(hit >= wanted.count * 9 / 10)
            }
        }
    }
#endif
