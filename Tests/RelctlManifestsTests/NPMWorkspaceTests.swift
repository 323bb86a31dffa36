import RelctlManifests
import TestSupport
import Testing

/// Workspaces of npm: what moves with the root, and what stays.
@Suite struct NPMWorkspaceTests {
    static let root = """
        {
          "name": "root", "private": true,
          "workspaces": [ "packages/*", "./apps/**", "!apps/old", "tools/one/" ],
          "version": "⟦1.2.3⟧",
          "devDependencies": { "@x/core": "^⟦1.2.3⟧", "outside": "^1.2.3", "root": "1.2.3", "own": "1.2.3" },
          "overrides": { "@x/core": "1.2.3" }
        }
        """
    static let core = #"{ "version": "⟦1.2.3⟧", "dependencies": { "core": "1.2.3", "@x/core": "1.2.3" } }"#
    static let app = """
        { "name": "app", "version": "⟦1.2.3⟧",
          "peerDependencies": { "@x/core": ">=1.0.0", "one": "⟦1.x→2.x⟧" },
          "optionalDependencies": { "one": "~⟦1.2.3⟧", "star": "*", "tag": "latest" },
          "bundleDependencies": [ "1.2.3" ], "peerDependenciesMeta": { "one": { "x": "1.2.3" } } }
        """
    static let one =
        #"{"name":"one","version":"⟦1.2.3⟧","dependencies":{"@x/core":"workspace:^⟦1.2.3⟧","app":"workspace:*"}}"#
    /// It has a version of its own, so that it stays, but what it requires must still be found in the workspace.
    static let own = """
        { "name": "own", "version": "1.0.0",
          "dependencies": { "@x/core": "⟦1.2.3⟧", "one": "file:../one", "app": "npm:app@1.2.3" } }
        """
    static let old = #"{ "name": "old", "version": "1.2.3", "dependencies": { "@x/core": "1.2.3" } }"#

    static let lockPackages = """
        "packages": {
          "": { "name": "root", "version": "⟦1.2.3⟧",
            "devDependencies": { "@x/core": "^⟦1.2.3⟧", "outside": "^1.2.3", "root": "1.2.3", "own": "1.2.3" } },
          "packages/@x/core": { "version": "1.2.3" },
          "packages/core": { "name": "@x/core", "version": "⟦1.2.3⟧", "dependencies": { "core": "1.2.3" } },
          "apps/web/app": { "name": "app", "version": "⟦1.2.3⟧",
            "optionalDependencies": { "one": "~⟦1.2.3⟧", "star": "*" }, "peerDependencies": { "one": "⟦1.x→2.x⟧" } },
          "tools/one": { "version": "⟦1.2.3⟧", "dependencies": { "@x/core": "workspace:^⟦1.2.3⟧" } },
          "packages/own": { "version": "1.0.0", "dependencies": { "@x/core": "⟦1.2.3⟧" } },
          "apps/old": { "version": "1.2.3", "dependencies": { "@x/core": "1.2.3" } },
          "node_modules/@x/core": { "resolved": "packages/core", "link": true },
          "node_modules/outside": { "version": "1.2.3", "dependencies": { "@x/core": "1.2.3" } },
          "node_modules/outside/node_modules/@x/core": { "version": "1.2.3" },
          "packages/core/node_modules/core": { "version": "1.2.3", "dependencies": { "one": "1.2.3" } }
        }
        """
    static let lockTree = """
        "dependencies": {
          "@x/core": { "version": "file:packages/core", "requires": { "core": "1.2.3" },
            "dependencies": { "core": { "version": "1.2.3", "requires": { "one": "1.2.3" } } } },
          "app": { "version": "file:apps/web/app", "requires": { "one": "~⟦1.2.3⟧", "star": "*" } },
          "outside": { "version": "1.2.3", "requires": { "@x/core": "1.2.3" } },
          "elsewhere": { "version": "file:../elsewhere", "requires": { "@x/core": "1.2.3" } },
          "own": { "version": "file:packages/own", "requires": { "@x/core": "⟦1.2.3⟧" } }
        }
        """

    static func workspace(lock: String) -> MarkedManifest {
        MarkedManifest(
            NPMVersionSource(),
            ("package.json", root),
            ("package-lock.json", "{ \"name\": \"root\", \"version\": \"⟦1.2.3⟧\",\n\(lock)\n}\n"),
            ("packages/@x/README.md", "1.2.3"),
            (
                "packages/core/package.json",
                core.replacing("{ \"version\"", with: "{ \"name\": \"@x/core\", \"version\"")
            ),
            ("packages/own/package.json", own),
            ("packages/own/node_modules/app/package.json", old),
            ("packages/.hidden/package.json", old),
            ("packages/deep/er/package.json", old),
            ("apps/web/app/package.json", app),
            ("apps/old/package.json", old),
            ("tools/one/package.json", one),
            ("tools/two/package.json", old)
        )
    }

