import RelctlCore
import Testing

@Suite struct TemplateScopesTests {
    static func release(_ version: String, timestamp: Int64 = 1_700_000_000) throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "tool",
            version: try Version(version),
            tag: "v\(version)",
            commit: "0123456789abcdef0123456789abcdef01234567",
            timestamp: timestamp
        )
    }

    @Test func everyNameOfTheReleaseIsInScope() throws {
        let scope = TemplateScopes.project(release: try Self.release("1.2.3-rc.1+b"), variables: ["own": "x"])
        let names = [
            "name", "version", "tag", "major", "minor", "patch", "prerelease", "commit", "shortCommit", "date",
            "timestamp", "own",
        ]
        let template = try Template(names.map { "{{\($0)}}" }.joined(separator: " "))
        #expect(
            try template.render(scope)
                == "tool 1.2.3-rc.1+b v1.2.3-rc.1+b 1 2 3 rc.1 0123456789abcdef0123456789abcdef01234567 "
                + "0123456789ab 2023-11-14 1700000000 x"
        )
        #expect(Set(scope.values.keys) == Set(names))
    }

    @Test(arguments: [
        ("x86_64-unknown-linux-musl", "linux x86_64 [] musl"), ("aarch64-apple-darwin", "macos aarch64 [] "),
        ("x86_64-pc-windows-msvc", "windows x86_64 [.exe] msvc"), ("arm64-apple-macos", "macos aarch64 [] "),
        ("x86_64-unknown-freebsd", "freebsd x86_64 [] "),
    ])
    func aTargetAddsItsNames(_ triple: String, _ expected: String) throws {
        let text =
            "{ name: 't', variables: { a: 'all', b: 'all' }, targets: { '\(triple)': { variables: { b: 'own' } } } }"
        let configuration = try ConfigurationLoaderTests.load(text)
        let target = try #require(configuration.targets.first)
        let scope = configuration.project.scope(of: try Self.release("1.0.0"), target: target, binary: "x")
        let template = try Template("{{os}} {{arch}} [{{exe}}] {{libc}}|{{target}} {{a}} {{b}} {{binary}}")
        #expect(try template.render(scope) == "\(expected)|\(triple) all own x")
    }

    @Test(
        arguments: [
            (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
            (-86_400, "1969-12-31"), (-86_401, "1969-12-30"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"),
            (4_107_542_399, "2100-02-28"), (4_107_542_400, "2100-03-01"), (1_735_689_599, "2024-12-31"),
            (253_402_300_800, "10000-01-01"),
        ] as [(Int64, String)]
    )
    func datesAreThoseOfTheGregorianCalendarInUTC(_ timestamp: Int64, _ date: String) {
        #expect(UTCTime.date(ofTimestamp: timestamp) == date)
    }
}
