import Foundation
import RelctlCore
import TestSupport
import Testing

/// Ctrl-C ends a release soon, cleanly, and with all that it started.
@Suite struct InterruptionTests {
    private static let slowBuild = """
        #!/bin/sh
        # Says who it is, and takes its time, unless it is told not to.
        echo $$ > "$TEST_SIGNS/shell"
        if [ -e "$TEST_SIGNS/quick" ]; then mkdir -p made; cp "$TEST_PROGRAMS/x86_64-unknown-linux-musl" made/greeter; exit; fi
        sleep 300 &
        echo $! > "$TEST_SIGNS/child"
        wait
        """

    @Test(.needsCrossPrograms, arguments: [SIGINT, SIGTERM])
    func anInterruptedReleaseLeavesNothingBehindAndCanGoOn(signal: Int32) async throws {
        try await World.scratch { world in
            let environment = ["TEST_SIGNS": world.home.string].merging(try await VelostreamProject.environment()) {
                $1
            }
            let project = try await ScriptProject.create(in: world, build: Self.slowBuild)
            try await project.tag("v1.0.0")
            let run = try world.start(
                [RelctlExecutable.path().string, "release", "v1.0.0"],
                in: project.folder,
                environment: environment
            )
            let child = try await identifier("child", in: world, of: run)
            let shell = try await identifier("shell", in: world, of: run)
            run.send(signal)
            let result = try await run.result()
            expect(result, exits: 130)
            for identifier in [child, shell] {
                #expect(kill(identifier, 0) != 0, "process \(identifier) still runs")
            }
            #expect(try LiveFileSystem().names(in: world.temporary) == [])
            #expect(try temporaryNames(in: project) == [])
            #expect(try !project.holds("out"))

            try LiveFileSystem().write([], to: world.home.appending("quick"))
            expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    @Test func aSecondRunIsRefusedWhileTheFirstIsAtWork() async throws {
        try await World.scratch { world in
            let environment: [String: String?] = ["TEST_SIGNS": world.home.string]
            let project = try await ScriptProject.create(in: world, build: Self.slowBuild)
            try await project.tag("v1.0.0")
            let run = try world.start(
                [RelctlExecutable.path().string, "release", "v1.0.0"],
                in: project.folder,
                environment: environment
            )
            _ = try await identifier("child", in: world, of: run)
            let second = try await project.relctl(["release", "v1.0.0"], environment: environment)
            expect(second, exits: 1, naming: "another run of relctl", "hint:")
            run.send(SIGINT)
            _ = try await run.result()
        }
    }

    private func identifier(_ name: String, in world: World, of run: RunningProgram) async throws -> pid_t {
        for _ in 0..<3000 where run.isRunning {
            if let text = try? LiveFileSystem().text(of: world.home.appending(name)), let found = pid_t(text.dropLast())
            {
                return found
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        let errors = run.errorsUntilNow
        run.send(SIGKILL)
        throw RelctlError("cannot see the build start: \(errors)")
    }

    /// Names below `dist/` and beside it that only a file in the making has.
    private func temporaryNames(in project: TestRepository) throws -> [String] {
        try TreeSnapshot(of: project.folder).lines.keys.filter { path in
            !path.hasPrefix(".git/") && path.hasSuffix(".new")
        }
    }
}
