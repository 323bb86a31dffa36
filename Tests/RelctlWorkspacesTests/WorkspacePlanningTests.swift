import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspacePlanningTests {
    /// The case of a core SDK, three that need it, and a server.
    static let product = """
        rust: { url: "rust.git", manifests: ["Cargo.toml"],
                ready: { url: "https://example.invalid/{{repository}}/{{tag}}" } },
        python: { url: "python.git", needs: ["rust"],
                  edits: [{ file: ".github/workflows/ci.yml", pattern: "FFI_VERSION: \\"(.+)\\"", value: "{{version}}" }] },
        typescript: { url: "typescript.git", needs: ["rust"],
                      edits: [{ file: "ci.yml", yaml: "env.NAPI_VERSION", value: "{{version}}" }] },
        server: { url: "server.git", needs: ["python", "typescript"], commitMessage: "{{name}}/{{repository}} {{tag}}" },
        """

    static func makeProduct(_ world: WorkspaceWorld) async throws {
        let cargo = "[package]\nname = \"rust\"\nversion = \"1.0.0\" # here\nedition = \"2021\"\n"
        try await world.repository("rust", ["Cargo.toml": cargo], tag: "v1.0.0")
        let python = "env:\r\n  FFI_VERSION: \"1.0.0\"\r\n  OTHER: \"é\""
        try await world.repository("python", [".github/workflows/ci.yml": python], tag: "v1.0.0")
        try await world.repository("typescript", ["ci.yml": "env:\n  NAPI_VERSION: 1.0.0 # pin\n"], tag: "v1.0.0")
        try await world.repository("server", ["README": "x\n"], tag: "v1.0.0")
    }

    @Test func editsThatWantDifferentTextsAtOnePlaceAreToldWithTheirKeys() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f": "1.0.0\n"])
            let edits = ["{{version}}", "v{{version}}"].map { "{ file: \"f\", pattern: \"(.+)\", value: \"\($0)\" }" }
            let text = "a: { url: \"a.git\", edits: [\(edits.joined(separator: ", "))] }"
            let (_, findings) = try await world.plan("2.0.0", try world.configuration(text))
            #expect(findings.map(\.hints) == [["take one of those that want it out of `manifests` or `edits`"]])
        }
    }

    @Test func aPinOfARepositoryThatNeedNotBeReadyBeforeIsWarnedOf() async throws {
        try await WorkspaceWorld.with { world in
            for name in ["a", "b", "c", "d"] { try await world.repository(name, ["f": "a 1.0.0\n"]) }
            let edit = "edits: [{ file: \"f\", of: \"a\", pattern: \"a (.+)\", value: \"{{version}}\" }]"
            let text = """
                a: { url: "a.git", needs: ["d"] }, b: { url: "b.git", needs: ["a"] },
                c: { url: "c.git", needs: ["b"], \(edit) }, d: { url: "d.git", \(edit) },
                """
            let (plan, findings) = try await world.plan("2.0.0", try world.configuration(text))
            #expect(plan.repositories.count == 4)
            #expect(
                findings.lines == [
                    "warning edit.unordered `d`: an edit names the version of `a`, which is released after it"
                ],
                "`c` has to wait for `a` by way of `b`"
            )
            let loose = text.replacing("needs: [\"b\"], ", with: "").replacing("needs: [\"d\"]", with: "needs: []")
            let hints = try await world.plan("2.0.0", try world.configuration(loose)).findings
                .filter { $0.code == "edit.unordered" }.flatMap(\.hints)
            #expect(hints == Array(repeating: "`needs: [\"a\"]` lets it begin when that version is there", count: 2))
        }
    }

    @Test func aPlanShowsEverythingAndNamesCommitsBeforeTheyAreMade() async throws {
        try await WorkspaceWorld.with { world in
            try await Self.makeProduct(world)
            let configuration = try world.configuration(Self.product)
            let (plan, findings) = try await world.plan("2.0.0", configuration)
            #expect(findings.lines == [])
            #expect(plan.repositories.map(\.name) == ["rust", "python", "typescript", "server"])
            #expect(plan.repositories.map(\.wave) == [1, 2, 2, 3])
            #expect(plan.time == WorkspaceWorld.time)
            #expect(plan.author == CommitIdentity(name: "Ada Example", email: "ada@example.org"))
            let python = try #require(plan["python"])
            #expect(
                python.changes.map(\.diff) == [
                    """
                    --- a/.github/workflows/ci.yml
                    +++ b/.github/workflows/ci.yml
                    @@ -1,3 +1,3 @@
                     env:\r
                    -  FFI_VERSION: "1.0.0"\r
                    +  FFI_VERSION: "2.0.0"\r
                       OTHER: "é"
                    \\ No newline at end of file

                    """
                ]
            )
            #expect(python.changes.first?.replacements == [.init(offset: 22, length: 1, text: "2")])
            #expect(plan.repositories.allSatisfy { $0.previous == (try? Version("1.0.0")) && $0.tag == "v2.0.0" })
            #expect(plan["rust"]?.ready.first?.condition == .url("https://example.invalid/rust/v2.0.0"))
            #expect(plan["server"]?.commitMessage == "flovyn/server v2.0.0")
            #expect(plan["server"]?.commit == plan["server"]?.head)
            try await world.apply(plan)
            for repository in plan.repositories {
                #expect(try await world.git(at: repository.name, "rev-parse", "main") == repository.commit)
                #expect(try await world.git(at: repository.name, "rev-parse", "v2.0.0^{commit}") == repository.commit)
                #expect(try await world.git(at: repository.name, "fsck", "--strict").isEmpty)
            }
            #expect(try await world.git(at: "typescript", "show", "main:ci.yml") == "env:\n  NAPI_VERSION: 2.0.0 # pin")
            // Nothing is left to do, and nothing would be done twice.
            let (again, more) = try await world.plan("2.0.0", configuration)
            #expect(more.lines == [])
            #expect(again.repositories.map(\.action) == [.done, .done, .done, .done])
            #expect(again.repositories.map(\.commit) == plan.repositories.map(\.commit))
        }
    }

    @Test func planningTwiceGivesTheSamePlanAndADryRunLeavesTheCacheAlone() async throws {
        try await WorkspaceWorld.with { world in
            try await Self.makeProduct(world)
            let configuration = try world.configuration(Self.product)
            let cold = try await MirrorStore.temporary(world.effects) { mirrors in
                try await world.plan("2.0.0", configuration, mirrors: mirrors).plan
            }
            #expect(try LiveFileSystem().status(of: world.cache) == nil)
            let plan = try await world.plan("2.0.0", configuration).plan
            #expect(plan == cold)
            let before = try TreeSnapshot(of: world.cache)
            let borrowed = try await MirrorStore.temporary(world.effects) { mirrors in
                let planned = try await world.plan("2.0.0", configuration, mirrors: mirrors)
                let preflight = world.preflight(configuration, mirrors)
                #expect(try await preflight.findings(planned.plan).lines == [])
                return planned.plan
            }
            #expect(borrowed == plan)
            #expect(try TreeSnapshot(of: world.cache).differences(from: before) == [])
            #expect(try LiveFileSystem().names(in: world.world.temporary) == [])
        }
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("elsewhere", ["f": "1"], tag: "v2.0.0")
            let moved = world.folder.appending("elsewhere").string
            try await world.world.output(of: ["git", "-C", moved, "commit", "--quiet", "--allow-empty", "-m", "more"])
            try await world.world.output(of: ["git", "-C", moved, "push", "--quiet", "origin", "main"])
            try await world.repository("greater", ["f": "1"], tag: "v2.0.1")
            try await world.repository("branch", ["f": "1"])
            let links = try await world.repository("links", ["real/pin": "1.0.0", "bytes": "x"])
            try links.link("pin", to: "real/pin")
            try links.link("folder", to: "real")
            try LiveFileSystem().write([0x31, 0xFF], to: links.folder.appending("bytes"))
            try await links.commit("links")
            try await links.git("push", "--quiet", "origin", "main")
            _ = try await TestRepository("empty", in: world.world)
            let edits = ["pin", "folder/pin", "real/pim", "bytes", "real"].map {
                "{ file: \"\($0)\", pattern: \"^(.+)$\", value: \"{{version}}\" }"
            }
            let (plan, findings) = try await world.plan(
                "2.0.0",
                try world.configuration(
                    """
                    elsewhere: { url: "elsewhere.git" }, greater: { url: "greater.git" },
                    links: { url: "links.git", edits: [\(edits.joined(separator: ", ")),
                             { file: "real/pin", pattern: "([0-9])", value: "{{version}}" },
                             { file: "real/pin", json: "a.b", value: "{{version}}" }] },
                    branch: { url: "branch.git", branch: "mian" },
                    empty: { url: "empty.git" }, missing: { url: "missing.git" },
                    """
                )
            )
            // What is refused has nothing that could be pushed.
            #expect(plan.repositories.map(\.name) == ["elsewhere", "greater", "links"])
            #expect(plan.repositories.allSatisfy { $0.commit == nil && $0.changes.isEmpty })
            let lines = findings.lines
            func tells(_ parts: String...) -> Bool { lines.contains { line in parts.allSatisfy(line.contains) } }
            #expect(tells("error tag.elsewhere `elsewhere`: the tag `v2.0.0` is there already"))
            #expect(findings.contains { $0.hints.contains { $0.contains("relctl workspace resume") } })
            #expect(tells("error version.not_greater `greater`: cannot release `2.0.0`", "less than `2.0.1`"))
            #expect(tells("`links`: cannot change `pin`: it is a symbolic link"))
            #expect(tells("`links`: cannot change `folder/pin`: a symbolic link leads to its folder"))
            #expect(tells("`links`: cannot change `real/pim`: there is no such file"))
            #expect(findings.contains { $0.hints.contains("did you mean `pin`?") })
            #expect(tells("`links`: cannot read `bytes`: it is not UTF-8 text"))
            #expect(tells("`links`: cannot change `real`: it is a folder"))
            #expect(tells("`links`: the pattern `([0-9])` matches 3 times in `real/pin`, not once"))
            #expect(tells("error branch.missing `branch`: the remote has no branch `mian`"))
            #expect(findings.contains { $0.hints.contains("did you mean `main`?") })
            #expect(tells("error branch.missing `empty`: the remote has no branch yet"))
            #expect(tells("error remote.unavailable `missing`: cannot ask the remote"))
            #expect(findings.errors.count == 12, "\(lines.joined(separator: "\n"))")
        }
    }

    @Test func manifestsAndEditsOfOneFileAreOneChange() async throws {
        try await WorkspaceWorld.with { world in
            let text = """
                {
                  "name": "a", "version": "1.0.0",
                  "core": "core-1.0.0.tgz", "sha": "x", "any": 5,
                  "repeat": "1.0.0/1.0.0"
                }
                """
            try await world.repository("core ü", ["f": "x"])
            try await world.repository("a", ["package.json": text])
            let (plan, findings) = try await world.plan(
                "2.0.0",
                try world.configuration(
                    """
                    core: { url: "core ü.git" },
                    a: { url: "a.git", needs: ["core"], edits: [
                      { file: "package.json", json: "core", of: "core", value: "{{repository}}-{{version}}.tgz" },
                      { file: "package.json", pattern: "\\"sha\\": \\"(.+?)\\"", value: "anything at all" },
                      { file: "package.json", json: "any", value: "{{major}}" },
                      { file: "package.json", json: "version", value: "{{version}}" },
                      { file: "package.json", pattern: "(\\\\d+\\\\.\\\\d+\\\\.\\\\d+)[/\\"](?=\\\\d|$)", count: 2, value: "{{version}}" }] }
                    """
                )
            )
            #expect(findings.lines == [])
            let change = try #require(plan["a"]?.changes.first)
            #expect(plan["a"]?.changes.count == 1)
            let new = change.applied(to: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                new == """
                    {
                      "name": "a", "version": "2.0.0",
                      "core": "core-2.0.0.tgz", "sha": "anything at all", "any": 2,
                      "repeat": "2.0.0/2.0.0"
                    }
                    """
            )
            try await world.apply(plan)
            #expect(try await world.git(at: "a", "show", "main:package.json") == new)
        }
    }

    @Test(arguments: [
        ("{ file: \"f.json\", json: \"a\", value: \"x\\\" y\" }", "cannot change"),
        ("{ file: \"f.json\", json: \"n\", value: \"{{version}}\" }", "cannot change"),
        ("{ file: \"f.json\", json: \"l\", value: \"{{version}}\" }", "is a list"),
        ("{ file: \"f.json\", pattern: \"(a)\", value: \"aa\" }", "cannot change"),
    ])
    func whatWouldBreakAFileIsRefused(edit: String, words: String) async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f.json": "{\"a\": \"x\", \"n\": 1, \"l\": []}\n"])
            let configuration = try world.configuration("a: { url: \"a.git\", edits: [\(edit)] }")
            let (plan, findings) = try await world.plan("2.0.0", configuration)
            #expect(plan.repositories.allSatisfy { $0.commit == nil && $0.changes.isEmpty })
            #expect(findings.errors.count == 1)
            #expect(findings.lines.first?.contains(words) == true, "\(findings.lines)")
        }
    }

    @Test func pinsThatWereForgottenAreToldOf() async throws {
        try await WorkspaceWorld.with { world in
            let text = "pin = 1.0.0\nurl = https://x/v1.0.0/a\nold = 11.0.0\nlonger = 1.0.0.1\nother = 1.0.0-rc.1\n"
            try await world.repository("a", ["f": text])
            let configuration = try world.configuration(
                "a: { url: \"a.git\", edits: [{ file: \"f\", pattern: \"pin = (.+)\", value: \"{{version}}\" }] }"
            )
            let (plan, findings) = try await world.plan("2.0.0", configuration)
            #expect(plan.repositories.count == 1)
            #expect(findings.map(\.code) == ["pin.stale"])
            #expect(findings.first?.severity == .warning)
            #expect(findings.first?.place?.description == "a/f:2:18")
        }
    }

    @Test func aHeadThatIsDamagedInTheMirrorIsFetchedAgain() async throws {
        try await WorkspaceWorld.with { world in
            try await Self.makeProduct(world)
            let configuration = try world.configuration(Self.product)
            let plan = try await world.plan("2.0.0", configuration).plan
            let mirror = try await world.mirror(of: "rust")
            let objects = mirror.folder.appending("objects")
            for name in try LiveFileSystem().names(in: objects) where name.utf8.count == 2 {
                for file in try LiveFileSystem().names(in: objects.appending(name)) {
                    try LiveFileSystem().write([], to: objects.appending(name).appending(file))
                }
            }
            let (again, findings) = try await world.plan("2.0.0", configuration)
            #expect(findings.lines == [])
            #expect(again == plan)
        }
    }

    @Test func nobodyKnownToCommitIsAFinding() async throws {
        try await WorkspaceWorld.with { world in
            var world = world
            try await world.repository("a", ["f": "x"])
            for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"] { world.effects.environment[name] = nil }
            world.effects.environment["GIT_CONFIG_COUNT"] = "1"
            world.effects.environment["GIT_CONFIG_KEY_0"] = "user.useConfigOnly"
            world.effects.environment["GIT_CONFIG_VALUE_0"] = "true"
            let repositories = "a: { url: \"a.git\" }"
            let unknown = try await world.plan("2.0.0", try world.configuration(repositories))
            #expect(unknown.findings.map(\.code) == ["workspace.author"])
            let author = "author: { name: \"Rélease Bot\", email: \"bot@example.org\" },"
            let known = try await world.plan("2.0.0", try world.configuration(repositories, more: author))
            #expect(known.findings.lines == [])
            #expect(known.plan.author == CommitIdentity(name: "Rélease Bot", email: "bot@example.org"))
            let bad = "author: { name: \"a <b\", email: \"bot@example.org\" },"
            let refused = try await world.plan("2.0.0", try world.configuration(repositories, more: bad))
            #expect(refused.findings.map(\.code) == ["workspace.author"])
        }
    }
}