    @Test(arguments: [
        lockPackages + ", \"lockfileVersion\": 3", lockPackages + ", \"lockfileVersion\": 2,\n" + lockTree,
        "\"lockfileVersion\": 1,\n" + lockTree,
    ])
    func membersOfTheRootsVersionMoveWithIt(_ lock: String) throws {
        let workspace = Self.workspace(lock: lock)
        #expect(workspace.decoys >= 8)
        try workspace.expectChange(to: "2.0.0")
        try workspace.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 43)
    }

    @Test func aMemberAloneTakesThoseAlongThatRequireIt() throws {
        try MarkedManifest(
            NPMVersionSource(),
            ("a/packages/core/package.json", #"{ "name": "core", "version": "⟦1.2.3⟧" }"#),
            ("a/packages/app/package.json", #"{ "version": "1.2.3", "dependencies": { "core": "^⟦1.2.3⟧" } }"#),
            (
                "a/package.json",
                #"{ "version": "1.2.3", "workspaces": { "packages": ["packages/*"], "nohoist": ["1"] } }"#
            ),
            (
                "a/package-lock.json",
                """
                { "version": "1.2.3", "packages": { "": { "version": "1.2.3" }, "packages/core": { "version": "⟦1.2.3⟧" },
                  "packages/app": { "version": "1.2.3", "dependencies": { "core": "^⟦1.2.3⟧" } } } }
                """
            ),
            ("package.json", #"{ "version": "1.2.3", "workspaces": ["b"], "dependencies": { "core": "1.2.3" } }"#)
        ).expectChange(to: "1.3.0")
    }

    @Test func aPackageThatNoPatternNamesIsNoMember() throws {
        try MarkedManifest(
            NPMVersionSource(),
            ("packages/core/package.json", #"{ "name": "core", "version": "⟦1.2.3⟧" }"#),
            (
                "package.json",
                #"{ "workspaces": ["packages/**", "!packages/core"], "dependencies": { "core": "1.2.3" } }"#
            )
        ).expectChange(to: "1.3.0")
    }

    @Test func aPackageWithoutNameHasThatOfItsFolder() throws {
        try MarkedManifest(
            NPMVersionSource(),
            ("package.json", #"{ "version": "⟦1.2.3⟧", "workspaces": ["p/@x/*"] }"#),
            ("p/@x/a/package.json", #"{ "version": "⟦1.2.3⟧", "dependencies": { "@x/b": "⟦1.2.3⟧", "b": "1.2.3" } }"#),
            ("p/@x/b/package.json", #"{ "version": "⟦1.2.3⟧" }"#)
        ).expectChange(to: "1.3.0")
    }

    @Test(arguments: [
        (#"["../x"]"#, "package.json:1:38: cannot find the members of the workspace: `../x` is no pattern"),
        (#"["packages/[a"]"#, "`[` is not closed"), (#"[1]"#, "`1` is no pattern"),
    ])
    func aPatternThatIsNoneIsAnError(_ patterns: String, _ message: String) throws {
        let manifest = MarkedManifest(
            NPMVersionSource(),
            ("package.json", "{ \"version\": \"⟦1.2.3⟧\", \"workspaces\": \(patterns) }")
        )
        let error = #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("2.0.0")) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("packages/a/package.json", "{", "packages/a/package.json:1:1"),
        ("packages/a/package.json", #"{ "version": "1.2.3", "version": "1" }"#, "packages/a/package.json:1:34"),
        ("package-lock.json", #"{ "version": "1.2.3", "version": "1" }"#, "package-lock.json:1:34"),
        ("package-lock.json", #"{ "packages": {"":{"version": "1.2.3"}, "": {}} }"#, "package-lock.json:1:45"),
        ("package-lock.json", "<<<<<<< HEAD", "package-lock.json:1:1"),
    ])
    func aFileThatIsUnclearIsNamed(_ file: String, _ text: String, _ place: String) throws {
        let manifest = MarkedManifest(
            NPMVersionSource(),
            ("package.json", #"{ "version": "⟦1.2.3⟧", "workspaces": ["packages/*"] }"#),
            (file, text)
        )
        let error = #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("2.0.0")) }
        #expect(error?.place?.description == place, "\(String(describing: error))")
    }

    @Test func aLargeWorkspaceTakesTimeInProportion() throws {
        func files(_ count: Int) -> [String: String] {
            var files = ["package.json": #"{ "version": "1.2.3", "workspaces": ["packages/*"] }"#]
            var entries: [String] = []
            for index in 0..<count {
                let text =
                    "{ \"name\": \"p\(index)\", \"version\": \"1.2.3\", \"dependencies\": { \"p0\": \"^1.2.3\" } }"
                files["packages/p\(index)/package.json"] = text
                entries += ["\"packages/p\(index)\": \(text)", "\"node_modules/q\(index)\": \(text)"]
            }
            files["package-lock.json"] = "{ \"packages\": { \(entries.joined(separator: ",\n")) } }"
            return files
        }
        let texts = files(400)
        let names = Dictionary(grouping: texts.keys.flatMap(Self.folders), by: \.folder)
            .mapValues { Set($0.map(\.name)).sorted() }
        let document = VersionDocument(
            file: try RelativePath("package.json"),
            text: texts["package.json"] ?? "",
            read: { texts[$0.string] },
            names: { names[$0?.string ?? ""] ?? [] }
        )
        let edits = try NPMVersionSource().edits(to: Version("2.0.0"), in: document)
        // The root; a version and (but for the first) a requirement of each, in its own file and in the lock.
        #expect(edits.count == 1 + 2 * (2 * 400 - 1))
    }

    private static func folders(_ path: String) -> [(folder: String, name: String)] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.indices.map { (parts[..<$0].joined(separator: "/"), parts[$0]) }
    }
}
