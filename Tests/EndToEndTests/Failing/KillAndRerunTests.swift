import Foundation
import RelctlCore
import TestSupport
import Testing

/// A release can be killed at any instant and run again; it ends in the same `dist/`.
@Suite(.needsCrossPrograms) struct KillAndRerunTests {
    /// What an undisturbed run leaves.
    private struct Undisturbed {
        let dist: TreeSnapshot
        let published: [TreeSnapshot]
        let journalLines: Int

        init(_ project: TestRepository) throws {
            dist = try World.release(in: project)
            published = try KillAndRerunTests.publications(of: project)
            journalLines = try KillAndRerunTests.journalLines(project)
        }
    }

    private static func publications(of project: TestRepository) throws -> [TreeSnapshot] {
        try ["out", "mirror"].map { try TreeSnapshot(of: project.folder.appending($0), [.modes]) }
    }

    private static func journalLines(_ project: TestRepository) throws -> Int {
        let journal = project.folder.appending("dist/journal.jsonl")
        guard try LiveFileSystem().status(of: journal) != nil else { return 0 }
        return try LiveFileSystem().contents(of: journal).count { $0 == UInt8(ascii: "\n") }
    }

    @Test(arguments: [false, true])
    func aKilledReleaseRunAgainEndsInTheSameDist(packsAhead: Bool) async throws {
        try await World.scratch { world in
            let environment = try await VelostreamProject.environment()
            let project = try await InterruptedProject.create(packsAhead: packsAhead, in: world)
            expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
            let undisturbed = try Undisturbed(project)
            try #require(undisturbed.journalLines > 10)
            var killed = 0
            for point in FullRun.sample(Array(0..<undisturbed.journalLines), 7) {
                for folder in ["dist", "out", "mirror", "made"] { try project.remove(folder) }
                if try await kill(project, after: point, environment) { killed += 1 }
                try await expectRerun(of: project, toGive: undisturbed, killedAfter: "\(point) lines", environment)
            }
            // The last lines may come too late to kill anything; most must not.
            #expect(killed >= 4, "only \(killed) runs were killed in time")
        }
    }

    @Test(arguments: [false, true])
    func aReleaseKilledAtAnyMomentRunAgainEndsInTheSameDist(packsAhead: Bool) async throws {
        try await World.scratch { world in
            let environment = try await VelostreamProject.environment()
            let project = try await InterruptedProject.create(packsAhead: packsAhead, in: world)
            let clock = ContinuousClock()
            let start = clock.now
            expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
            let whole = start.duration(to: clock.now)
            let undisturbed = try Undisturbed(project)
            // The second half is where archives, records and folders take their places.
            for tenth in FullRun.sample(Array(0..<20), 3) {
                for folder in ["dist", "out", "mirror", "made"] { try project.remove(folder) }
                let run = try project.world.start(
                    [RelctlExecutable.path().string, "release", "v1.0.0"],
                    in: project.folder,
                    environment: environment
                )
                try await Task.sleep(for: whole * (0.5 + Double(tenth) * 0.025))
                run.send(SIGKILL)
                _ = try await run.result()
                try await expectRerun(
                    of: project,
                    toGive: undisturbed,
                    killedAfter: "\(tenth)/40 and a half",
                    environment
                )
            }
        }
    }

    /// Kills a release as soon as its journal has so many lines; false if it was quicker.
    private func kill(
        _ project: TestRepository,
        after lines: Int,
        _ environment: [String: String?]
    ) async throws -> Bool {
        let run = try project.world.start(
            [RelctlExecutable.path().string, "release", "v1.0.0"],
            in: project.folder,
            environment: environment
        )
        while run.isRunning, try Self.journalLines(project) < lines { try await Task.sleep(for: .microseconds(300)) }
        run.send(SIGKILL)
        return try await run.result().end == .signal(SIGKILL)
    }

    private func expectRerun(
        of project: TestRepository,
        toGive undisturbed: Undisturbed,
        killedAfter point: String,
        _ environment: [String: String?]
    ) async throws {
        for (folder, whole) in zip(["out", "mirror"], undisturbed.published) {
            let seen = try TreeSnapshot(of: project.folder.appending(folder), [.modes]) {
                $0.split(separator: "/").last?.hasPrefix(".") ?? false
            }
            let versions = seen.lines.filter { $0.key.contains("/") }
            #expect(
                versions.isEmpty || versions == whole.lines.filter { $0.key.contains("/") },
                "half a release in \(folder)"
            )
        }
        let again = try await project.relctl(["release", "v1.0.0"], environment: environment)
        #expect(again.end == .exit(0), "killed after \(point):\n\(again.errors)")
        let dist = try World.release(in: project).differences(from: undisturbed.dist)
        #expect(dist.isEmpty, "killed after \(point): \(dist)")
        for (one, whole) in zip(try Self.publications(of: project), undisturbed.published) {
            #expect(one.differences(from: whole).isEmpty, "killed after \(point): \(one.differences(from: whole))")
        }
        expect(try await project.relctl(["verify"]), exits: 0)
    }
}
