import TestSupport
import Testing

@testable import RelctlCore

/// `relctl notes` on real repositories.
@Suite struct NotesCommandTests {
    /// A project without targets: two finals, a candidate, and work that is not released.
    static func project(in world: World, configuration: String = "{ name: 'streams', version: { manifests: [] } }")
        async throws
        -> TestRepository
    {
        let project = try await TestRepository("streams", in: world)
        try project.write("relctl.json", configuration)
        try await project.commit("feat: begin")
        try await project.tag("v1.0.0")
        try await project.commit("fix(io): read <all>")
        try await project.tag("v1.1.0-rc.1")
        try await project.commit("feat!: new format\n\nBREAKING CHANGE: convert\nyour files\n\nthen go on")
        try await project.tag("v1.1.0")
        try project.write("pkg/a.txt", "x")
        try await project.commit("feat: not yet")
        return project
    }

    private func output(_ project: TestRepository, _ arguments: String...) async throws -> String {
        let result = try await project.relctl(["notes"] + arguments)
        #expect(result.exitCode == 0, "\(result.errors)")
        return result.output
    }

    @Test func theReleaseThatIsCheckedOutIsWrittenToItsFolder() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try await project.git("checkout", "--quiet", "v1.1.0")
            #expect(try await output(project) == "dist/NOTES.md\n")
            let text = try project.text("dist/NOTES.md")
            #expect(
                text.hasPrefix("# streams v1.1.0\n\n## Changes since v1.0.0\n\n### Breaking changes\n\n- new format")
            )
            #expect(
                text.contains(
                    "\n\n  convert\n  your files\n\n  then go on\n\n### Bug fixes\n\n- **io:** read \\<all\\>"
                )
            )
            #expect(try await output(project, "--dry-run") == text)
            #expect(try await output(project, "--output", "own.md") == "own.md\n")
            #expect(try project.text("own.md") == text)
        }
    }

    @Test func anOlderReleaseThatIsStillPackedIsNotInTheWay() async throws {
        try await World.scratch { world in
            let configuration = """
                { name: "streams", version: { manifests: [] }, targets: { "x86_64-unknown-linux-gnu": {} },
                  archive: { contents: [{ files: ["relctl.json"] }] } }
                """
            let project = try await Self.project(in: world, configuration: configuration)
            try await project.git("checkout", "--quiet", "v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            #expect(try project.text("dist/NOTES.md").contains("## Downloads"))
            try await project.git("checkout", "--quiet", "v1.1.0")
            #expect(try await output(project, "--dry-run").contains("new format"))
            #expect(try await output(project) == "dist/NOTES.md\n")
            let text = try project.text("dist/NOTES.md")
            #expect(text.contains("new format") && !text.contains("## Downloads"))
        }
    }

    @Test func aCloneThatLeavesTagsOutSaysHowToGetThem() async throws {
        try await World.scratch { world in
            let origin = try await Self.project(in: world)
            let folder = world.folder.appending("clone")
            try await origin.git("clone", "--quiet", "--no-tags", "file://\(origin.folder)", folder.string)
            for arguments in [["notes", "--unreleased"], ["notes", "--all"], ["bump", "auto", "--dry-run"]] {
                let result = try await world.run(
                    [RelctlExecutable.path().string] + arguments,
                    in: folder
                )
                expect(result, exits: 1, naming: "this clone was made without tags")
            }
            try await origin.git("-C", folder.string, "config", "--unset", "remote.origin.tagopt")
            try await origin.git("-C", folder.string, "fetch", "--quiet", "--tags")
            let notes = try await world.run([RelctlExecutable.path().string, "notes", "--unreleased"], in: folder)
            expect(notes, exits: 0)
            #expect(notes.output.contains("Changes since v1.1.0"))
        }
    }

    @Test func everyOtherReleaseIsPrinted() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let old = try await output(project, "v1.0.0")
            #expect(
                old.hasPrefix("# streams v1.0.0\n\n## Changes\n\nThis is the first release.\n\n### Features\n\n- begin")
            )
            #expect(try await output(project, "v1.1.0-rc.1").contains("## Changes since v1.0.0\n\n### Bug fixes"))
            let unreleased = try await output(project, "--unreleased")
            #expect(
                unreleased.hasPrefix("# streams (unreleased)\n\n## Changes since v1.1.0\n\n### Features\n\n- not yet")
            )
            let text = try await output(project, "--unreleased", "--format", "text")
            #expect(text.hasPrefix("streams (unreleased)\n\nCHANGES SINCE v1.1.0\n\nFeatures\n\n- not yet ("))
            let range = try await output(project, "--from", "v1.0.0", "--to", "v1.1.0-rc.1")
            #expect(range.contains("read \\<all\\>") && !range.contains("new format"))
            #expect(try await output(project, "--from", "v1.1.0").contains("- not yet"))
            #expect(try !project.holds("dist"))
        }
    }

    @Test func allReleasesAreOneText() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let all = try await output(project, "--all")
            let headings = all.split(separator: "\n").filter { $0.hasPrefix("## ") }
            #expect(
                headings == [
                    "## Unreleased", "## v1.1.0 (2026-01-02)", "## v1.1.0-rc.1 (2026-01-02)", "## v1.0.0 (2026-01-02)",
                ]
            )
            #expect(try await output(project, "--all", "--output", "ALL.md") == "ALL.md\n")
            #expect(try project.text("ALL.md") == all)
            let json = try JSONParser.parse(try await output(project, "--all", "--json"), file: "json", dialect: .json)
            #expect(json["releases"]?.items.map { $0["tag"]?.text } == [nil, "v1.1.0", "v1.1.0-rc.1", "v1.0.0"])
        }
    }

    @Test func jsonIsTheWholeModel() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let json = try JSONParser.parse(try await output(project, "v1.1.0", "--json"), file: "json", dialect: .json)
            #expect(json["previous"]?["tag"]?.text == "v1.0.0")
            #expect(json["commits"]?.items.map { $0["subject"]?.text } == ["new format", "read <all>"])
            let text = "convert\nyour files\n\nthen go on"
            #expect(json["groups"]?.items.first?["changes"]?.items.first?["migration"]?.items.map(\.text) == [text])
            #expect(json["contributors"]?.items.map { $0["new"]?.flag } == [false])
            let again = try await output(project, "v1.1.0", "--format", "json")
            #expect(again == (try await output(project, "v1.1.0", "--json")))
        }
    }

    @Test func onlyWhatTouchesThePathsIsTold() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            #expect(try await output(project, "--from", "v1.0.0", "--paths", "pkg/").contains("- not yet"))
            #expect(try await !output(project, "--from", "v1.0.0", "--paths", "pkg").contains("new format"))
            var result = try await project.relctl(["notes", "--unreleased", "--paths", "/x"])
            #expect(result.exitCode == 64)
            #expect(result.errors.contains("cannot tell what changed in `/x`"))
            result = try await project.relctl(["notes", "--unreleased", "--paths", "../x"])
            #expect(result.exitCode == 1)
            #expect(result.errors.contains("outside repository"), "\(result.errors)")
            // Nobody means a path of which nothing can be told; one that was taken away had changes once.
            result = try await project.relctl(["notes", "--unreleased", "--paths", "pgk"])
            #expect(result.exitCode == 0)
            #expect(result.errors.contains("no commit touches `pgk`"), "\(result.errors)")
            try await project.git("rm", "-r", "--quiet", "pkg")
            try await project.commit("fix: gone")
            result = try await project.relctl(["notes", "--unreleased", "--paths", "./pkg/"])
            #expect(result.errors.isEmpty)
            #expect(result.output.contains("- gone"))
        }
    }

    @Test func whatTouchesNoneOfThePathsIsAmongTheCommits() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let text = try await output(project, "--from", "v1.0.0", "--paths", "pkg", "--json")
            let json = try JSONParser.parse(text, file: "json", dialect: .json)
            #expect(json["groups"]?.items.count == 1)
            let commits = json["commits"]?.items ?? []
            #expect(commits.map { $0["subject"]?.text } == ["not yet", "new format", "read <all>"])
            #expect(commits.map { $0["hidden"]?.text } == [nil, "elsewhere", "elsewhere"])
            #expect(json["contributors"]?.items.map { $0["commits"]?.integer } == [1])
        }
    }

    @Test func peopleAreKnownByTheMailmapAndNewOnesAreTold() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try project.write(
                ".mailmap",
                "Ada Example <ada@example.org> <ada@old.example.org>\nBea <bea@example.org> bee <b@b.b>\n"
            )
            try await project.commit(
                "feat: together\n\nCo-authored-by: Old Ada <ada@old.example.org>\nCo-authored-by: bee <b@b.b>"
            )
            let json = try JSONParser.parse(
                try await output(project, "--unreleased", "--json"),
                file: "j",
                dialect: .json
            )
            let people = json["contributors"]?.items ?? []
            #expect(people.map { $0["name"]?.text } == ["Ada Example", "Bea"])
            #expect(people.map { $0["commits"]?.integer } == [2, 1])
            #expect(people.map { $0["new"]?.flag } == [false, true])
            #expect(try await output(project, "--unreleased").contains("- Bea (first contribution)\n"))
        }
    }

    @Test func theRemoteTellsWhereLinksLead() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try await project.git("remote", "set-url", "origin", "git@gitlab.example.org:group/streams.git")
            let notes = try await output(project, "v1.1.0")
            #expect(notes.contains("https://gitlab.example.org/group/streams/-/commit/"))
            #expect(notes.contains("[All changes](https://gitlab.example.org/group/streams/-/compare/v1.0.0...v1.1.0)"))
        }
    }

    @Test func mistakesAreExplained() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            for (arguments, code, message) in [
                (["--all", "--unreleased"], 64, "exclude each other"), (["--to", "HEAD"], 64, "`--to` needs `--from`"),
                (["--from", "v9.9.9"], 1, "cannot find `v9.9.9`: it is no tag and no commit"),
                (["--from", "--help-me"], 1, "cannot find `--help-me`"),
                (["--body", "--format", "text"], 64, "`--body`"),
            ] as [([String], Int32, String)] {
                let result = try await project.relctl(["notes"] + arguments)
                #expect(result.exitCode == code, "\(arguments)\n\(result.errors)")
                #expect(result.errors.contains(message), "\(arguments)\n\(result.errors)")
            }
        }
    }
}
