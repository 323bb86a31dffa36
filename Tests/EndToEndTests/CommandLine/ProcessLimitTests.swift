import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// Limits of the system under which Dispatch would wait without end, or crash.
    @Suite struct ProcessLimitTests {
        @Test(arguments: [8, 12])
        func tooFewOpenFilesAreReportedAtTheStart(limit: Int) async throws {
            try await World.scratch { world in
                let relctl = try RelctlExecutable.path().string
                let script = "ulimit -n \(limit); exec '\(relctl)' schema"
                let result = try await world.run(["sh", "-c", script], in: world.folder)
                expect(result, exits: 1, naming: "too few open files", "Too many open files", "ulimit -n")
            }
        }

        @Test(.enabled(if: HostTool.areHere("strace")), arguments: ["clone3", "epoll_create1", "eventfd2"])
        func whatDispatchNeedsIsTriedBeforeItIsUsed(call: String) async throws {
            try await World.scratch { world in
                let relctl = try RelctlExecutable.path().string
                let words = ["strace", "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e"]
                let result = try await world.run(
                    words + ["inject=\(call):error=EAGAIN:when=1+", relctl, "--json", "schema"],
                    in: world.folder
                )
                expect(result, exits: 1, naming: "\"process.limited\"", call == "clone3" ? "threads" : "open files")
            }
        }
    }
#endif
