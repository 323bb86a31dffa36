import RelctlCore
import TestSupport
import Testing

/// Whoever starts relctl may have closed what a program usually finds open.
@Suite struct ClosedStreamsTests {
    private func run(_ redirections: String, _ check: (ProgramResult) throws -> Void) async throws {
        try await World.scratch { world in
            let project = try await TestRepository(in: world)
            try project.write(
                "relctl.json",
                #"{ name: "demo", version: { manifests: [] }, targets: { "x86_64-unknown-linux-gnu": {} } }"#
            )
            try await project.commit("feat: be there")
            try await project.tag("v1.0.0")
            let program = try RelctlExecutable.path().string
            let shell = ["sh", "-c", "exec \"$0\" plan v1.0.0 \(redirections)", program]
            try check(try await world.run(shell, in: project.folder))
        }
    }

    @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func closedOnesThatAreNotNeededDoNotMatter(redirections: String) async throws {
        try await run(redirections) { result in
            #expect(result.end == .exit(0), "\(result.errors)")
            #expect(result.output.hasPrefix("demo 1.0.0\n"))
        }
    }

    @Test(arguments: [">&-", "<&- >&-"]) func aResultThatNobodyCanReceiveIsAFailure(redirections: String) async throws {
        try await run(redirections) { result in
            #expect(result.end == .exit(1))
            #expect(result.errors.hasPrefix("error: cannot write to standard output\n"))
        }
    }

    @Test func withNoneAtAllItStillEnds() async throws {
        try await run("<&- >&- 2>&-") { result in #expect(result.end == .exit(1)) }
    }
}
