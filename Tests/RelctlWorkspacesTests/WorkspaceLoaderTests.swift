import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite struct WorkspaceLoaderTests {
    private static let flovyn = """
        {
          name: "flovyn",
          version: { tag: "v{{version}}" },                       // shared
          repositories: {
            "sdk-rust":       { url: "git@example.org:flovyn/sdk-rust.git", branch: "main", manifests: ["Cargo.toml"],
                                forge: { kind: "gitea" },
                                ready: { release: { assets: ["*.tar.gz", "SHA256SUMS"], timeout: "60m" } } },
            "sdk-python":     { url: "https://github.com/flovyn/sdk-python", needs: ["sdk-rust"],
                                edits: [ { file: ".github/workflows/ci.yml", pattern: "FFI_VERSION: \\"(.+)\\"", value: "{{version}}" } ] },
            "sdk-typescript": { url: "ssh://git@gitlab.com/flovyn/sdk-typescript.git", needs: ["sdk-rust"], follow: "sdk-rust",
                                edits: [ { file: ".github/workflows/ci.yml", yaml: "env.NAPI_VERSION", of: "sdk-rust", value: "{{version}}" } ] },
            "server":         { url: "/srv/git/server", needs: ["sdk-python", "sdk-typescript"], bump: "minor",
                                tag: "{{repository}}-{{version}}", sign: true, checks: ["true"], skipUnchanged: true,
                                ready: [ { command: ["git", "ls-remote", "{{tag}}"], interval: "1s" }, { url: "https://example.org/{{version}}" } ] },
          },
        }
        """

    private func read(_ text: String) throws(RelctlError) -> WorkspaceConfiguration {
        var extensions = Extensions()
        do { try extensions.registerBuiltInVersionSources() } catch { Issue.record(error) }
        return try WorkspaceLoader(extensions: extensions)
            .workspace(fromBytes: Array(text.utf8), file: "w.json", in: FilePath("/srv/w"))
    }

    @Test func aWorkspaceIsRead() throws {
        let workspace = try read(Self.flovyn)
        #expect(workspace.name == "flovyn" && workspace.jobs == 8 && workspace.author == nil)
        #expect(workspace.repositories.map(\.name) == ["sdk-rust", "sdk-python", "sdk-typescript", "server"])
        let rust = try #require(workspace["sdk-rust"])
        #expect(rust.ready == [Readiness(condition: .release(assets: ["*.tar.gz", "SHA256SUMS"]), timeout: 3600)])
        #expect(rust.forge?.api == "https://example.org/api/v1" && rust.forge?.repository == "flovyn/sdk-rust")
        #expect(rust.manifests?.map(\.file.string) == ["Cargo.toml"] && rust.tag.prefix == "v")
        let python = try #require(workspace["sdk-python"])
        #expect(python.forge?.kind == .github && python.forge?.api == "https://api.github.com")
        #expect(python.manifests == nil && python.edits.count == 1 && python.line == .shared && python.via == .push)
        let typescript = try #require(workspace["sdk-typescript"])
        #expect(typescript.forge?.kind == .gitlab && typescript.line == .follows("sdk-rust"))
        #expect(typescript.edits.first?.of == "sdk-rust")
        let server = try #require(workspace["server"])
        #expect(WorkspaceForge(url: "owner/name") == nil, "a path to git")
        #expect(server.forge == nil && server.line == .own(.minor) && server.isSigned && server.skipsUnchanged)
        #expect(server.tag.prefix == "server-" && server.checks == .command(["true"]))
        #expect(server.ready.map(\.interval) == [1, 5])
        #expect(server.ready.first?.condition == .command(["git", "ls-remote", "{{tag}}"]))
    }

    @Test(arguments: [
        (#"a: { url: "u", needs: ["b"] }, b: { url: "v", needs: ["a"] }"#, "`a` needs `b` needs `a`"),
        (
            #"a: { url: "u", needs: ["b"] }, b: { url: "v", needs: ["a"] }, c: { url: "w", needs: ["c"] }"#,
            "repositories need one another: `c` needs `c`"
        ),
        (#"core: { url: "u" }, a: { url: "v", needs: ["cor"] }"#, "did you mean `core`?"),
        (
            #"a: { url: "u", needs: ["b", "nobody"] }, b: { url: "v", needs: ["a"] }"#,
            "repositories need one another: `a` needs `b` needs `a`"
        ),
        (
            #"a: { url: "../x.git" }, b: { url: "file:///srv/x/" }"#,
            "`file:///srv/x/` is the same repository as that of `a`, `../x.git`"
        ),
        (
            #"a: { url: "u", follow: "b" }, b: { url: "v", follow: "c" }, c: { url: "w", follow: "a" }"#,
            "it would take its version from itself: `a` follows `b` follows `c` follows `a`"
        ),
        (
            #"a: { url: "u", ready: { url: "ftp://h.example/{{version}}" } }"#,
            "begins with neither `https://` nor `http://`"
        ),
        (#"a: { url: "u", follow: "b", bump: "minor" }, b: { url: "v" }"#, "has both `follow` and `bump`"),
        (#"a: { url: "u", ready: { release: {} } }"#, "no forge is known of `a`"),
        (#"a: { url: "u", via: "pullRequest" }"#, "no forge is known of `a`"),
        (#"a: { url: "u", checks: "forge" }"#, "`repositories.a.checks`: no forge is known of `a`"),
        (#"a: { url: "u", forge: { repository: "o/a" } }"#, "`repositories.a.forge` does not say which"),
        (#"a: { url: "u", ready: [{ command: ["./x"] }] }"#, "`./x` is told from the folder that it runs in"),
        (#"a: { url: "u", checks: ["bin/x", "y"] }"#, "`repositories.a.checks`: `bin/x` is told from the folder"),
        (
            #"""
            a: { url: "u", skipUnchanged: true }, b: { url: "v", needs: ["a"], edits: [{ file: "f", json: "x", value: "{{tag}}" }] }
            """#,
            "`repositories.b.edits[0]` does not say whose version it writes"
        ),
        (#"a: { url: "u", edits: [{ file: "f", value: "x" }] }"#, "does not say where in `f`"),
        (#"a: { url: "u", edits: [{ file: "f", json: "a", value: "{{nobody}}" }] }"#, "`nobody` is not in scope"),
        (#"a: { url: "u", tag: "v1" }"#, "exactly once is wanted"),
        (#"a: { url: "--upload-pack=x" }"#, "begins with `-`"),
        (#"a: { url: "ext::sh -c x" }"#, "names a program of git's to run"),
        (#"a: { url: "https://u:hunter2@example.org/x" }"#, "it holds a password"),
        (#"a: { url: "u", branch: "a..b" }"#, "git allows no branch named `a..b`"),
        (#"a: { needs: [] }"#, "has no `url`, which is required"),
        (#"a: { url: "u", ready: {} }"#, "has none of the keys"),
        (#"a: { url: "u", ready: { url: "https://example.org", timeout: "soon" } }"#, "is not a time"),
        (#"a: { url: "u", commitMessage: "" }"#, "`repositories.a.commitMessage` says nothing"),
        (#"a: { url: "u", tagMessage: "{{prerelease}}\n " }"#, "`repositories.a.tagMessage` says nothing"),
        ("", "`repositories` must not be empty"),
    ])
    func whatIsWrongIsToldWithItsPlace(repositories: String, message: String) {
        let error = #expect(throws: RelctlError.self) {
            try read("{ name: \"w\",\n  repositories: { \(repositories) } }")
        }
        #expect(error?.code == .configurationInvalid)
        let causes = error?.causes.compactMap { $0 as? RelctlError } ?? []
        #expect(causes.contains { ([$0.message] + $0.hints).contains { $0.contains(message) } }, "\(causes)")
        #expect(causes.allSatisfy { $0.place?.line == 2 })
    }

    @Test func whatARepositorySaysOfItsForgeGoesBeforeWhatIsSaidOfAll() throws {
        let workspace = try read(
            """
            { name: "w", forge: { kind: "gitea", api: "http://127.0.0.1:9/", tokenFrom: ["ALL"] }, repositories: {
              a: { url: "u", forge: { repository: "o/a" }, checks: "forge" },
              b: { url: "v", forge: { repository: "o/b", tokenFrom: ["OWN"], kind: "gitea" } },
              c: { url: "https://github.com/o/c", forge: { kind: "github" } },
            } }
            """
        )
        let forges = workspace.repositories.map(\.forge)
        #expect(forges.map(\.?.kind) == [.gitea, .gitea, .github])
        #expect(forges.map(\.?.repository) == ["o/a", "o/b", "o/c"])
        #expect(forges.prefix(2).allSatisfy { $0?.api == "http://127.0.0.1:9" } && forges[2]?.api != forges[0]?.api)
        #expect(forges[0]?.tokenNames == ["ALL"] && forges[1]?.tokenNames == ["OWN"])
        #expect(forges[2]?.tokenNames.contains("ALL") == false)
    }

    @Test(arguments: [
        [
            "x", "./x", "x/", "x.git", "./y/../x", "/srv/w/x", "/srv/w//x.git/", "file:///srv/w/x", "FILE:///srv/w/%78",
            "file://localhost/srv/w/x",
        ],
        [
            "git@example.com:org/x.git", "ssh://git@example.com/org/x", "ssh://git@EXAMPLE.com:22/org/x.git/",
            "example.com:/org/x", "https://example.com/org/x", "https://example.com:443/org/x.git",
            "http://ada@example.com:80/org//x", "git://example.com:9418/org/x", "https://example.com/org/%78",
            "https://example.com./org/x", "git@example.com.:org/x", "ssh://git@example.com.:22/org/x",
        ],
        ["git@github.com:o/n.git", "https://github.com/O/n", "ssh://git@ssh.github.com:443/o/n"],
        ["ada@example.org:x", "ssh://ada@example.org/~/x.git", "bob@example.org:~ada/x"],
        ["git@[::1]:org/x", "ssh://git@[::1]/org/x", "http://[::1]:80/org/x"],
    ])
    func allSpellingsOfAnAddressAreOne(spellings: [String]) throws {
        for other in spellings.dropFirst() {
            let text = "a: { url: \"\(spellings[0])\" }, b: { url: \"\(other)\" }"
            let error = #expect(throws: RelctlError.self, "\(other)") {
                try read("{ name: \"w\", repositories: { \(text) } }")
            }
            let told = error?.causes.map { "\($0)" } ?? []
            #expect(told.count == 1 && told[0].contains("`a`, `\(spellings[0])`"), "\(told)")
            #expect(told.first?.contains("`\(other.replacing("ada@example.com", with: "example.com"))`") == true)
        }
    }

    @Test func otherRepositoriesAreToldApart() throws {
        let urls = [
            "x", "X", "x/y", "/x", "file:///y", "x+y", "x y", "https://example.org/x", "https://example.org:8443/x",
            "https://example.com/x", "ada@example.org:x", "bob@example.org:x", "ssh://git@example.org/X",
            "https://github.com/o/n", "https://github.com/o/m", "https://gitlab.com/o/n", "https://example.org/%2520",
            "https://example.org/%20",
        ]
        let members = urls.enumerated().map { "r\($0): { url: \"\($1)\" }" }.joined(separator: ", ")
        #expect(try read("{ name: \"w\", repositories: { \(members) } }").repositories.count == urls.count)
    }

    #if !os(Windows)
        @Test func localRemotesAreOneBehindLinks() async throws {
            try await World.scratch { world in
                let files = LiveFileSystem()
                try files.createFolders(world.folder.appending("real/x.git"))
                try files.createLink(at: world.folder.appending("linked"), to: "real")
                try files.createLink(at: world.folder.appending("y"), to: "real/x.git")
                for other in ["linked/x.git", "linked/x", "y", "file://\(world.folder)/y"] {
                    let text = "a: { url: \"real/x.git\" }, b: { url: \"\(other)\" }"
                    let error = #expect(throws: RelctlError.self, "\(other)") {
                        try WorkspaceLoader(extensions: Extensions()).workspace(
                            fromBytes: Array("{ name: \"w\", repositories: { \(text) } }".utf8),
                            file: "w.json",
                            in: world.folder,
                            files: files
                        )
                    }
                    #expect(error?.causes.count == 1 && "\(error?.causes ?? [])".contains("is the same repository as"))
                }
            }
        }
    #endif

    @Test func passwordsAreNotShown() {
        let error = #expect(throws: RelctlError.self) {
            try read(
                """
                { name: "w", repositories: {
                  a: { url: "https://a:hunter2@example.org/x" },
                  b: { url: "https://example.org/x" },
                  c: { url: "https://the-token@example.org/x" },
                } }
                """
            )
        }
        let told = error.map { "\($0) \($0.causes)" } ?? ""
        #expect(told.contains("it holds a password") && told.contains("the same repository as that of `b`"))
        #expect(!told.contains("hunter2") && !told.contains("the-token"))
    }

    @Test func drawingsHoldNothingThatTheirLanguagesWouldActOn() throws {
        let graph = try WorkspaceGraph([("a\"];b", []), ("é-1", ["a\"];b"])])
        #expect(
            GraphDrawing(graph).mermaid == """
                flowchart LR
                  subgraph w1["wave 1"]
                    r1["a#34;#93;#59;b"]
                  end
                  subgraph w2["wave 2"]
                    r2["é-1"]
                  end
                  r1 --> r2

                """
        )
        #expect(
            GraphDrawing(graph).dot == """
                digraph {
                  rankdir=LR;
                  { rank=same; "a\\"];b"; }
                  { rank=same; "é-1"; }
                  "a\\"];b" -> "é-1";
                }

                """
        )
    }
}
