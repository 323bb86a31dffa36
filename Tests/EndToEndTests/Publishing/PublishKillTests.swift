import Foundation
import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// A release that is published can be killed at every request, whenever something is sent, at every line of its
    /// journal and at every change of a folder, and run again; it ends as if nothing had been.
    @Suite(.needs("cc")) struct PublishKillTests {
        private static let journal = "/dist/journal.jsonl"
        private static let folder = "/out/"
        private static let servers = "socket:"

        /// What an undisturbed run comes to, and all points that it has.
        private struct Undisturbed {
            let outcome: PublishedProject.Outcome
            let points: [KillPoint]
        }

        private func undisturbed(_ project: PublishedProject, _ barrier: CallBarrier) async throws -> Undisturbed {
            var points: [KillPoint] = []
            for path in [Self.journal, Self.folder, Self.servers] {
                try await project.clear()
                expect(try await project.release(try barrier.environment(path)), exits: 0)
                let calls = try barrier.calls()
                try #require(calls > 10)
                points += (1...calls).flatMap { number in
                    [true, false].map { KillPoint.call(below: path, number, isBefore: $0) }
                }
            }
            let requests = try await project.forge.requests().count
            try #require(requests > 10)
            points += (1...requests).flatMap { number in
                [ForgeHold.Moment.before, .after].map { KillPoint.request(number, $0) }
            }
            let outcome = try await project.outcome()
            try #require(outcome.bucket.count == (outcome.forge.first?.releases.first?.assets.count ?? 0) + 2)
            #expect(try await project.halves(of: outcome).isEmpty)
            return Undisturbed(outcome: outcome, points: points)
        }

        @Test func aReleaseThatIsKilledAtAnyPointAndRunAgainEndsAsIfNothingHadBeen() async throws {
            try await World.scratch { world in
                try await FakeForge.running(in: world) { forge in
                    let bucket = try await TestBucket()
                    var project = try await PublishedProject(at: forge, in: world) { try bucket.add(to: $0) }
                    project.bucket = bucket
                    let barrier = try await CallBarrier(in: world)
                    let undisturbed = try await undisturbed(project, barrier)
                    let wanted = FullRun.sample(undisturbed.points, 16)
                    var hit: Set<KillPoint> = []
                    for point in wanted {
                        // How often a run sends depends on how much the kernel takes at a time: not every run has all.
                        for _ in 0..<4 where !hit.contains(point) {
                            try await project.clear()
                            if try await kill(project, at: point, barrier) { hit.insert(point) }
                            try await expectRerun(of: project, after: point, toGive: undisturbed.outcome)
                        }
                    }
                    print("killed at \(hit.count) distinct points of \(undisturbed.points.count)")
                    #expect(hit.count == wanted.count, "not killed \(wanted.filter { !hit.contains($0) })")
                }
            }
        }

        @Test(arguments: ["POST", "PATCH"]) func aReleaseThatEndsInTheMiddleOfAnAnswerIsGoneOnWith(method: String)
            async throws
        {
            try await World.scratch { world in
                try await FakeForge.running(in: world) { forge in
                    let project = try await PublishedProject(at: forge, in: world)
                    expect(try await project.release(), exits: 0)
                    let whole = try await project.outcome()
                    try await project.clear()
                    // The connection ends in order within the answer's head, where Foundation may end the process.
                    var cut = ForgeFault.Effect("cut")
                    (cut.bytes, cut.how) = (60, "close")
                    try await forge.addFault(cut, on: ForgeFault.Match(method, origin: "api"), times: 1)
                    _ = try await project.release()
                    #expect(try await forge.requests().contains { $0.faults == ["cut"] })
                    #expect(try await project.halves(of: whole).isEmpty)
                    expect(try await project.release(), exits: 0)
                    let differences = try await project.outcome().differences(from: whole)
                    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
                }
            }
        }

        /// Runs a release up to a point and kills it there; false if it did not come there.
        private func kill(_ project: PublishedProject, at point: KillPoint, _ barrier: CallBarrier) async throws -> Bool
        {
            switch point {
            case .call(let path, let number, let isBefore):
                let environment = try barrier.environment(path, killing: (number, isBefore))
                let result = try await project.release(environment)
                return try result.end == .signal(SIGKILL) && barrier.calls() >= number
            case .request(let number, let moment):
                try await project.forge.hold(ForgeHold(number: number, moment))
                let run = try project.startRelease()
                let held = try await project.forge.held(within: 60)
                run.send(SIGKILL)
                let result = try await run.result()
                try await project.forge.release()
                try await project.forge.removeHolds()
                return held?.number == number && result.end == .signal(SIGKILL)
            }
        }

        private func expectRerun(
            of project: PublishedProject,
            after point: KillPoint,
            toGive whole: PublishedProject.Outcome
        ) async throws {
            // What was under way beside the point ends in its own time.
            try await Task.sleep(for: .milliseconds(100))
            #expect(try await project.halves(of: whole).isEmpty, "killed \(point)")
            let complete = try await project.uploaded()
            try await project.forge.forgetRequests()
            let again = try await project.release()
            #expect(again.end == .exit(0), "killed \(point):\n\(again.errors)")
            let differences = try await project.outcome().differences(from: whole)
            #expect(differences.isEmpty, "killed \(point): \(differences.joined(separator: "\n"))")
            #expect(try await project.halves(of: whole).isEmpty, "killed \(point)")
            let twice = try await project.sent().filter { complete.contains($0) }
            #expect(twice.isEmpty, "killed \(point): sent again")
        }
    }
#endif
