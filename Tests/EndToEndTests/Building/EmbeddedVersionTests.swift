import Foundation
import RelctlCore
import TestSupport
import Testing

/// Builds are told of which version they are, by their environment and by files that relctl writes.
@Suite(.needsCrossPrograms) struct EmbeddedVersionTests {
    private static let version = """
        version: {
            manifests: ["VERSION"],
            embed: [
              { language: "json", file: "gen/about.json" },
              { language: "python", file: "src/about.py" },
            ],
          },
        """

    /// A project whose build copies what it is told, and which ships a file that relctl writes.
    private func project(in world: World) async throws -> TestRepository {
        let build = """
            mkdir -p made
            { cat src/about.py; env | grep -E '^(RELCTL|SOURCE_DATE)' | sort; } > made/told
            cp "$TEST_PROGRAMS/x86_64-unknown-linux-musl" made/greeter
            """
        let project = try await ScriptProject.create(in: world, build: build)
        let text = ScriptProject.configuration(build: true)
            .replacing("version: { manifests: [\"VERSION\"] },", with: Self.version)
            .replacing("{ files: [\"greet\"] }", with: "{ files: [\"greet\", \"gen/**\"] }")
        try project.write("relctl.json", text)
        try await project.commit("feat: tell the version")
        return project
    }

    private func packed(_ name: String, of project: TestRepository) async throws -> String {
        let archive = project.folder.appending("dist/\(ScriptProject.archive)").string
        let top = String(ScriptProject.archive.dropLast(".tar.gz".count))
        return try await project.world.output(of: ["tar", "-xzOf", archive, "\(top)/\(name)"])
    }

    @Test func filesAndVariablesSayTheSame() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let commit = try await project.git("rev-parse", "HEAD")
            expect(
                try await project.relctl(
                    ["release", "v1.0.0", "--create-tag"],
                    environment: try await VelostreamProject.environment()
                ),
                exits: 0
            )
            let about = try JSONSerialization.jsonObject(
                with: Data(try await packed("gen/about.json", of: project).utf8)
            )
            let facts = try #require(about as? [String: Any])
            #expect(facts["version"] as? String == "1.0.0")
            #expect(facts["tag"] as? String == "v1.0.0")
            #expect(facts["commit"] as? String == commit)
            #expect(facts["date"] as? String == "2026-01-02")
            #expect(facts["isDirty"] as? Bool == false)
            let told = try LiveFileSystem().text(of: project.folder.appending("made/told"))
            #expect(told.contains("VERSION = __version__ = \"1.0.0\"\n"))
            let variables = told.split(separator: "\n").suffix(6).map(String.init)
            #expect(
                variables == [
                    "RELCTL_COMMIT=\(commit)", "RELCTL_DATE=2026-01-02", "RELCTL_DIRTY=false", "RELCTL_TAG=v1.0.0",
                    "RELCTL_VERSION=1.0.0", "SOURCE_DATE_EPOCH=1767323045",
                ]
            )
        }
    }

    @Test func theReleaseIsTheSameWhetherTheFilesWereThereOrNot() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let clone = try await project.clone(to: "clone")
            expect(
                try await clone.relctl(
                    ["release", "--snapshot"],
                    environment: try await VelostreamProject.environment()
                ),
                exits: 0
            )
            try clone.remove("dist")
            try clone.remove("out")
            for repository in [project, clone] {
                expect(
                    try await repository.relctl(
                        ["release", "v1.0.0", "--create-tag"],
                        environment: try await VelostreamProject.environment()
                    ),
                    exits: 0
                )
            }
            try expect(World.release(in: project), equals: World.release(in: clone))
            // What relctl wrote does not make the tree unclean for the next release.
            expect(try await project.relctl(["validate", "v1.0.0"]), exits: 0)
        }
    }

    @Test func aFileThatGitTracksDoesNotStandInTheWayOfTheNextRelease() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let environment = try await VelostreamProject.environment()
            expect(try await project.relctl(["build", "--snapshot"], environment: environment), exits: 0)
            try await project.git("add", "--force", "src/about.py")
            try await project.commit("chore: a placeholder")
            expect(
                try await project.relctl(
                    ["release", "v1.0.0", "--create-tag"],
                    environment: try await VelostreamProject.environment()
                ),
                exits: 0
            )
            #expect(try await project.git("status", "--porcelain").contains("src/about.py"))
            expect(try await project.relctl(["validate", "v1.0.0"]), exits: 0)
        }
    }

    @Test(arguments: ["src/about.py", "gen/about.json"]) func whatRelctlDidNotWriteStays(file: String) async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let texts = ["src/about.py": "VERSION = 'mine'\n", "gen/about.json": "{ \"version\": \"1.0.0\" }\n"]
            try project.write(file, texts[file] ?? "")
            let environment = try await VelostreamProject.environment()
            let refused = try await project.relctl(["build", "--snapshot"], environment: environment)
            expect(refused, exits: 1, naming: "cannot write `\(file)`", "relctl did not write it")
            #expect(try project.text(file) == texts[file])
        }
    }

    @Test func aDryRunWritesNone() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let before = try TreeSnapshot(of: project.folder, [])
            expect(
                try await project.relctl(
                    ["release", "v1.0.0", "--dry-run"],
                    environment: try await VelostreamProject.environment()
                ),
                exits: 0
            )
            #expect(try TreeSnapshot(of: project.folder, []) == before)
        }
    }

    @Test func aTreeWithChangesSaysSo() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try project.write("greet", "#!/bin/sh\necho changed\n", isExecutable: true)
            expect(
                try await project.relctl(
                    ["release", "--snapshot", "--skip", "publish"],
                    environment: try await VelostreamProject.environment()
                ),
                exits: 0
            )
            let text = try LiveFileSystem().text(of: project.folder.appending("gen/about.json"))
            #expect(text.contains("\"isDirty\": true"))
        }
    }

    @Test(arguments: [
        ("VERSION", "is a manifest, which is changed, never replaced"), ("dist/a.py", "lies in `dist`"),
        (".git/a.py", "lies in `.git`"),
    ])
    func filesThatAreNotForItAreRefused(file: String, reason: String) async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let text = try LiveFileSystem().text(of: project.folder.appending("relctl.json"))
            try project.write("relctl.json", text.replacing("src/about.py", with: file))
            let outcome = try await project.relctl(["check"])
            expect(outcome, exits: 65)
            #expect(outcome.errors.contains(reason))
        }
    }
}
