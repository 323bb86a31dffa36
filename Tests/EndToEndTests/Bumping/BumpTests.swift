import Foundation
import RelctlCore
import TestSupport
import Testing

/// `relctl bump` on real repositories with a bare remote.
@Suite struct BumpTests {
    private struct Result: Decodable {
        var from: String?
        var to, tag, diff: String
        var files: [String]
        var isDryRun, tagged: Bool
        var committed: String?
        var findings: [Finding]
    }

    private static func json(_ result: ProgramResult) throws -> Result {
        try JSONDecoder().decode(Result.self, from: Data(result.output.utf8))
    }

    private static func expectFiles(
        _ project: TestRepository,
        at version: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (file, text) in BumpedProject.texts(version) {
            let bytes = try LiveFileSystem().contents(of: project.folder.appending(file))
            #expect(bytes == Array(text.utf8), "\(file)", sourceLocation: sourceLocation)
        }
    }

    @Test func everyFileChangesAndNoOtherByte() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let result = try await project.relctl(["bump", "minor"])
            expect(result, exits: 0)
            #expect(
                result.output
                    == "1.1.0\nchanged Cargo.lock\nchanged Cargo.toml\nchanged VERSION\nchanged package.json\n"
            )
            try Self.expectFiles(project, at: "1.1.0")
            #expect(try await project.git("log", "--format=%s") == "feat: begin")
            // What was changed must be committed before the next change.
            expect(try await project.relctl(["bump", "minor"]), exits: 1, naming: "the working tree differs")
        }
    }

    @Test(arguments: [false, true]) func aTagThatARunDidNotComeToIsMadeAfterwards(commits: Bool) async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write("src/new.txt", "new\n")
            try await project.commit("feat: more")
            // What a run of `--commit --tag` leaves that is killed between the two.
            expect(try await project.relctl(["bump", "1.1.0", "--commit"]), exits: 0)
            let head = try await project.git("rev-parse", "HEAD")
            let hint = "`relctl bump 1.1.0 --tag` makes `v1.1.0`"
            for step in ["1.1.0", "auto"] {
                expect(try await project.relctl(["bump", step, "--commit"]), exits: 1, naming: "not greater", hint)
            }
            // To repeat the step would leave the version out, but for who says so.
            let unnamed = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            expect(unnamed, exits: 1, naming: "the commit of `1.1.0`, for which no tag stands", hint)
            let named = try await project.relctl(["bump", "1.2.0", "--commit", "--tag", "--dry-run"])
            expect(named, exits: 0, naming: "the commit of `1.1.0`, for which no tag stands")
            #expect(try await project.git("rev-parse", "HEAD") == head)
            let options = (commits ? ["--commit"] : []) + ["--tag"]
            let tagged = try await project.relctl(["bump", "1.1.0"] + options)
            expect(tagged, exits: 0)
            #expect(tagged.output == "1.1.0\ntagged v1.1.0\n")
            #expect(try await project.git("rev-parse", "HEAD", "v1.1.0^{commit}") == "\(head)\n\(head)")
            expect(try await project.relctl(["bump", "1.1.0"] + options), exits: 1, naming: "there is a tag `v1.1.0`")
        }
    }

    /// git writes down what is asked of it.
    @Test(arguments: [[], ["--preid", "rc"]])
    func theHistoryIsReadByOneProcess(options: [String]) async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write("src/new.txt", "new\n")
            try await project.commit("feat: more")
            let trace = world.folder.appending("trace")
            let result = try await project.relctl(
                ["bump", "auto", "--dry-run"] + options,
                environment: ["GIT_TRACE": trace.string]
            )
            expect(result, exits: 0)
            #expect(result.output.hasPrefix(options.isEmpty ? "1.1.0\n" : "1.1.0-rc.1\n"))
            let lines = try LiveFileSystem().text(of: trace).split(separator: "\n")
            #expect(lines.count { $0.contains("git log ") || $0.contains("git rev-list ") } == 1, "\(lines)")
        }
    }

    @Test func commitAndTagTakeTheChangedFilesAlone() async throws {
        try await World.scratch { world in
            let more = #"bump: { commitMessage: "release: {{version}}", tagMessage: "{{name}} {{tag}} # {{major}}" }"#
            let project = try await BumpedProject.create(in: world, more: more)
            try project.write("notes.txt", "of no commit")
            let result = try await project.relctl(["bump", "2.0.0", "--commit", "--tag", "--json"])
            expect(result, exits: 0)
            let outcome = try Self.json(result)
            #expect([outcome.from, outcome.to, outcome.tag] == ["1.0.0", "2.0.0", "v2.0.0"])
            #expect(outcome.files == ["Cargo.lock", "Cargo.toml", "VERSION", "package.json"])
            #expect(try await project.git("rev-parse", "HEAD") == outcome.committed)
            #expect(outcome.tagged && !outcome.isDryRun)
            try Self.expectFiles(project, at: "2.0.0")
            #expect(try await project.git("log", "-1", "--format=%B") == "release: 2.0.0\n")
            let changed = try await project.git("show", "--name-only", "--format=", "HEAD")
            #expect(changed == "Cargo.lock\nCargo.toml\nVERSION\npackage.json")
            #expect(try await project.git("status", "--porcelain") == "?? notes.txt")
            #expect(try await project.git("cat-file", "-t", "v2.0.0") == "tag")
            #expect(try await project.git("tag", "-l", "--format=%(contents)", "v2.0.0") == "tool v2.0.0 # 2\n")
            #expect(try await project.git("rev-parse", "v2.0.0^{commit}") == outcome.committed)
            expect(try await project.relctl(["validate", "v2.0.0"]), exits: 0)
            expect(try await project.relctl(["validate", "--all-tags"]), exits: 0)
        }
    }

    @Test func aDryRunPrintsAPatchThatGitTakesAndChangesNoByte() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let before = try TreeSnapshot(of: world.folder, leavingOut: { $0.hasPrefix("runs") })
            let result = try await project.relctl(["bump", "minor", "--commit", "--tag", "--dry-run"])
            expect(result, exits: 0)
            let after = try TreeSnapshot(of: world.folder, leavingOut: { $0.hasPrefix("runs") })
            expect(after, equals: before)
            #expect(result.output.hasPrefix("1.1.0\n--- a/Cargo.lock\n+++ b/Cargo.lock\n@@ -2,4 +2,4 @@\n"))
            #expect(result.output.contains("-version = \"1.0.0\" # 1.0.0\r\n+version = \"1.1.0\" # 1.0.0\r\n"))
            #expect(result.errors == "")
            try LiveFileSystem().write(result.output.utf8, to: world.folder.appending("a.patch"))
            try await project.git("apply", "--whitespace=nowarn", world.folder.appending("a.patch").string)
            try Self.expectFiles(project, at: "1.1.0")
            let json = try Self.json(try await project.relctl(["bump", "minor", "--dry-run", "--json"]))
            #expect(json.isDryRun && json.committed == nil && !json.tagged)
        }
    }

    @Test(arguments: [".", "apps/tool"]) func filesBehindLinksAreInThePatchOnceByTheirOwnNames(
        folder: String
    ) async throws {
        try await World.scratch { world in
            let project = try await TestRepository("tool", in: world)
            let at = folder == "." ? "" : folder + "/"
            let manifests = "['VERSION', 'VERSION.txt', 'link/VERSION']"
            try project.write(at + "relctl.json", "{ name: \"tool\", version: { manifests: \(manifests) } }\n")
            try project.write(at + "VERSION", "1.0.0\n")
            try project.link(at + "VERSION.txt", to: "VERSION")
            try project.write(at + "real/VERSION", "1.0.0\n")
            try project.link(at + "link", to: "real")
            try await project.commit("feat: begin")
            let place = project.folder.appending(folder)
            let rehearsal = try await world.relctl("bump", "minor", "--dry-run", in: place)
            expect(rehearsal, exits: 0)
            try LiveFileSystem().write(rehearsal.output.utf8, to: world.folder.appending("a.patch"))
            let patch = world.folder.appending("a.patch").string
            try await world.output(of: ["git", "apply", "--check", patch], in: place)
            try await world.output(of: ["git", "apply", patch], in: place)
            for name in ["VERSION", "real/VERSION"] { #expect(try project.text(at + name) == "1.1.0\n") }
            try await project.git("checkout", "--quiet", ".")
            let result = try await world.relctl("bump", "minor", "--commit", in: place)
            expect(result, exits: 0)
            #expect(result.output.hasPrefix("1.1.0\nchanged VERSION\nchanged real/VERSION\ncommitted "))
            #expect(try await project.git("status", "--porcelain") == "")
        }
    }

    @Test func autoDecidesByCommits() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let nothing = try await project.relctl(["bump", "auto"])
            expect(nothing, exits: 1, naming: "nothing to release since 1.0.0", "relctl bump patch")
            try await project.commit("docs: explain")
            expect(try await project.relctl(["bump", "auto", "--dry-run"]), exits: 1, naming: "nothing to release")
            try await project.commit("fix: repair")
            #expect(try await project.relctl(["bump", "auto", "--dry-run"]).output.hasPrefix("1.0.1\n"))
            try await project.commit("feat(api)!: new")
            let feature = try await project.git("rev-parse", "HEAD")
            #expect(try await project.relctl(["bump", "auto", "--dry-run"]).output.hasPrefix("2.0.0\n"))
            try await project.commit("Revert \"feat(api)!: new\"\n\nThis reverts commit \(feature).")
            #expect(try await project.relctl(["bump", "auto", "--dry-run"]).output.hasPrefix("1.0.1\n"))
            try await project.commit("chore: plan\n\nRelease-As: 3.0.0")
            #expect(try await project.relctl(["bump", "auto", "--dry-run"]).output.hasPrefix("3.0.0\n"))
        }
    }

    @Test func candidatesAccumulateWhatTheyBring() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            func bump(_ arguments: String...) async throws -> String {
                let result = try await project.relctl(["bump"] + arguments + ["--commit", "--tag"])
                expect(result, exits: 0)
                return result.output.split(separator: "\n").first.map(String.init) ?? ""
            }
            try await project.commit("feat: one")
            #expect(try await bump("auto", "--preid", "rc") == "1.1.0-rc.1")
            let again = try await project.relctl(["bump", "auto", "--preid", "rc"])
            expect(again, exits: 1, naming: "nothing to release since 1.1.0-rc.1")
            try await project.commit("fix: two")
            #expect(try await bump("auto", "--preid", "rc") == "1.1.0-rc.2")
            try await project.commit("fix: three")
            #expect(try await bump("prerelease") == "1.1.0-rc.3")
            let back = try await project.relctl(["bump", "prerelease", "--preid", "beta"])
            expect(back, exits: 1, naming: "cannot go from `1.1.0-rc.3` to `1.1.0-beta.1`", "forward alone")
            #expect(try await bump("auto") == "1.1.0")
            expect(try await project.relctl(["bump", "auto"]), exits: 1, naming: "nothing to release since 1.1.0")
            expect(try await project.relctl(["bump", "release"]), exits: 1, naming: "it is no pre-release")
            expect(try await project.relctl(["validate", "--all-tags"]), exits: 0)
        }
    }

    @Test func aShallowCloneCannotDecide() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await project.commit("fix: more")
            try await project.git("push", "--quiet")
            let remote = "file://" + world.folder.appending("tool.git").string
            let copy = world.folder.appending("shallow").string
            try await world.output(of: ["git", "clone", "--quiet", "--template=", "--depth", "1", remote, copy])
            let result = try await world.run([RelctlExecutable.path().string, "-C", copy, "bump", "auto", "--dry-run"])
            expect(result, exits: 1, naming: "cut off", "git fetch --unshallow --tags")
        }
    }

    @Test func withoutManifestsTagsSayTheVersion() async throws {
        try await World.scratch { world in
            let project = try await TestRepository("tool", in: world)
            try project.write("relctl.json", "{ name: \"tool\", version: { manifests: [] } }\n")
            try await project.commit("feat: begin")
            let first = try await project.relctl(["bump", "auto", "--tag", "--commit"])
            expect(first, exits: 0)
            #expect(first.output == "0.1.0\ntagged v0.1.0\n")
            try await project.commit("fix: more")
            #expect(try await project.relctl(["bump", "minor", "--tag"]).output == "0.2.0\ntagged v0.2.0\n")
            #expect(try await project.git("rev-parse", "v0.2.0^{commit}") == project.git("rev-parse", "HEAD"))
            #expect(try await project.git("rev-list", "--count", "HEAD") == "2")
        }
    }

    @Test func aProjectWithoutARepositoryCanBeChanged() async throws {
        try await World.scratch { world in
            let folder = world.folder.appending("plain")
            try LiveFileSystem().createFolder(folder)
            try LiveFileSystem().write("{ name: \"tool\" }".utf8, to: folder.appending("relctl.json"))
            try LiveFileSystem().write("1.0.0\n".utf8, to: folder.appending("VERSION"))
            let program = try RelctlExecutable.path().string
            let variables = ["GIT_CEILING_DIRECTORIES": world.folder.string]
            expect(
                try await world.run([program, "-C", folder.string, "bump", "patch"], environment: variables),
                exits: 0
            )
            #expect(try LiveFileSystem().text(of: folder.appending("VERSION")) == "1.0.1\n")
            let commit = [program, "-C", folder.string, "bump", "patch", "--commit"]
            expect(try await world.run(commit, environment: variables), exits: 1, naming: "not in a git repository")
        }
    }

    @Test func versionsOfOnePatternThatDisagreeAreSetByName() async throws {
        try await World.scratch { world in
            let manifest = "{ file: 'notes.txt', pattern: '^V=(.*)$', count: 2 }"
            let project = try await BumpedProject.create(in: world, more: "manifests: [\(manifest)]")
            try project.write("notes.txt", "V=1.2.3\nand\nV=1.2.4\n")
            try await project.commit("docs: notes")
            let minor = try await project.relctl(["bump", "minor"])
            expect(minor, exits: 65, naming: "finds two versions", "`relctl bump VERSION` sets all of them")
            expect(try await project.relctl(["bump", "1.2.4"]), exits: 1, naming: "cannot go from `1.2.4`")
            expect(try await project.relctl(["bump", "1.5.0"]), exits: 0)
            #expect(try project.text("notes.txt") == "V=1.5.0\nand\nV=1.5.0\n")
        }
    }

    @Test func manifestsThatDisagreeAreSetByName() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write("VERSION", "1.2.0\n")
            try await project.commit("chore: forget the others")
            let minor = try await project.relctl(["bump", "minor"])
            expect(minor, exits: 1, naming: "the manifests do not say the same", "VERSION:1:1", "`relctl bump VERSION`")
            expect(try await project.relctl(["bump", "1.1.0"]), exits: 1, naming: "less than what there is")
            expect(try await project.relctl(["bump", "1.3.0"]), exits: 0)
            try Self.expectFiles(project, at: "1.3.0")
        }
    }
}
