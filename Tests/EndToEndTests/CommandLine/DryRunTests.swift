import Foundation
import RelctlCore
import TestSupport
import Testing

/// A dry run tells everything and touches nothing.
@Suite(.needsCrossPrograms) struct DryRunTests {
    private func expectUntouched(
        _ project: TestRepository,
        by arguments: [String],
        exits code: Int32 = 0
    ) async throws -> ProgramResult {
        let environment = try await VelostreamProject.environment()
        let before = try [project.folder, project.world.home, project.world.temporary].map { try TreeSnapshot(of: $0) }
        let result = try await project.relctl(arguments, environment: environment)
        expect(result, exits: code)
        let after = try [project.folder, project.world.home, project.world.temporary].map { try TreeSnapshot(of: $0) }
        for (one, other) in zip(after, before) { expect(one, equals: other) }
        return result
    }

    @Test func aDryRunTellsThePlanThatTheRealRunExecutes() async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            try await project.tag("v1.0.0")
            let dry = try await expectUntouched(project, by: ["release", "v1.0.0", "--dry-run", "--json"])
            let text = try await expectUntouched(project, by: ["release", "v1.0.0", "--dry-run", "--verbose"])
            for line in try LiveFileSystem().text(of: Fixtures.path("velostream-unix.txt")).split(separator: "\n") {
                let path = line.split(separator: " ")[2]
                #expect((text.output + text.errors).contains(path), "`\(path)` is not told")
            }
            let environment = try await VelostreamProject.environment()
            expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
            #expect(try dry.output == project.text("dist/plan.json"))
            // And again over a finished release.
            let again = try await expectUntouched(project, by: ["release", "v1.0.0", "--dry-run", "--json"])
            #expect(again.output == dry.output)
        }
    }

    @Test func theEngineIsPartOfThePlan() async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            for arguments in [["plan", "v1.0.0"], ["package", "v1.0.0", "-n"], ["release", "v1.0.0", "-n"]] {
                let own = try await project.relctl(["--json"] + arguments)
                let other = try await project.relctl(["--json"] + arguments + ["--engine", "zlib"])
                #expect(own.output.contains("\"relctl-") && !own.output.contains("\"zlib\""))
                #expect(other.output.contains("\"zlib\"") && !other.output.contains("\"relctl-"))
            }
        }
    }

    @Test func aDryRunWorksBeforeTheTagExistsAndSaysSo() async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            let before = try await expectUntouched(project, by: ["release", "v1.0.0", "--dry-run", "--json"])
            #expect(before.errors.contains("v1.0.0") && before.errors.contains("tag"))
            try await project.tag("v1.0.0")
            let after = try await expectUntouched(project, by: ["release", "v1.0.0", "--dry-run", "--json"])
            #expect(before.output == after.output)
        }
    }

    @Test(arguments: [
        ["plan", "v1.0.0", "--json"], ["plan"], ["matrix"], ["matrix", "--format", "github"], ["check"],
        ["validate", "v1.0.0"], ["schema"], ["man"], ["version"], ["--help"],
    ])
    func lookingChangesNothing(arguments: [String]) async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            try await project.tag("v1.0.0")
            _ = try await expectUntouched(project, by: arguments)
        }
    }

    @Test func theMatrixIsOneLineOfJSONForGitHub() async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            let result = try await project.relctl(["matrix", "--format", "github"])
            expect(result, exits: 0)
            #expect(result.output.count(where: \.isNewline) == 1)
            struct Matrix: Decodable {
                struct Job: Decodable { let target, runner, os, arch: String }
                let include: [Job]
            }
            let matrix = try JSONDecoder().decode(Matrix.self, from: Data(result.output.utf8))
            #expect(Set(matrix.include.map(\.target)) == Set(VelostreamProject.targets))
            #expect(matrix.include.first { $0.target == "aarch64-apple-darwin" }?.runner == "macos-15")
        }
    }
}
