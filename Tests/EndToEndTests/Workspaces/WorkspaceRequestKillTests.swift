import Foundation
import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// A release of five repositories at a forge is killed just before and just after each of its requests takes effect,
    /// and gone on with; remotes and forge end as if nothing had been.
    @Suite struct WorkspaceRequestKillTests {
        @Test func aReleaseThatIsKilledAtAnyRequestIsGoneOnWith() async throws {
            try await World.scratch { world in
                try await FakeForge.running(in: world) { forge in
                    let project = try await ForgedWorkspaceProject(at: forge, in: world)
                    expect(try await project.start("release", "1.0.0", "--yes").result(), exits: 0)
                    let requests = try await forge.requests()
                    let whole = try await project.outcome()
                    try requireAll(whole, requests)
                    let points = (1...requests.count).flatMap { number in
                        [ForgeHold.Moment.before, .after].map { KillPoint.request(number, $0) }
                    }
                    let wanted = FullRun.sample(points, 6)
                    var hit: Set<KillPoint> = []
                    for point in wanted {
                        // How often is asked depends on how quick everything is: not every run has all requests.
                        for _ in 0..<4 where !hit.contains(point) {
                            try await project.clear()
                            if try await kill(project, at: point) { hit.insert(point) }
                            try await expectResumed(project, after: point, toGive: whole)
                        }
                    }
                    print("killed at \(hit.count) of \(wanted.count) points, of \(points.count)")
                    #expect(hit.count >= wanted.count * 9 / 10, "not killed \(wanted.filter { !hit.contains($0) })")
                }
            }
        }

        /// Makes sure that there is something to be lost.
        private func requireAll(_ whole: ForgedWorkspaceProject.Outcome, _ requests: [LoggedRequest]) throws {
            let requested = whole.forge.first { $0.repository.hasSuffix(ForgedWorkspaceProject.requested) }
            try #require(requests.count > 10)
            try #require(requested?.pulls.count == 1 && requested?.pulls.first?.merged != nil)
            try #require(whole.forge.flatMap(\.releases).contains { $0.tag == "v1.0.0" })
            try #require(whole.references.count { $0.hasSuffix("refs/tags/v1.0.0") } == WorkspaceProject.names.count)
            try #require(!whole.references.contains { $0.contains("relctl/") })
        }

        /// Runs a release up to a request and kills it there; false if it did not come there.
        private func kill(_ project: ForgedWorkspaceProject, at point: KillPoint) async throws -> Bool {
            guard case .request(let number, let moment) = point else { return false }
            try await project.forge.hold(ForgeHold(number: number, moment))
            let run = try project.start("release", "1.0.0", "--yes")
            var held: ForgeHeld?
            while held == nil, run.isRunning { held = try await project.forge.held(within: 1) }
            run.send(SIGKILL)
            let result = try await run.result()
            try await project.forge.release()
            try await project.forge.removeHolds()
            return held?.number == number && result.end == .signal(SIGKILL)
        }

        private func expectResumed(
            _ project: ForgedWorkspaceProject,
            after point: KillPoint,
            toGive whole: ForgedWorkspaceProject.Outcome
        ) async throws {
            // What was under way beside the point ends in its own time.
            try await Task.sleep(for: .milliseconds(100))
            // What was begun is gone on with; before that, it is begun.
            let resumed = try await project.start("resume").result()
            if resumed.end != .exit(0) {
                let again = try await project.start("release", "1.0.0", "--yes").result()
                #expect(again.end == .exit(0), "killed \(point):\n\(resumed.errors)\n\(again.errors)")
            }
            let outcome = try await project.outcome()
            #expect(outcome.references == whole.references, "killed \(point)")
            #expect(outcome.forge == whole.forge, "killed \(point)")
        }
    }
#endif
