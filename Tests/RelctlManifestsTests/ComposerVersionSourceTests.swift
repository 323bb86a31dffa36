import RelctlManifests
import TestSupport
import Testing

/// composer.json, and the digests of it in composer.lock.
@Suite struct ComposerVersionSourceTests {
    static let wild = #"""
        {
            "name": "caf\u00e9/app", "description": "1.2.3", "type": "project",
            "require": { "php": ">=8.1", "café/lib": "1.2.3", "symfony/yaml": "^1.2.3 || 日" },
            "require-dev": {}, "conflict": { "a/b": "<1.2.3" },
            "replace": { "0": "x", "1": "1.2.3" }, "provide": { "1": "1.2.3" },
            "extra": { "version": "1.2.3", "branch-alias": { "dev-main": "1.2.x-dev" },
                "n": [ 1, -2, true, null, [], "a\/\"\\\t\u0001😀" ] },
            "config": { "platform": { "php": "8.1.2", "ext-x": "1.2.3" }, "version": "1.2.3", "sort-packages": true },
            "repositories": [ { "type": "package", "package": { "name": "x/y", "version": "1.2.3" } } ],
            "archive": { "version": "1.2.3" },
            "version"  :  "⟦1.2.3⟧",
            "minimum-stability": "dev", "prefer-stable": true
        }
        """#

    static func lock(_ digests: String) -> String {
        """
        {
            "_readme": [ "1.2.3" ],
            \(digests),
            "packages": [ { "name": "x/y", "version": "1.2.3", "require": { "z": "^1.2.3" },
                "content-hash": "d418a39fbcdce1963e69a582ff87cffa" } ],
            "version": "1.2.3"
        }
        """
    }

    @Test(arguments: [wild, "\u{FEFF}" + wild.replacing("\n", with: "\r\n"), wild.replacing("    ", with: "\t")])
    func onlyTheTopsVersionChanges(_ text: String) throws {
        let manifest = MarkedManifest(ComposerVersionSource(), ("composer.json", text))
        #expect(manifest.decoys >= 8)
        for version in ["1.2.4", "2.0.0-rc.1", "10.20.30+build.5", "1.2.3"] { try manifest.expectChange(to: version) }
        try manifest.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 45)
    }

    @Test(arguments: [
        #"{"version":"⟦1.2.3⟧","extra":{"version":"1.2.3"},"name":"a/b"}"#,
        #"{"require":{"a/b":"1.2.3"},"ver\u0073ion":"⟦1.2.3⟧"}"#,
        #"{"version":"⟦1\u002e2.3⟧","description":"1.2.3"}"#,
        "{\"extra\":[{\"version\":\"1.2.3\"}]\r\n,\r\n\t\"version\"\r\n:\r\n\"⟦1.2.3⟧\"}\r\n\r\n",
    ])
    func theVersionStandsWhereItRarelyDoes(_ text: String) throws {
        try MarkedManifest(ComposerVersionSource(), ("composer.json", text)).expectChange(to: "2.0.0-rc.1")
    }

    /// The digests were computed by another program that follows Composer's algorithm.
    @Test func digestsOfTheLockAreRenewed() throws {
        let content = #""content-hash": "⟦d418a39fbcdce1963e69a582ff87cffa→8f9801e4e9237b322330cb91fa0b6644⟧""#
        let file = #""hash": "⟦21a094cf764db94bfdaf9972a6d4f5a2→ab0490ff429744fd555fcfd92c82ed82⟧""#
        let stale = #""content-hash": "21a094cf764db94bfdaf9972a6d4f5a2""#
        for digests in [content, file, file + ", " + content, file + ", " + stale, stale] {
            let manifest = MarkedManifest(
                ComposerVersionSource(),
                ("app/composer.json", Self.wild + "\n"),
                ("app/composer.lock", Self.lock(digests))
            )
            try manifest.expectChange(to: "2.0.0")
            try manifest.expectOnlyMeantChanges(cases: FullRun.isAsked ? 2000 : 50, seed: 46)
        }
    }

    /// PHP may write a number with a point in a way that is not known here.
    @Test func aDigestThatCannotBeKnownStays() throws {
        let content = #""content-hash": "d418a39fbcdce1963e69a582ff87cffa""#
        try MarkedManifest(
            ComposerVersionSource(),
            ("composer.json", #"{ "version": "⟦1.2.3⟧", "extra": { "x": 1.50 } }"#),
            ("composer.lock", Self.lock(content))
        ).expectChange(to: "2.0.0")
    }

    @Test func aMarkBeforeTheVersionStays() throws {
        let manifest = MarkedManifest(ComposerVersionSource(), ("composer.json", #"{"version":"v⟦1.2.3⟧"}"#))
        try manifest.expectChange(to: "2.0.0")
        #expect(manifest.source.meaning(of: "v1.2.3") == (try Version("1.2.3")))
    }

    @Test(arguments: [
        (#"{ "require": { "version": "1.2.3" } }"#, "composer.json:1:1: `composer.json` says no version"),
        (#"{ "version": 1.2 }"#, "composer.json:1:14: `version` is `1.2`, not a text"),
        (#"{ "version": "1.2.3", "ver\u0073ion": "1.2.3" }"#, "the key `version` is there twice"),
        (#"["1.2.3"]"#, "`composer.json` is a list, not an object"),
        (#"{ "version": "1.2.3", }"#, "a comma after the last item is not JSON"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ message: String) throws {
        let manifest = MarkedManifest(ComposerVersionSource(), ("composer.json", text))
        let error = #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("2.0.0")) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    /// The test suite of RFC 1321, and messages at the edges of a block.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
        (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
        (String(repeating: "a", count: 63), "b06521f39153d618550606be297466d5"),
        (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
        (String(repeating: "a", count: 65), "c743a45e0d2e6a95cb859adae0248435"),
        (String(repeating: "a", count: 119), "8a7bd0732ed6a28ce75f6dabc90e1613"),
        (String(repeating: "a", count: 120), "5f61c0ccad4cac44c75ff505e1f1e537"),
        (String(repeating: "a", count: 1000), "cabe45dcc9ae5b66ba86600cca6b8ba8"),
    ])
    func digestsAreThoseOfTheStandard(_ message: String, _ digest: String) {
        #expect(MD5.hexadecimal(of: Array(message.utf8)) == digest)
    }
}
