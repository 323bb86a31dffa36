import RelctlManifests
import TestSupport
import Testing

/// package.json and the files that repeat its version.
@Suite struct NPMVersionSourceTests {
    /// As people write it: tabs, other scripts, and the version where nobody looks for it.
    static let wild = """
        {
        \t"name" : "caf\u{E9}-\u{65E5}\u{672C}" ,\t
        \t"description": "the successor of 1.2.3, \\"version\\": \\"1.2.3\\"",
        \t"config": { "version": "1.2.3", "nested": [ { "version": "1.2.3" } ] },
        \t"scripts": { "version": "echo 1.2.3", "release": "npm version 1.2.3" },
        \t"dependencies": {
        \t\t"version": "1.2.3", "left-pad": "1.2.3", "right-pad": "^1.2.3" },
        \t"overrides" : {"deep" : {"version":"1.2.3"}},
        \t"engines": {"node": ">=1.2.3"}, "packageManager": "pnpm@1.2.3",
        \t"publishConfig": {"tag": "v1.2.3"},
        \t"Version": "1.2.3", "version ": "1.2.3",
        \t"volta": {"node": "1.2.3"},
        \t"version"
        \t:\t"⟦1.2.3⟧"
        }
        """

    @Test(arguments: [
        wild, wild + "\n", "\u{FEFF}" + wild.replacing("\n", with: "\r\n"),
        wild.replacing("\n", with: "\r"),
    ])
    func onlyTheTopsVersionChanges(_ text: String) throws {
        let manifest = MarkedManifest(NPMVersionSource(), ("package.json", text))
        #expect(manifest.decoys >= 8)
        for version in ["1.2.4", "2.0.0-rc.1", "10.20.30+build.5", "1.2.3"] { try manifest.expectChange(to: version) }
        try manifest.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 41)
    }

    @Test(arguments: [
        #"{"dependencies":{"a":"1.2.3"},"version":"⟦1.2.3⟧","name":"a"}"#,
        #"{"ver\u0073ion":"⟦1.2.3⟧","a":{"version":"1.2.3"}}"#,
        #"{"version":"⟦1\u002e2.3⟧","a":"1.2.3"}"#,
        "{\"version\":\"⟦1.2.3⟧\"}\r\n\r\n",
    ])
    func theVersionStandsWhereItRarelyDoes(_ text: String) throws {
        let manifest = MarkedManifest(NPMVersionSource(), ("package.json", text))
        try manifest.expectChange(to: "1.3.0")
        try manifest.expectChange(to: "1.2.3-beta.1")
    }

    @Test func anEscapedVersionThatIsRightAlreadyStays() throws {
        let text = #"{ "version": "1\u002e2.3" }"#
        let manifest = MarkedManifest(NPMVersionSource(), ("package.json", text))
        #expect(try manifest.change(manifest.originals, to: Version("1.2.3")) == ["package.json": text])
    }

    @Test(arguments: [
        (#"{ "version": "1.2.3", "a": 1, "version": "1.2.3" }"#, "package.json:1:42: the key `version` is there twice"),
        (#"{ "version": 1.2 }"#, "package.json:1:14: `version` is `1.2`, not a text"),
        (#"{ "version": null }"#, "package.json:1:14: `version` is `null`, not a text"),
        (#"{ "version": { "version": "1.2.3" } }"#, "package.json:1:14: `version` is a table, not a text"),
        (#"{ "workspaces": [] }"#, "package.json:1:1: `package.json` says no version"),
        (#"[ "version" ]"#, "package.json:1:1: `package.json` is a list, not an object"),
        (#"{ "version": "1.2.3" "#, "`{` is not closed by `}`"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ message: String) throws {
        let manifest = MarkedManifest(NPMVersionSource(), ("package.json", text))
        let error = #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("2.0.0")) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func otherKeysThatAreThereTwiceStay() throws {
        try MarkedManifest(
            NPMVersionSource(),
            ("package.json", #"{ "scripts": { "a": "1", "a": "2" }, "x": 1, "x": 1, "version": "⟦1.2.3⟧" }"#)
        ).expectChange(to: "2.0.0")
    }

    static let lockTree = """
          "dependencies": {
            "chalk": {
              "version": "1.2.3",
              "resolved": "https://example.org/chalk/-/chalk-1.2.3.tgz",
              "integrity": "sha512-1.2.3==",
              "requires": { "app": "^1.2.3", "ansi": "1.2.3" },
              "dependencies": {
                "ansi": { "version": "1.2.3", "requires": { "app": "1.2.3" } }
              }
            },
            "app": { "version": "1.2.3", "bundled": true }
          }
        """

    @Test(arguments: ["package-lock.json", "npm-shrinkwrap.json"])
    func lockFilesOfTheFirstVersionGoAlong(_ name: String) throws {
        let lock = """
            {
              "name": "app",
              "version": "⟦1.2.3⟧",
              "lockfileVersion": 1,
              "requires": true,
            \(Self.lockTree)
            }
            """
        try Self.expect(lock, name)
    }

    static let lockPackages = """
          "packages": {
            "": {
              "name": "app",
              "version": "⟦1.2.3⟧",
              "dependencies": { "chalk": "1.2.3" },
              "engines": { "node": ">=1.2.3" }
            },
            "node_modules/chalk": {
              "version": "1.2.3",
              "resolved": "https://example.org/chalk/-/chalk-1.2.3.tgz",
              "integrity": "sha512-1.2.3==",
              "dependencies": { "ansi": "1.2.3", "app": "^1.2.3" }
            },
            "node_modules/chalk/node_modules/app": { "version": "1.2.3" },
            "node_modules/app": { "version": "1.2.3" }
          }
        """

    @Test(arguments: ["package-lock.json", "npm-shrinkwrap.json"])
    func lockFilesOfTheSecondVersionGoAlong(_ name: String) throws {
        let lock = """
            { "name": "app", "version": "⟦1.2.3⟧", "lockfileVersion": 2, "requires": true,
            \(Self.lockPackages),
            \(Self.lockTree)
            }
            """
        try Self.expect(lock, name)
    }

    @Test(arguments: ["package-lock.json", "npm-shrinkwrap.json"])
    func lockFilesOfTheThirdVersionGoAlong(_ name: String) throws {
        let lock = """
            { "name": "app", "lockfileVersion": 3, "requires": true,
            \(Self.lockPackages),
              "version": "⟦1.2.3⟧" }
            """
        try Self.expect(lock, name)
    }

    private static func expect(_ lock: String, _ name: String) throws {
        let package = ("package.json", "{ \"name\": \"app\", \"version\": \"⟦1.2.3⟧\" }\n")
        for lock in [lock, "\u{FEFF}" + lock.replacing("\n", with: "\r\n") + "\r\n"] {
            let manifest = MarkedManifest(NPMVersionSource(), package, (name, lock))
            #expect(manifest.decoys >= 8)
            try manifest.expectChange(to: "1.3.0")
            try manifest.expectChange(to: "2.0.0-rc.1")
            try manifest.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 42)
        }
        // A lock that somebody forgot says the right thing afterwards, because its place is what counts.
        let stale = lock.replacing("⟦1.2.3⟧", with: "⟦1.1.0→1.3.0⟧")
        try MarkedManifest(NPMVersionSource(), package, (name, stale)).expectChange(to: "1.3.0")
    }

    @Test func bothLockFilesOfASubfolderGoAlong() throws {
        try MarkedManifest(
            NPMVersionSource(),
            ("web/package.json", #"{ "version": "⟦1.2.3⟧" }"#),
            ("web/package-lock.json", #"{ "version": "⟦1.2.3⟧" }"#),
            ("web/npm-shrinkwrap.json", #"{ "version": "⟦1.2.3⟧" }"#),
            ("package-lock.json", #"{ "version": "1.2.3", "packages": { "web": { "version": "1.2.3" } } }"#),
            ("package.json", #"{ "version": "1.2.3" }"#)
        ).expectChange(to: "1.3.0")
    }
}
