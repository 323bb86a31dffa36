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
            // Once somebody looks on: not ready at the first look, and ready from the second on.
            let (watched, seen) = (world.folder.appending("watched"), world.folder.appending("seen"))
            let script = world.folder.appending("ready.sh")
            let lines = "[ -e '\(watched)' ] || exit 1\n[ -e '\(seen)' ] || { : >'\(seen)'; exit 1; }\n"
            try LiveFileSystem().write(lines.utf8, to: script)
            let text = """
                { name: "fleet", repositories: { core: { url: "core.git", manifests: [],
                    ready: { command: ["sh", "\(script)"], timeout: "1s", interval: "1s" } } } }
                """
            try LiveFileSystem().write(Array(text.utf8), to: world.folder.appending("relctl-workspace.json"))
            let relctl = try RelctlExecutable.path().string
            func run(_ arguments: String...) async throws -> ProgramResult {
                try await world.run([relctl, "workspace"] + arguments, in: world.folder)
            }
            #expect(try await run("plan", "1.1.0", "--output", "plan.json").exitCode == 0)
            #expect(try await run("apply", "plan.json").exitCode == 3)
            // On a machine that does not know that nobody waits any more.
            try LiveFileSystem().write([], to: watched)
            try LiveFileSystem().createFolder(world.folder.appending("other"))
            let session = try await PseudoTerminal().run(
                [relctl, "workspace", "status", "plan.json", "--watch"],
                in: world.folder,
                of: world,
                environment: ["TERM": "xterm", "HOME": world.folder.appending("other").string]
            )
            #expect(session.exitCode == 0, "\(session.transcript)")
            #expect(session.transcript.contains("waiting"))
            let screen = session.screen.lines
            #expect(screen.count == 2 && screen.last?.hasSuffix("  ready") == true, "\(screen)")
        }
    }
}
