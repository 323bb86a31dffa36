import RelctlManifests
import TestSupport
import Testing

@Suite struct PubspecVersionSourceTests {
    static let source = PubspecVersionSource()

    static let app = MarkedManifest(
        source,
        (
            "pubspec.yaml",
            """
            name: app
            description: >-
              An app, since 1.2.3+45.
              version: 1.2.3+45
            # version: 1.2.3+45
            publish_to: 'none'

            # The build number 1.2.3+45 rises with each upload.
            version: ⟦1.2.3+45→7.8.9+46⟧ # was 1.2.3+45

            environment:
              sdk: '>=3.0.0 <4.0.0'
              version: 1.2.3+45
            dependencies:
              flutter:
                sdk: flutter
              http: 1.2.3+45
              path: {version: 1.2.3+45, hosted: "https://pub.example.org"}
              own:
                path: ../own
                version: 1.2.3+45
            dev_dependencies:
              lints: "1.2.3+45"
            dependency_overrides:
              meta: 1.2.3+45
            flutter:
              assets:
              - assets/1.2.3+45.png

            """
        )
    )

    @Test func theOwnVersionAloneChangesAndItsBuildNumberRises() throws {
        #expect(Self.app.decoys >= 8)
        try Self.app.expectChange(to: "7.8.9")
    }

    @Test(arguments: [
        ("version: ⟦1.2.3→7.8.9⟧", "7.8.9"), ("version: ⟦1.2.3+9→7.8.9+10⟧", "7.8.9"),
        ("version: ⟦1.2.3+45→7.8.9-rc.1+46⟧", "7.8.9-rc.1"), ("version: ⟦1.2.3+45→7.8.9+46⟧\r\n", "7.8.9"),
        ("version: '⟦1.2.3+999999999999999999999→7.8.9+1000000000000000000000⟧'", "7.8.9"),
        ("version: ⟦1.2.3+45→7.8.9+7⟧", "7.8.9+7"), ("version: ⟦1.2.3+hotfix.1→7.8.9⟧", "7.8.9"),
        ("version: ⟦1.2.3+1-2→7.8.9⟧", "7.8.9"), ("version: ⟦1.2.3+007→7.8.9+8⟧", "7.8.9"),
        ("version: ⟦1.2.3+0→7.8.9+1⟧", "7.8.9"), ("version: 7.8.9+45", "7.8.9"), ("version: 7.8.9", "7.8.9"),
        ("{name: a, \"version\": \"⟦1.2.3+45→7.8.9+46⟧\"}", "7.8.9"), ("version: |-\n  ⟦1.2.3+45→7.8.9+46⟧\n", "7.8.9"),
        ("\u{FEFF}name: ü\n'version' : ⟦1.2.3+45→7.8.9+46⟧", "7.8.9"), ("version: ⟦dev→7.8.9⟧\n", "7.8.9"),
    ])
    func theBuildNumberIsFluttersOwn(_ text: String, _ version: String) throws {
        try MarkedManifest(Self.source, ("pubspec.yaml", text)).expectChange(to: version)
    }

    @Test func theBuildNumberSaysNothingOfTheVersion() throws {
        #expect(Self.source.meaning(of: "1.2.3+45") == (try Version("1.2.3")))
        #expect(Self.source.meaning(of: "1.2.3-rc.1+45") == (try Version("1.2.3-rc.1")))
        #expect(Self.source.meaning(of: "1.2+45") == nil)
        #expect(Self.source.meaning(of: "1.2.3+") == nil)
    }

    @Test(arguments: [
        "name: a\n", "version:\n", "version: &v 1.2.3\n", "version: {a: 1.2.3}", "version: [1.2.3]", "- 1.2.3",
        "version: !!str 1.2.3", "version: 1.2.3\n'version': 1.2.3",
    ])
    func whatSaysNoVersionIsAnError(_ text: String) throws {
        let manifest = MarkedManifest(Self.source, ("pubspec.yaml", text))
        #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("7.8.9")) }
    }

    @Test func damageIsRefusedOrTheVersionAloneChanges() throws {
        try Self.app.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 1)
    }
}
