import RelctlCore
import TestSupport
import Testing

/// `relctl ci`, and what it needs of other subcommands.
@Suite struct IntegrationCommandTests {
    private static let file = ".github/workflows/release.yml"
    private static let integration = "ci: { relctl: { action: '$/.github/actions/relctl' } }"

    @Test func aWorkflowIsWrittenOnceAndCheckedAfterwards() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: Self.integration)
            let before = try TreeSnapshot(of: project.folder)
            let missing = try await project.relctl(["ci", "github", "--check"])
            expect(missing, exits: 2)
            #expect(missing.output.contains("+++ b/\(Self.file)\n@@ -0,0 +1,"))
            #expect(missing.output.hasSuffix("\n\(Self.file): not up to date\n"))
            let dry = try await project.relctl(["ci", "github", "--dry-run"])
            expect(dry, exits: 0)
            #expect(dry.output == missing.output)
            let printed = try await project.relctl(["ci", "github", "--output", "-"])
            expect(printed, exits: 0)
            expect(try TreeSnapshot(of: project.folder), equals: before)
            let written = try await project.relctl(["ci", "github"])
            expect(written, exits: 0)
            #expect(written.output == "\(Self.file)\n")
            #expect(try project.text(Self.file) == printed.output)
            #expect(try await project.relctl(["ci", "github"]).output == "\(Self.file): nothing to do\n")
            expect(try await project.relctl(["ci", "github", "--check"]), exits: 0)
            // Another configuration wants another workflow.
            try project.write(
                "relctl.json",
                ScriptProject.configuration(more: Self.integration.dropLast() + ", timeout: '5m' }")
            )
            let stale = try await project.relctl(["ci", "github", "--check"])
            expect(stale, exits: 2)
            #expect(stale.output.contains("\n-    timeout-minutes: 120\n+    timeout-minutes: 5\n"))
            let json = try await project.relctl(["ci", "github", "--check", "--json"])
            expect(json, exits: 2)
            #expect(json.output.contains("\"changed\" : true") && !json.output.contains("@@"))
        }
    }

    @Test func whatIsWrongIsSaidAndNothingIsWritten() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let before = try TreeSnapshot(of: project.folder)
            expect(
                try await project.relctl(["ci", "github"]),
                exits: 65,
                naming: "how machines get relctl",
                "relctl.json:1:1"
            )
            expect(try await project.relctl(["ci", "gitbuh"]), exits: 64, naming: "did you mean `github`?")
            expect(try await project.relctl(["ci"]), exits: 64, naming: "the argument ACTION is missing")
            expect(
                try await project.relctl(["ci", "github", "--check", "--output", "-"]),
                exits: 64,
                naming: "only prints"
            )
            expect(try TreeSnapshot(of: project.folder), equals: before)
            try project.write(Self.file, "name: Mine\n")
            try project.write("relctl.json", ScriptProject.configuration(more: Self.integration))
            expect(try await project.relctl(["ci", "github"]), exits: 1, naming: "relctl did not write it")
            #expect(try project.text(Self.file) == "name: Mine\n")
            let printed = try await project.relctl(["ci", "github", "--output", "-"])
            expect(printed, exits: 0)
            #expect(printed.output.contains("\nname: Release\n"))
            expect(try await project.relctl(["ci", "github", "--output", "ci/own.yml"]), exits: 0)
            #expect(try project.holds("ci/own.yml"))
        }
    }

    @Test func laterJobsAreToldWhatIsReleasedAndPeopleWhatWasMade() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: Self.integration)
            let (outputs, summary) = (world.folder.appending("outputs"), world.folder.appending("summary"))
            let files = ["GITHUB_OUTPUT": outputs.string, "GITHUB_STEP_SUMMARY": summary.string]
            let planned = try await project.relctl(["ci", "outputs", "v1.0.0"], environment: files)
            expect(planned, exits: 0)
            #expect(planned.output.hasPrefix("tag=v1.0.0\nversion=1.0.0\nprerelease=false\nmatrix={\"include\":[{"))
            #expect(!planned.output.contains("manifest="))
            #expect(try LiveFileSystem().text(of: outputs) == planned.output)
            expect(try await project.relctl(["ci", "summary"], environment: files), exits: 65, naming: "manifest.json")
            expect(try await project.relctl(["package", "v1.0.0"]), exits: 0)
            let made = try await project.relctl(["ci", "outputs", "v1.0.0", "--json"], environment: files)
            expect(made, exits: 0)
            #expect(made.output.contains("\"manifest\" : {") && !made.output.contains("\"contents\""))
            #expect(try LiveFileSystem().text(of: outputs).contains("\nmanifest={\"artifacts\":[{"))
            let printed = try await project.relctl(["ci", "summary"])
            expect(printed, exits: 0)
            expect(try await project.relctl(["ci", "summary", "dist"], environment: files), exits: 0)
            #expect(try LiveFileSystem().text(of: summary) == printed.output)
            let sidecars = try LiveFileSystem().names(in: project.folder.appending("dist"))
                .filter { $0.hasSuffix(".sha256") }
            #expect(!sidecars.isEmpty)
            for sidecar in sidecars {
                let words = try project.text("dist/\(sidecar)").split(separator: " ").map(String.init)
                #expect(printed.output.contains("| `\(words[1].dropLast())` | "))
                #expect(printed.output.contains(" | `\(words[0])` |\n"))
            }
            // What is there of another release is no record of this one.
            let trial = try await project.relctl(["ci", "outputs", "--snapshot"])
            expect(trial, exits: 0)
            #expect(trial.output.contains("\nprerelease=true\n") && !trial.output.contains("manifest="))
            for wrong in [["ci", "github", "v1.0.0"], ["ci", "outputs", "--check"], ["ci", "summary", "--snapshot"]] {
                expect(try await project.relctl(wrong), exits: 64)
            }
        }
    }

    @Test func otherMachinesReadTheSameConfiguration() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let text = ScriptProject.configuration(more: Self.integration)
            for name in ["relctl.json", "release/relctl.json"] { try project.write(name, text) }
            for path in ["release/relctl.json", project.folder.appending("release/relctl.json").string] {
                let printed = try await project.relctl(["--config", path, "ci", "github", "--output", "-"])
                expect(printed, exits: 0)
                #expect(printed.output.contains("\n  RELCTL_CONFIG: release/relctl.json\n"))
                #expect(printed.output.contains("`relctl ci github` of release/relctl.json:"))
                #expect(!printed.output.contains(project.folder.string))
            }
            let usual = try await project.relctl(["--config", "./relctl.json", "ci", "github", "--output", "-"])
            expect(usual, exits: 0)
            #expect(!usual.output.contains("RELCTL_CONFIG"))
            let elsewhere = world.folder.appending("elsewhere.json")
            try LiveFileSystem().write(text.utf8, to: elsewhere)
            let refused = try await project.relctl(["--config", elsewhere.string, "ci", "github"])
            expect(refused, exits: 1, naming: "it is outside the repository `\(project.folder)`")
            #expect(!(try project.holds(Self.file)))
        }
    }

    /// A configuration that both services do with.
    private static let downloading: String = {
        let digest = String(repeating: "0", count: 64)
        let download = "'x86_64-unknown-linux-gnu': { url: 'https://h/r', sha256: '\(digest)' }"
        return "ci: { relctl: { version: '1', downloads: { \(download) } } }"
    }()

    @Test func whatIsOfAnotherServiceIsNotRead() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: Self.downloading)
            // No text can be read of a folder.
            for (service, other) in [("github", ".gitlab-ci.yml"), ("gitlab", ".github/actionlint.yaml")] {
                try LiveFileSystem().createFolders(project.folder.appending(other))
                expect(try await project.relctl(["ci", service]), exits: 0)
                try LiveFileSystem().removeFolder(project.folder.appending(other))
            }
        }
    }

    @Test func nothingIsWrittenThroughALinkThatLeadsNowhere() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: Self.downloading)
            try await world.output(of: ["ln", "-s", "elsewhere.yml", project.folder.appending(".gitlab-ci.yml").string])
            let told = try await project.relctl(["ci", "gitlab"])
            expect(told, exits: 0)
            #expect(told.errors.contains("`.gitlab-ci.yml` does not include"), "\(told.errors)")
            #expect(!(try project.holds("elsewhere.yml")))
        }
    }

    @Test func aPipelineIsWrittenBesideOnesOwn() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: Self.downloading)
            let (file, entry) = (".gitlab/release.yml", ".gitlab-ci.yml")
            let missing = try await project.relctl(["ci", "gitlab", "--check"])
            expect(missing, exits: 2)
            #expect(missing.output.hasSuffix("\n\(file): not up to date\n\(entry): not up to date\n"))
            expect(try await project.relctl(["ci", "gitlab"]), exits: 0)
            #expect(try project.text(entry).contains("\n  - local: \"\(file)\"\n"))
            expect(try await project.relctl(["ci", "gitlab", "--check"]), exits: 0)
            // A pipeline of the project's own is never written to.
            try project.write(entry, "test:\n  script: make test\n")
            let told = try await project.relctl(["ci", "gitlab"])
            expect(told, exits: 0)
            #expect(told.errors.contains("`\(entry)` does not include `\(file)`: nothing will be released"))
            #expect(told.errors.contains("hint: add there: `include: [{ local: \"\(file)\" }]`"), "\(told.errors)")
            #expect(try project.text(entry) == "test:\n  script: make test\n")
            expect(try await project.relctl(["ci", "gitlab", "--check"]), exits: 2)
            try project.write(entry, "include: [{ local: \"\(file)\" }]\n")
            expect(try await project.relctl(["ci", "gitlab", "--check"]), exits: 0)
            try project.write(file, "test: {}\n")
            expect(try await project.relctl(["ci", "gitlab"]), exits: 1, naming: "relctl did not write it")
            #expect(try project.text(file) == "test: {}\n")
            for wrong in [
                ["--workspace"], ["v1.0.0"], ["--dotenv", "x"], ["--check", "--output", "-"], ["-o", ".gitlab-ci.yml"],
            ] {
                expect(try await project.relctl(["ci", "gitlab"] + wrong), exits: 64)
            }
            try project.write("relctl.json", ScriptProject.configuration(more: Self.integration))
            let refused = try await project.relctl(["ci", "gitlab"])
            expect(refused, exits: 65, naming: "GitLab has no actions", "relctl.json:")
        }
    }

    @Test func aJobOfATagReleasesThatTag() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            for tag in ["v1.0.0", "v1.0.1"] { try await project.tag(tag) }
            for (environment, tag) in [
                (["GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1.0.0"], "v1.0.0"),
                (["CI_COMMIT_TAG": "v1.0.0"], "v1.0.0"), (["CI_COMMIT_TAG": ""], "v1.0.1"), ([:], "v1.0.1"),
            ] {
                let told = try await project.relctl(["ci", "outputs", "--dotenv", "a/b.env"], environment: environment)
                expect(told, exits: 0)
                #expect(told.output.hasPrefix("tag=\(tag)\n"), "\(told.output)")
                #expect(
                    try project.text("a/b.env")
                        == "RELEASE_TAG=\(tag)\nRELEASE_VERSION=\(tag.dropFirst())\nRELEASE_PRERELEASE=false\n"
                )
            }
        }
    }

    @Test func aWorkspaceHasAWorkflowOfItsOwn() async throws {
        try await World.scratch { world in
            let file = ".github/workflows/workspace-release.yml"
            let project = try await ScriptProject.create(in: world, more: Self.integration)
            expect(
                try await project.relctl(["ci", "github", "--workspace"]),
                exits: 65,
                naming: "cannot find `relctl-workspace.json`"
            )
            try project.write("relctl-workspace.json", "{ name: 'w', repositories: { a: { url: '../a.git' } } }")
            expect(
                try await project.relctl(["ci", "github", "--workspace"]),
                exits: 65,
                naming: "how machines get relctl",
                "relctl-workspace.json:1:1"
            )
            let text = "{ name: 'w', \(Self.integration), repositories: { a: { url: '../a.git' } } }"
            for name in ["relctl-workspace.json", "release/w.json"] { try project.write(name, text) }
            expect(try await project.relctl(["ci", "github", "--workspace", "--check"]), exits: 2)
            #expect(!(try project.holds(file)))
            expect(try await project.relctl(["ci", "github", "--workspace"]), exits: 0)
            expect(try await project.relctl(["ci", "github", "--workspace", "--check"]), exits: 0)
            expect(try await project.relctl(["ci", "github"]), exits: 0)
            #expect(try project.text(file).contains("\nname: \"Release w\"\n"))
            #expect(try project.text(Self.file).contains("\nname: Release\n"))
            try project.write("relctl-workspace.json", text.replacing("name: 'w'", with: "name: 'v'"))
            let stale = try await project.relctl(["ci", "github", "--workspace", "--check"])
            expect(stale, exits: 2)
            #expect(stale.output.contains("\n-name: \"Release w\"\n+name: \"Release v\"\n"))
            let other = try await project.relctl([
                "--config", "release/w.json", "ci", "github", "--workspace", "-o", "-",
            ])
            expect(other, exits: 0)
            #expect(other.output.contains("\n  RELCTL_CONFIG: release/w.json\n"))
            // Neither takes the place of the other.
            let mixed = try await project.relctl(["ci", "github", "--workspace", "--output", Self.file])
            expect(mixed, exits: 1, naming: "relctl made it of something else")
            for action in ["outputs", "summary"] {
                expect(try await project.relctl(["ci", action, "--workspace"]), exits: 64, naming: "no `--workspace`")
            }
            expect(
                try await project.relctl(["ci", "github", "--workspace", "1.0.0"]),
                exits: 64,
                naming: "takes no tag"
            )
        }
    }

    @Test func aProjectThatIsPartOfARepositoryHasNoWorkflow() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try project.write("part/relctl.json", ScriptProject.configuration(more: Self.integration))
            let refused = try await project.relctl(["-C", "part", "ci", "github"])
            expect(refused, exits: 1, naming: "it is not the top of its repository, which is `\(project.folder)`")
            #expect(!(try project.holds("part/.github")))
        }
    }

    @Test func checkTellsOfMachinesThatAreGone() async throws {
        try await World.scratch { world in
            let text = ScriptProject.configuration()
                .replacing("linux-gnu\": {}", with: "linux-gnu\": { runner: \"ubuntu-20.04\" }")
            let project = try await ScriptProject.create(in: world)
            try project.write("relctl.json", text)
            try await project.commit("chore: an old machine")
            let checked = try await project.relctl(["check"])
            expect(checked, exits: 0)
            #expect(checked.output.contains("GitHub has no machine `ubuntu-20.04` any more"))
            #expect(checked.output.contains("its successor is `ubuntu-24.04`"))
        }
    }

    @Test func publishCheckLooksAtEveryPlaceAndChangesNothing() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
            let before = try TreeSnapshot(of: project.folder)
            expect(try await project.relctl(["publish", "v1.0.0", "--check"]), exits: 2)
            expect(try TreeSnapshot(of: project.folder), equals: before)
            expect(try await project.relctl(["publish", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["publish", "v1.0.0", "--check"]), exits: 0)
            try project.remove("out/v1.0.0/SHA256SUMS")
            let damaged = try await project.relctl(["publish", "v1.0.0", "--check"])
            #expect(damaged.end != .exit(0), "\(damaged.output)")
        }
    }
}
