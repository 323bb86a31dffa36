import Foundation
import RelctlCore
import TestSupport
import Testing

/// The real relctl, asked to end while a child of its own runs.
@Suite struct InterruptionTests {
    /// Runs a build that goes on for ever, does `trap` when it is asked to end, and leaves its number in `began`.
    ///
    /// The first signal is sent when the build has begun, the second some time after the file `between` is there, or at
    /// once.
    private func interrupt(
        _ signals: [Int32],
        trap: String,
        between: String? = "",
        _ check: (ProgramResult, _ child: Int32, FilePath, _ delay: Duration) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            let project = try await TestRepository(in: world)
            let script = "trap '\(trap)' TERM; echo $$ > began; while :; do sleep 0.05; done"
            try project.write(
                "relctl.json",
                """
                {
                  name: "demo", version: { manifests: [] }, binaries: ["tool"],
                  build: { command: ["sh", "-c", "\(script)"], output: "tool" },
                  targets: { "x86_64-unknown-linux-gnu": {} },
                }
                """
            )
            try await project.commit("feat: be there")
            let run = try world.startRelctl("build", "--snapshot", in: project.folder)
            var child: Int32?
            for (index, signal) in signals.enumerated() {
                if let file = index == 0 ? "began" : between {
                    let text = try await text(of: project.folder.appending(file), of: run)
                    child = child ?? Int32(text)
                    // What comes at the same moment would be the same request.
                    if index > 0 { try await Task.sleep(for: .milliseconds(300)) }
                }
                run.send(signal)
            }
            let start = ContinuousClock.now
            let result = try await run.result()
            try await check(result, try #require(child), project.folder, ContinuousClock.now - start)
        }
    }

    /// The line in a file that a running program will write.
    private func text(of file: FilePath, of run: RunningProgram) async throws -> String {
        while run.isRunning {
            if try LiveFileSystem().status(of: file) != nil {
                let text = try LiveFileSystem().text(of: file)
                if text.hasSuffix("\n") { return String(text.dropLast()) }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw RelctlError("relctl ended too soon: \(try await run.result().errors)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsTheChildrenAndThenRelctl(signal: Int32) async throws {
        try await interrupt([signal], trap: "echo ended > ended; exit") { result, child, folder, _ in
            #expect(result.end == .exit(130))
            #expect(result.errors.hasSuffix("error: interrupted\n"), "\(result.errors)")
            let ended = try LiveFileSystem().text(of: folder.appending("ended"))
            #expect(ended == "ended\n")
            #expect(kill(child, 0) != 0)
        }
    }

    /// As `timeout` sends them: one to relctl, and one to its group, which relctl is of.
    @Test(.timeLimit(.minutes(1))) func signalsOfTheSameMomentAreOne() async throws {
        // Two of a kind would be one to the kernel already.
        let signals = [SIGTERM, SIGINT]
        try await interrupt(signals, trap: "echo ended > ended; exit", between: nil) { result, child, folder, _ in
            #expect(result.end == .exit(130))
            #expect(result.errors.hasSuffix("error: interrupted\n"), "\(result.errors)")
            let ended = try LiveFileSystem().text(of: folder.appending("ended"))
            #expect(ended == "ended\n")
            #expect(kill(child, 0) != 0)
        }
    }

    /// A child has five seconds to end after the first signal; who asks twice does not want to wait for them.
    @Test(.timeLimit(.minutes(1))) func aSecondSignalKillsTheChildrenAtOnce() async throws {
        try await interrupt([SIGINT, SIGINT], trap: "echo asked > asked", between: "asked") { result, child, _, delay in
            #expect(result.end == .exit(130))
            #expect(delay < .seconds(3))
            // Whoever outlives relctl may have become a child of the tests, who alone can bury it.
            var isGone = false
            for _ in 0..<100 where !isGone {
                isGone = kill(child, 0) != 0 || waitpid(child, nil, WNOHANG) == child
                if !isGone { try await Task.sleep(for: .milliseconds(10)) }
            }
            #expect(isGone)
        }
    }
}
