import RelctlCore
import TestSupport
import Testing

/// What `package` tells of the artifacts of another version in `dist/`, which it leaves alone.
@Suite struct SupersededArtifactsTests {
    private func withProject(_ body: (World, TestRepository) async throws -> Void) async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(
                in: world,
                more: GreeterChart.settings,
                adding: GreeterChart.write
            )
            try await body(world, project.origin)
        }
    }

    private func names(_ project: TestRepository) throws -> [String] {
        try LiveFileSystem().names(in: project.folder.appending("dist")).filter { $0.contains("greeter") }
    }

    private static let told = "still has files of `"

    @Test func whatTheOlderRecordListsStaysAndIsNamedOnce() async throws {
        try await withProject { world, project in
            let first = try await project.relctl(["package", "v1.0.0"])
            expect(first, exits: 0)
            #expect(!first.errors.contains(Self.told), "\(first.errors)")
            let old = try names(project)
            #expect(old.count == 8)
            try project.write("dist/greeter-0.9.0.tgz", "somebody's own")
            let before = try World.release(in: project)
            let result = try await project.relctl(["package", "v1.1.0"])
            expect(result, exits: 0, naming: "\(Self.told)v1.0.0`: `", "; remove them if nobody needs them")
            #expect(result.errors.ranges(of: Self.told).count == 1, "\(result.errors)")
            for name in old { #expect(result.errors.contains("`\(name)`"), "\(name): \(result.errors)") }
            #expect(!result.errors.contains("greeter-0.9.0.tgz"), "\(result.errors)")
            let after = try World.release(in: project).lines
            #expect(before.lines.filter { $0.key.contains("greeter") }.allSatisfy { after[$0.key] == $0.value })
            #expect(try names(project).filter { $0.contains("1.1.0") }.count == 8)
            // Every chart that is there is in the index.
            try project.remove("dist/greeter-0.9.0.tgz")
            let index = try await project.relctl(["chart", "index", "--dry-run"])
            expect(index, exits: 0)
            for name in [GreeterChart.packed, "greeter-1.1.0.tgz"] {
                #expect(index.output.contains(name), "\(name): \(index.output)")
            }
        }
    }

    @Test func whatHasOtherContentIsNotNamed() async throws {
        try await withProject { world, project in
            expect(try await project.relctl(["chart", "package", "v1.0.0"]), exits: 0)
            try project.write("dist/\(GreeterChart.packed)", "somebody's own")
            let result = try await project.relctl(["chart", "package", "v1.1.0"])
            expect(result, exits: 0, naming: "\(Self.told)v1.0.0`: `\(GreeterChart.packed).sha256`; remove")
            #expect(try project.text("dist/\(GreeterChart.packed)") == "somebody's own")
        }
    }

    @Test func otherRunsForTheSameTagAreNoneOfIt() async throws {
        try await withProject { world, project in
            let targets = ShardedProject.targets
            for target in targets {
                let result = try await project.relctl(["package", "v1.0.0", "--target", target])
                expect(result, exits: 0)
                #expect(!result.errors.contains(Self.told), "\(result.errors)")
            }
            let all = try names(project)
            #expect(all.count == 8)
            // Also where the commit is another, whose record names nothing of the others.
            try project.write("greet", "#!/bin/sh\necho later\n", isExecutable: true)
            try await project.commit("feat: greet later")
            let later = try await project.relctl(["package", "v1.0.0", "--target", targets[0]])
            expect(later, exits: 0)
            #expect(!later.errors.contains(Self.told), "\(later.errors)")
            #expect(try names(project) == all)
            // A trial's tag is another with each commit.
            let trial = ["package", "--snapshot", "--target", targets[0]]
            expect(try await project.relctl(trial), exits: 0, naming: "\(Self.told)v1.0.0`: `")
            try await project.commit("feat: more")
            expect(try await project.relctl(trial), exits: 0, naming: Self.told, "-SNAPSHOT.g")
            let left = try names(project)
            #expect(left.filter { $0.contains("SNAPSHOT") }.count == 8)
            #expect(left.filter { !$0.contains("SNAPSHOT") } == all)
        }
    }
}
