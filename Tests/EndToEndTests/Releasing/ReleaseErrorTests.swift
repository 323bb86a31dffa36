import Foundation
import RelctlCore
import TestSupport
import Testing

/// What relctl says when a release cannot go on, and that nothing half done is left.
@Suite struct ReleaseErrorTests {
    /// Runs `release v1.0.0` of a project that was spoilt, and returns what it said.
    private func release(
        _ project: TestRepository,
        _ more: String...,
        environment: [String: String?] = [:]
    ) async throws -> ProgramResult {
        let result = try await project.relctl(["release", "v1.0.0"] + more, environment: environment)
        #expect(try !project.holds("out"))
        return result
    }

    @Test func aMismatchNamesFileLineAndWhatWasExpected() async throws {
        try await World.scratch { world in
            let project = try await VelostreamProject.create(in: world)
            try await project.tag("v1.0.1")
            let result = try await project.relctl(["validate", "v1.0.1"])
            expect(result, exits: 2)
            let all = result.output + result.errors
            #expect(all.contains("Cargo.toml:3") && all.contains("1.0.0") && all.contains("1.0.1"), "\(all)")
            let released = try await project.relctl(["release", "v1.0.1"])
            expect(released, exits: 2, naming: "Cargo.toml:3", "1.0.0", "1.0.1")
        }
    }

