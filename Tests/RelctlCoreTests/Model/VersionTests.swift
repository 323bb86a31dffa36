import RelctlCore
import Testing

@Suite struct VersionTests {
    /// The specification's own order (item 11), with numbers beyond 64 bits added.
    static let ascending = [
        "0.0.0-0", "0.0.0", "1.0.0-18446744073709551615", "1.0.0-18446744073709551616", "1.0.0-99999999999999999999999",
        "1.0.0-Alpha", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-alpha-1", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0-rc.1.0", "1.0.0-rc.99999999999999999999", "1.0.0",
        "2.0.0", "2.1.0", "2.1.1", "2.1.1000000000000000000000", "2.1.99999999999999999999999",
        "18446744073709551615.0.0", "18446744073709551616.0.0",
    ]

    @Test func precedenceFollowsTheSpecification() throws {
        let versions = try Self.ascending.map { try Version($0) }
        for (index, left) in versions.enumerated() {
            for (other, right) in versions.enumerated() {
                #expect(Version.precedes(left, right) == (index < other), "\(left) before \(right)")
            }
        }
    }

    @Test func buildMetadataTakesNoPartInPrecedenceButInEquality() throws {
        let (plain, built) = (try Version("1.0.0"), try Version("1.0.0+20130313144700"))
        #expect(plain.hasSamePrecedence(as: built))
        #expect(plain != built)
    }

    @Test(arguments: [
        "0.0.4", "1.2.3", "1.1.2-prerelease+meta", "1.1.2+meta-valid", "1.0.0-alpha0.valid", "1.0.0-alpha.0valid",
        "1.0.0-rc.1+build.1", "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
        "99999999999999999999999.999999999999999999.99999999999999999", "1.0.0-0A.is.legal", "1.0.0+001",
        "1.0.0-alpha-1",
    ])
    func validVersionsKeepTheirText(_ text: String) throws {
        #expect(try Version(text).description == text)
    }

    @Test(arguments: [
        "", "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "alpha", "1.2.3.DEV",
        "1.2-SNAPSHOT", "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788", "1.0.0-alpha_beta", "1.0.0-alpha..1", "01.1.1",
        "1.01.1", "1.1.01", "1.2.3-", "1.2.3+", "v1.2.3", " 1.2.3", "1.2.3 ", "1.2.3-é", "1.2.３",
    ])
    func invalidVersionsAreRefused(_ text: String) {
        #expect(throws: Version.Problem.self) { try Version(text) }
    }

    @Test func theNextPatchCarriesBeyondAnySize() throws {
        #expect(try Version("1.2.9").nextPatch.description == "1.2.10")
        #expect(try Version("1.2.99999999999999999999-rc.1+b").nextPatch.description == "1.2.100000000000000000000")
    }
}
