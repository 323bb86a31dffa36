import Testing

@testable import RelctlVersioning

@Suite struct VersionIncrementTests {
    private static let long = String(repeating: "9", count: 40)

    @Test(arguments: [
        ("1.2.3", "major", "2.0.0"), ("1.2.3", "minor", "1.3.0"), ("1.2.3", "patch", "1.2.4"),
        ("0.0.0", "patch", "0.0.1"), ("0.9.9", "minor", "0.10.0"), ("0.9.9", "major", "1.0.0"),
        // A pre-release is on its way to its final version.
        ("2.0.0-rc.1", "major", "2.0.0"), ("2.0.1-rc.1", "major", "3.0.0"), ("2.1.0-rc.1", "major", "3.0.0"),
        ("1.3.0-rc.1", "minor", "1.3.0"), ("1.3.1-rc.1", "minor", "1.4.0"), ("1.2.3-rc.1", "patch", "1.2.3"),
        // Build metadata is dropped.
        ("1.0.0+build.5", "patch", "1.0.1"), ("1.0.0-rc.1+5", "patch", "1.0.0"), ("1.0.0+5", "major", "2.0.0"),
    ])
    func partsGoUp(current: String, step: String, next: String) throws {
        let level = try #require(ReleaseLevel(rawValue: step))
        #expect(try VersionIncrement.part(level).version(after: Version(current)).description == next)
    }

    @Test func numbersOfAnySizeGoUp() throws {
        let next = "1" + String(repeating: "0", count: 40)
        let current = try Version("\(Self.long).\(Self.long).\(Self.long)-\(Self.long)")
        #expect(try VersionIncrement.part(.major).version(after: current).description == "\(next).0.0")
        #expect(try VersionIncrement.part(.minor).version(after: current).description == "\(Self.long).\(next).0")
        #expect(
            try VersionIncrement.prerelease.version(after: current).description
                == "\(Self.long).\(Self.long).\(Self.long)-\(next)"
        )
        let patch = try Version("1.2.\(Self.long)")
        #expect(try VersionIncrement.part(.patch).version(after: patch).description == "1.2.\(next)")
    }

    @Test(arguments: [
        ("1.2.3", "major", "rc", "2.0.0-rc.1"), ("1.2.3", "minor", "beta", "1.3.0-beta.1"),
        ("1.2.3", "patch", "rc", "1.2.4-rc.1"), ("2.0.0-rc.1", "major", "rc", "2.0.0-rc.2"),
        ("2.0.0-beta.4", "major", "rc", "2.0.0-rc.1"), ("1.3.0-rc.1", "major", "rc", "2.0.0-rc.1"),
        ("1.2.3", "patch", "rc.x", "1.2.4-rc.x.1"),
    ])
    func candidatesOfParts(current: String, step: String, identifier: String, next: String) throws {
        let level = try #require(ReleaseLevel(rawValue: step))
        let version = try VersionIncrement.part(level).version(after: Version(current), identifier: identifier)
        #expect(version.description == next)
    }

    @Test(arguments: [
        ("1.0.0", nil, "1.0.1-rc.1"), ("1.0.0", "alpha", "1.0.1-alpha.1"), ("1.0.0-rc.1", nil, "1.0.0-rc.2"),
        ("1.0.0-rc.9", "rc", "1.0.0-rc.10"), ("1.0.0-alpha.3", "beta", "1.0.0-beta.1"),
        ("1.0.0-beta.3", "rc", "1.0.0-rc.1"), ("1.0.0-rc", nil, "1.0.0-rc.1"), ("1.0.0-1", nil, "1.0.0-2"),
        ("1.0.0-rc.1.dev", nil, "1.0.0-rc.2.dev"), ("1.0.0-beta01", nil, "1.0.0-beta02"),
        ("1.0.0-beta09", nil, "1.0.0-beta10"), ("1.0.0-rc1", nil, "1.0.0-rc2"),
        ("1.0.0-rc.1+build.7", nil, "1.0.0-rc.2"), ("1.0.0-alpha-1.0", nil, "1.0.0-alpha-1.1"),
        ("1.0.0-rc.1", "rc.1", "1.0.0-rc.2"),
    ])
    func candidatesCountUp(current: String, identifier: String?, next: String) throws {
        let version = try VersionIncrement.prerelease.version(after: Version(current), identifier: identifier)
        #expect(version.description == next)
    }

    @Test(arguments: [
        ("1.0.0-rc.2", "beta"), ("1.0.0-rc.2", "alpha"), ("1.0.0-beta.1", "alpha"),
        // A word that ends in a number cannot count past it: `rc10` comes before `rc9`.
        ("1.0.0-rc9", nil),
    ])
    func candidatesNeverGoBack(current: String, identifier: String?) throws {
        let error = try #require(throws: RelctlError.self) {
            try VersionIncrement.prerelease.version(after: Version(current), identifier: identifier)
        }
        #expect(error.code == .versionNotGreater)
        #expect(error.hints == ["pre-releases go forward alone, as from `alpha` over `beta` to `rc`"])
    }

    @Test func aReleaseIsWhatTheCandidatesWereFor() throws {
        #expect(try VersionIncrement.release.version(after: Version("1.2.0-rc.3+5")).description == "1.2.0")
        let error = try #require(throws: RelctlError.self) {
            try VersionIncrement.release.version(after: Version("1.2.0"))
        }
        #expect(error.message == "cannot make a release of `1.2.0`: it is no pre-release")
    }

    @Test func aVersionThatIsNamedMustBeGreater() throws {
        let current = try Version("1.2.0")
        for (text, isTaken) in [
            ("1.2.1", true), ("2.0.0-rc.1", true), ("1.2.0", false), ("1.2.0-rc.1", false), ("1.1.9", false),
            ("1.2.0+other", false), ("\(Self.long).0.0", true),
        ] {
            let version = try Version(text)
            let result = Result { try VersionIncrement.exact(version).version(after: current) }
            #expect((try? result.get()) == (isTaken ? version : nil), "\(text)")
        }
    }

    @Test(arguments: ["", "rc..1", "r c", "01", "ü"])
    func namesThatNoPrereleaseCanHaveAreRefused(identifier: String) throws {
        #expect(throws: RelctlError.self) {
            try VersionIncrement.part(.major).version(after: Version("1.0.0"), identifier: identifier)
        }
    }
}