    @Test func aMissingTagIsNamedWithTheWayToMakeIt() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            expect(try await release(project), exits: 2, naming: "v1.0.0", "--create-tag")
        }
    }

    @Test func aCacheLimitThatIsNoSizeIsNamed() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            let result = try await release(project, environment: ["RELCTL_CACHE_LIMIT": "many"])
            expect(result, exits: 64, naming: "RELCTL_CACHE_LIMIT", "many")
            #expect(try !project.holds("dist"))
        }
    }

    @Test func aTagElsewhereIsNamedWithBothCommits() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            let tagged = try await project.git("rev-parse", "HEAD")
            try await project.commit("fix: more")
            let head = try await project.git("rev-parse", "HEAD")
            let result = try await release(project)
            expect(result, exits: 2, naming: "v1.0.0", String(tagged.prefix(7)), String(head.prefix(7)))
        }
    }

    @Test func aDirtyTreeIsRefusedAndTheFilesNamed() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            try project.write("greet", "#!/bin/sh\necho goodbye\n", isExecutable: true)
            expect(try await release(project), exits: 2, naming: "greet")
        }
    }

    @Test func untrackedFilesMatterWhereTheyWouldShipAlone() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let text = ScriptProject.configuration().replacing(
                "files: [\"greet\"]",
                with: "files: [\"greet\", \"data/**\"]"
            )
            try project.write("relctl.json", text)
            try project.write("data/tracked", "x\n")
            try await project.commit("feat: data")
            try await project.tag("v1.0.0")
            try project.write("data/stray", "y\n")
            expect(try await release(project), exits: 2, naming: "data/stray")
            try project.remove("data/stray")
            try project.write("notes-to-self", "y\n")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
        }
    }

    @Test func everythingThatIsWrongIsToldBeforeAnythingIsBuilt() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, build: "echo built > \"$TEST_SIGNS/built\"; exit 1")
            try project.write("VERSION", "0.9.0\n")
            try await project.commit("fix: an older version")
            try project.write("greet", "changed\n")
            let result = try await release(project, environment: ["TEST_SIGNS": world.home.string])
            expect(result, exits: 2, naming: "VERSION:1", "0.9.0", "greet", "--create-tag")
            #expect(try LiveFileSystem().status(of: world.home.appending("built")) == nil)
        }
    }

    /// A build, and what is told of what it makes.
    struct Build: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let told: [String]
        var testDescription: String { name }
    }

    static let builds = [
        Build(name: "missing", script: "mkdir -p made", told: ["made/greeter"]),
        Build(
            name: "empty",
            script: "mkdir -p made; : > made/greeter; chmod +x made/greeter",
            told: ["made/greeter", "empty"]
        ),
        Build(
            name: "text",
            script: "mkdir -p made; echo '#!/bin/sh' > made/greeter; chmod +x made/greeter",
            told: ["made/greeter", "x86_64-unknown-linux-gnu"]
        ),
        Build(
            name: "wrong architecture",
            script: "mkdir -p made; cp \"$TEST_PROGRAMS/aarch64-unknown-linux-musl\" made/greeter",
            told: ["made/greeter", "AArch64", "x86_64"]
        ),
        Build(
            name: "wrong system",
            script: "mkdir -p made; cp \"$TEST_PROGRAMS/x86_64-pc-windows-msvc\" made/greeter",
            told: ["made/greeter", "PE"]
        ),
        Build(
            name: "failing",
            script: "for i in $(seq 100); do echo \"line $i\"; done; echo 'undefined reference to `main`' >&2; exit 7",
            told: ["undefined reference to `main`", "line 100", "7", "dist/logs/"]
        ),
    ]

    @Test(.needsCrossPrograms, arguments: builds) func whatABuildDoesWrongIsTold(build: Build) async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, build: build.script)
            try await project.tag("v1.0.0")
            let result = try await release(project, environment: VelostreamProject.environment())
            expect(result, exits: 1)
            for text in build.told { #expect(result.errors.contains(text), "`\(text)` is not in:\n\(result.errors)") }
            #expect(try !project.holds("dist/manifest.json"))
        }
    }

    @Test func aMissingBuildToolIsFoundBeforeTheBuild() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, build: "exit 0")
            let text = ScriptProject.configuration(build: true).replacing(
                "[\"sh\", \"build.sh\"]",
                with: "[\"no-such-compiler\"]"
            )
            try project.write("relctl.json", text)
            try await project.commit("build: with another compiler")
            try await project.tag("v1.0.0")
            expect(try await release(project), exits: 2, naming: "no-such-compiler")
            expect(try await project.relctl(["check"]), exits: 2)
        }
    }

    @Test func aDifferentPublishedReleaseIsRefusedUnlessReplaced() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            let good = try TreeSnapshot(of: project.folder.appending("out"), [.modes])
            let sums = project.folder.appending("out/v1.0.0/SHA256SUMS")
            try LiveFileSystem().write(Array("other\n".utf8), to: sums)
            let spoilt = try TreeSnapshot(of: project.folder.appending("out"), [.modes])
            let refused = try await project.relctl(["release", "v1.0.0"])
            #expect(refused.exitCode == 1 || refused.exitCode == 2)
            #expect(refused.errors.contains("out/v1.0.0") && refused.errors.contains("--replace"))
            try expect(TreeSnapshot(of: project.folder.appending("out"), [.modes]), equals: spoilt)
            expect(try await project.relctl(["release", "v1.0.0", "--replace"]), exits: 0)
            try expect(TreeSnapshot(of: project.folder.appending("out"), [.modes]), equals: good)
        }
    }

    @Test(arguments: ["dist", "dist/.work", "out"]) func aFileInTheWayIsNamed(place: String) async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            try project.write(place, "in the way\n")
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode == 1 || result.exitCode == 2, "\(result.errors)")
            #expect(result.errors.contains(place), "`\(place)` is not in:\n\(result.errors)")
            #expect(try project.text(place) == "in the way\n")
        }
    }

    @Test func aDiskThatIsFullLeavesNothingHalfWritten() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let text = ScriptProject.configuration().replacing("[\"greet\"]", with: "[\"greet\", \"noise\"]")
            try project.write("relctl.json", text)
            // What cannot be compressed: 300 kB of a multiplicative generator.
            var state: UInt64 = 1
            let noise = (0..<300_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            try LiveFileSystem().write(noise, to: project.folder.appending("noise"))
            try await project.commit("feat: noise")
            try await project.tag("v1.0.0")
            // No file may grow beyond 100 kB; the signal that comes with it is ignored, so that the write fails.
            let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" release v1.0.0"
            let relctl = try RelctlExecutable.path().string
            let result = try await world.run(["bash", "-c", script, relctl], in: project.folder)
            expect(result, exits: 1, naming: "error: cannot", ScriptProject.archive)
            #expect(try !project.holds("dist/\(ScriptProject.archive)"))
            #expect(try !project.holds("out"))
            let left = try TreeSnapshot(of: project.folder).lines.keys.filter { $0.hasSuffix(".new") }
            #expect(left.isEmpty)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
        }
    }

    @Test func secretsInTheEnvironmentAreNotHandedToBuilds() async throws {
        try await World.scratch { world in
            let build = "mkdir -p made; env > \"$TEST_SIGNS/env\"; exit 1"
            let project = try await ScriptProject.create(in: world, build: build)
            try await project.tag("v1.0.0")
            let secrets = [
                "GITHUB_TOKEN": "s3cret", "AWS_SECRET_ACCESS_KEY": "s3cret", "GIT_DIR": nil, "MY_OWN": "s3cret",
            ]
            let signs = ["TEST_SIGNS": world.home.string].merging(secrets) { $1 }
            expect(try await release(project, environment: signs), exits: 1)
            let seen = try LiveFileSystem().text(of: world.home.appending("env"))
            #expect(!seen.contains("s3cret"))
            #expect(seen.contains("HOME=") && seen.contains("PATH="))
        }
    }
}
