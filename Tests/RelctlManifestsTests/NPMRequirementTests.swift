import RelctlManifests
import Testing

/// How requirements on a package of the same workspace move with its version.
@Suite struct NPMRequirementTests {
    @Test(
        arguments: [
            // What says the old version says the new one.
            ("^1.2.3", "1.2.4", "^1.2.4"), ("~1.2.3", "1.3.0", "~1.3.0"), ("1.2.3", "2.0.0", "2.0.0"),
            ("=1.2.3", "2.0.0-rc.1", "=2.0.0-rc.1"), ("= v1.2.3", "2.0.0", "= v2.0.0"),
            ("~> 1.2.3", "2.0.0", "~> 2.0.0"),
            ("workspace:^1.2.3", "1.2.4", "workspace:^1.2.4"), ("workspace:1.2.3", "2.0.0", "workspace:2.0.0"),
            // What both satisfy stays, what only the old one does moves.
            ("^1.2.0", "1.3.0", nil), ("^1.2.0", "2.0.0", "^2.0.0"), ("^1.2.0", "1.3.0-rc.1", "^1.3.0-rc.1"),
            ("^1", "1.9.0", nil), ("^1", "2.0.0", "^2"), ("^1.1", "2.1.0", "^2.1"), ("~1.2", "1.2.9", nil),
            ("~1.2", "1.3.0", "~1.3"), ("~1", "1.9.0", nil), ("~1", "2.0.0", "~2"), ("1.x", "1.9.0", nil),
            ("1.x", "2.0.0", "2.x"), ("1.2.*", "1.3.0", "1.3.*"), ("1.2", "1.3.0", "1.3"), ("1", "2.0.0", "2"),
            ("1.x.x", "2.0.0", "2.x.x"), (">=1.2.3", "2.0.0", nil), (">=1.2.3", "2.0.0-rc.1", ">=2.0.0-rc.1"),
            (">=1", "2.0.0", nil), ("^1", "2.0.0-rc.1", "^2.0.0-rc.1"), ("1.x", "2.0.0-rc.1", "^2.0.0-rc.1"),
            ("1.2.x", "1.3.0-rc.1", "~1.3.0-rc.1"), ("~1.2", "1.3.0-rc.1", "~1.3.0-rc.1"),
            // What the old version did not satisfy came from elsewhere.
            ("^0.9.0", "2.0.0", nil), ("1.2.2", "2.0.0", nil), ("2.x", "3.0.0", nil), ("^1.3.0", "2.0.0", nil),
            // What is no single comparison stays.
            ("*", "2.0.0", nil), ("", "2.0.0", nil), ("x", "2.0.0", nil), ("latest", "2.0.0", nil),
            ("workspace:*", "2.0.0", nil), ("workspace:^", "2.0.0", nil), ("file:../core", "2.0.0", nil),
            ("npm:core@1.2.3", "2.0.0", nil), ("npm:core@^1.2.3", "2.0.0", nil), ("^1.2.3 || ^2.0.0", "2.0.0", nil),
            (">=1.2.3 <2.0.0", "2.0.0", nil), ("1.2.3 - 1.9.9", "2.0.0", nil), ("<=1.2.3", "2.0.0", nil),
            ("<2.0.0", "2.0.0", nil), (">1.0.0", "2.0.0", nil),
            ("git+ssh://git@example.org/core.git#v1.2.3", "2.0.0", nil),
            ("https://example.org/core-1.2.3.tgz", "2.0.0", nil), ("owner/core#semver:^1.2.3", "2.0.0", nil),
            ("1.2.3 ", "2.0.0", nil), ("^^1.2.3", "2.0.0", nil), ("^1.2.3.4", "2.0.0", nil), ("^+1", "2.0.0", nil),
        ] as [(String, String, String?)]
    )
    func itMovesFrom123(_ text: String, _ version: String, _ expected: String?) throws {
        #expect(try NPMRequirement.moved(text, from: "1.2.3", to: Version(version)) == expected)
    }

    @Test(
        arguments: [
            ("0.2.3", "^0.2.0", "0.2.9", nil), ("0.2.3", "^0.2.0", "0.3.0", "^0.3.0"),
            ("0.2.3", "^0.2", "0.3.0", "^0.3"),
            ("0.2.3", "^0", "0.3.0", nil), ("0.0.3", "^0.0.3", "0.0.4", "^0.0.4"), ("0.0.3", "^0.0", "0.0.4", nil),
            ("1.0.0-rc.1", "^1.0.0-rc.0", "1.0.0-rc.2", nil), ("1.0.0-rc.1", "^1.0.0-rc.0", "1.0.0", nil),
            ("1.0.0-rc.1", "^1.0.0-rc.0", "1.1.0-rc.0", "^1.1.0-rc.0"),
            ("1.0.0-rc.1", "^1.0.0-rc.1", "1.0.0", "^1.0.0"),
            ("1.0.0+b", "^1.0.0+b", "1.0.1", "^1.0.1"), ("not a version", "^1.0.0", "2.0.0", nil),
        ] as [(String, String, String, String?)]
    )
    func itMoves(_ old: String, _ text: String, _ version: String, _ expected: String?) throws {
        #expect(try NPMRequirement.moved(text, from: old, to: Version(version)) == expected)
    }
}
