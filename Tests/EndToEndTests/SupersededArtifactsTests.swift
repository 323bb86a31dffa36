import RelctlCore
import TestSupport
import Testing

/// What `package` does about the artifacts of another version in `dist/`.
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

    @Test func whatTheOlderRecordListsGoesAndNothingElse() async throws {
        try await withProject { world, project in
            expect(try await project.relctl(["package", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["checksum", "v1.0.0"]), exits: 0)
            let old = try names(project)
            #expect(old.count == 8)
            try project.write("dist/\(old[0]).asc", "a signature of somebody's own")
            try project.write("dist/greeter-0.9.0.tgz", "somebody's own")
            let result = try await project.relctl(["package", "v1.1.0"])
            expect(result, exits: 0, naming: "removed what", "of `v1.0.0`: `")
            let left = try names(project)
            #expect(left.filter { $0.contains("1.1.0") }.count == 8)
            #expect(left.filter { !$0.contains("1.1.0") } == ["greeter-0.9.0.tgz", "\(old[0]).asc"])
            expect(try await project.relctl(["verify"]), exits: 0)
            // The charts are those of the release alone.
            try project.remove("dist/greeter-0.9.0.tgz")
            let index = try await project.relctl(["chart", "index", "--dry-run"])
            expect(index, exits: 0)
            #expect(!index.output.contains("1.0.0\""), "\(index.output)")
        }
    }

    @Test func whatWasChangedSinceStaysAndIsNamed() async throws {
        try await withProject { world, project in
            expect(try await project.relctl(["chart", "package", "v1.0.0"]), exits: 0)
            let bytes = try LiveFileSystem().contents(of: project.folder.appending("dist/\(GreeterChart.packed)"))
            // Of the same size, so that it must be read.
            try LiveFileSystem().write(
                bytes.dropLast() + [bytes[bytes.count - 1] ^ 1],
                to: project.folder.appending("dist/\(GreeterChart.packed)")
            )
            let result = try await project.relctl(["chart", "package", "v1.1.0"])
            expect(result, exits: 0, naming: "of `v1.0.0` and changed since: `\(GreeterChart.packed)`")
            let sidecars = ["greeter-1.1.0.tgz", "greeter-1.1.0.tgz.sha256"]
            #expect(try names(project) == [GreeterChart.packed] + sidecars)
        }
    }

    @Test func otherRunsForTheSameTagAreLeftAlone() async throws {
        try await withProject { world, project in
            for target in ShardedProject.targets {
                expect(try await project.relctl(["package", "v1.0.0", "--target", target]), exits: 0)
            }
            let all = try names(project)
            #expect(all.count == 8)
            // Also where the commit is another, whose record names nothing of the others.
            try project.write("greet", "#!/bin/sh\necho later\n", isExecutable: true)
            try await project.commit("feat: greet later")
            expect(try await project.relctl(["package", "v1.0.0", "--target", ShardedProject.targets[0]]), exits: 0)
            #expect(try names(project) == all)
            // A trial's tag is another with each commit.
            expect(
                try await project.relctl(["package", "--snapshot", "--target", ShardedProject.targets[0]]),
                exits: 0
            )
            try await project.commit("feat: more")
            expect(
                try await project.relctl(["package", "--snapshot", "--target", ShardedProject.targets[0]]),
                exits: 0
            )
            #expect(try names(project).filter { $0.contains("SNAPSHOT") }.count == 4)
        }
    }

    @Test func aPackingThatFailsRemovesNothing() async throws {
        try await withProject { world, project in
            expect(try await project.relctl(["package", "v1.0.0"]), exits: 0)
            let before = try World.release(in: project)
            let text = try project.text("relctl.json")
            try project.write("relctl.json", text.replacing("archive: {", with: "archive: { budget: \"10B\","))
            expect(try await project.relctl(["package", "v1.1.0"]), exits: 1)
            let kept = try World.release(in: project).lines
            #expect(before.lines.allSatisfy { kept[$0.key] == $0.value })
        }
    }
}
