import RelctlCore
import TestSupport
import Testing

/// `relctl workspace status --watch` on a terminal.
@Suite(.enabled(if: HostTool.areHere("python3", "git"))) struct WorkspaceWatchTests {
    @Test(.timeLimit(.minutes(3))) func theTableIsDrawnOverItselfAndStaysOnce() async throws {
        try await World.scratch { world in
            let core = try await TestRepository("core", in: world)
            try core.write("VERSION", "1.0.0\n")
            try await core.commit("feat: begin")
            try await core.git("push", "--quiet", "origin", "main")
            let signal = world.folder.appending("ready")
            let text = """
                { name: "fleet", repositories: { core: { url: "core.git", manifests: [],
                    ready: { command: ["test", "-e", "\(signal)"], timeout: "1s", interval: "1s" } } } }
                """
            try LiveFileSystem().write(Array(text.utf8), to: world.folder.appending("relctl-workspace.json"))
            let relctl = try RelctlExecutable.path().string
            func run(_ arguments: String...) async throws -> ProgramResult {
                try await world.run([relctl, "workspace"] + arguments, in: world.folder)
            }
            #expect(try await run("plan", "1.1.0", "--output", "plan.json").exitCode == 0)
            #expect(try await run("apply", "plan.json").exitCode == 3)
            // On a machine that does not know that nobody waits any more.
            let watch = "(sleep 3; : >'\(signal)') & exec '\(relctl)' workspace status plan.json --watch"
            try LiveFileSystem().createFolder(world.folder.appending("other"))
            let session = try await PseudoTerminal().run(
                ["/bin/sh", "-c", watch],
                in: world.folder,
                of: world,
                environment: ["TERM": "xterm", "HOME": world.folder.appending("other").string]
            )
            #expect(session.exitCode == 0, "\(session.transcript)")
            #expect(session.transcript.contains("waiting"))
            let lines = session.screen.lines
            #expect(lines.count == 2 && lines.last?.hasSuffix("  ready") == true, "\(lines)")
        }
    }
}
