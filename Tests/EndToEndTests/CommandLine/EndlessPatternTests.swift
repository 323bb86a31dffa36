import Foundation
import RelctlCore
import TestSupport
import Testing

/// A configured pattern whose matching would take longer than anybody waits.
@Suite struct EndlessPatternTests {
    private static let pattern = "^(?:a+)+V=([0-9.]+)$"

    private static func project(in world: World) async throws -> TestRepository {
        let manifest = "{ file: 'notes.txt', pattern: '\(pattern)' }"
        let project = try await BumpedProject.create(in: world, more: "manifests: [\(manifest)]")
        try project.write("notes.txt", String(repeating: "a", count: 60) + "\naV=1.0.0\n")
        try await project.commit("docs: notes")
        return project
    }

    @Test(.timeLimit(.minutes(1))) func itIsGivenUpWithAnError() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let result = try await project.relctl(["bump", "minor", "--dry-run"])
            let message = "cannot match the pattern `\(Self.pattern)` against `notes.txt`: it takes too long"
            expect(result, exits: 65, naming: message, "hint: ")
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
    func aSignalEndsItAtOnce(signal: Int32) async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let run = try world.startRelctl("validate", "v1.0.0", in: project.folder)
            // Well within the matching, which is given up after ten seconds.
            try await Task.sleep(for: .seconds(2))
            let start = ContinuousClock.now
            run.send(signal)
            expect(try await run.result(), exits: 130)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }
}
