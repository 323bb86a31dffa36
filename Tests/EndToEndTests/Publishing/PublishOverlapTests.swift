import RelctlCore
import TestSupport
import Testing

/// Two runs that publish the same release do not get into each other's way.
@Suite struct PublishOverlapTests {
    @Test func ofTwoRunsInOneProjectOnePublishesAndTheOtherSaysSo() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, in: world)
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                try await forge.hold(ForgeHold(ForgeFault.Match("POST", origin: "api"), .before))
                let arguments = [try RelctlExecutable.path().string, "publish", "v1.0.0"]
                let (folder, environment) = (project.repository.folder, PublishedProject.environment)
                let first = try world.start(arguments, in: folder, environment: environment)
                _ = try #require(try await forge.held())
                let second = try await world.run(arguments, in: folder, environment: environment)
                expect(second, exits: 1, naming: "another run of relctl is at work there")
                try await forge.release()
                expect(try await first.result(), exits: 0)
                #expect(try await project.forge.state().repositories.first?.releases.map(\.draft) == [false])
            }
        }
    }

    @Test func twoMachinesThatPublishAtOnceLeaveOneWholeRelease() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, in: world)
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                let copy = world.folder.appending("elsewhere").string
                try await world.output(of: ["cp", "-R", project.repository.folder.string, copy])
                // Both have looked when the first one makes its draft.
                try await forge.hold(ForgeHold(ForgeFault.Match("POST", origin: "api"), .before))
                let arguments = [try RelctlExecutable.path().string, "publish", "v1.0.0"]
                let runs = try [project.repository.folder, FilePath(copy)].map {
                    try world.start(arguments, in: $0, environment: PublishedProject.environment)
                }
                for _ in 0..<600 where try await forge.requests().count(where: { $0.method == "POST" }) < 2 {
                    try await Task.sleep(for: .milliseconds(50))
                }
                try await forge.removeHolds()
                for run in runs { #expect([.exit(0), .exit(1), .exit(3)].contains(try await run.result().end)) }
                let again = try await world.run(
                    arguments,
                    in: project.repository.folder,
                    environment: PublishedProject.environment
                )
                expect(again, exits: 0)
                let releases = try await forge.state().repositories.first?.releases ?? []
                #expect(releases.map(\.draft) == [false])
                let files = try LiveFileSystem().names(in: project.repository.folder.appending("mirror/1.0.0"))
                #expect(releases.first?.assets.map(\.name) == files.filter { $0 != "NOTES.md" })
                let seen = try await forge.state().history.filter { $0.event == "release" }
                #expect(seen.count == 1 && seen.first?.assets == releases.first?.assets)
            }
        }
    }
}
