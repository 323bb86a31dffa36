import Foundation
import RelctlCore
import TestSupport
import Testing

/// The example of five platforms is released to GitHub, a bucket and folders, and survives being killed at random moments.
@Suite(.needsCrossPrograms) struct PublishAtRandomTests {
    @Test func streamsKilledAtRandomMomentsInALoopEndsRightEveryTime() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let bucket = try await TestBucket()
                var project = try await PublishedProject(at: forge, in: world) { repository in
                    try Self.writeStreams(to: repository, forge)
                    try bucket.add(to: repository)
                }
                project.bucket = bucket
                let environment = ExamplesTests.zigEnvironment(world)
                let clock = ContinuousClock()
                expect(try await project.release(environment), exits: 0)
                try await project.clear()
                let start = clock.now
                expect(try await project.release(environment), exits: 0)
                let whole = start.duration(to: clock.now)
                let outcome = try await project.outcome()
                var random = SeededGenerator(seed: 17)
                var killed = 0
                for number in 0..<(FullRun.isAsked ? 50 : 3) {
                    try await project.clear()
                    // Most of the time is spent building; what is published last is of most interest.
                    let moment = Double.random(in: number % 2 == 0 ? 0...1 : 0.8...1, using: &random)
                    for _ in 0...(number % 3) {
                        let run = try project.startRelease(environment)
                        try await Task.sleep(for: whole * moment)
                        run.send(SIGKILL)
                        if try await run.result().end == .signal(SIGKILL) { killed += 1 }
                        try await Task.sleep(for: .milliseconds(100))
                        #expect(try await project.halves(of: outcome).isEmpty, "killed at \(moment)")
                    }
                    let again = try await project.release(environment)
                    #expect(again.end == .exit(0), "killed at \(moment):\n\(again.errors)")
                    let differences = try await project.outcome().differences(from: outcome)
                    #expect(differences.isEmpty, "killed at \(moment): \(differences.joined(separator: "\n"))")
                }
                print("killed \(killed) runs of \(whole)")
                #expect(killed > 0, "no run was killed in time")
            }
        }
    }

    /// The example as it lies in the sources, published to more places.
    private static func writeStreams(to repository: TestRepository, _ forge: FakeForge) throws {
        let source = Fixtures.project.appending("Examples/streams")
        for item in try FileManager.default.contentsOfDirectory(atPath: source.string).sorted()
        where !["target", "dist", "out", ".gitignore"].contains(item) {
            try FileManager.default.copyItem(
                atPath: source.appending(item).string,
                toPath: repository.folder.appending(item == "relctl.json" ? "original.json" : item).string
            )
        }
        let text = try repository.text("original.json")
        let line = #"publish: [{ to: "directory", path: "out/{{tag}}" }],"#
        try #require(text.contains(line))
        try repository.remove("original.json")
        try repository.remove("data")
        try repository.write("relctl.json", text.replacing(line, with: PublishedProject.publications(forge)))
        let ignored = try repository.text(".gitignore")
        let own = try LiveFileSystem().text(of: source.appending(".gitignore"))
        try repository.write(".gitignore", ignored + own)
    }
}
