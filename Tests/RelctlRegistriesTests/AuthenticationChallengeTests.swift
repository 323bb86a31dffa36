import Testing

@testable import RelctlRegistries

@Suite struct AuthenticationChallengeTests {
    private func challenges(_ values: String...) -> [AuthenticationChallenge] {
        AuthenticationChallenge.all(in: HTTPFields(values.map { HTTPFields.Field("www-authenticate", $0) }))
    }

    @Test(arguments: [
        ("127.0.0.1:5000", "http://169.254.169.254/t"), ("10.0.0.5:5000", "https://127.0.0.1/token"),
        ("10.0.0.5:5000", "https://localhost/token"), ("169.254.1.1", "https://169.254.1.2/token"),
    ])
    func noRegistryLeadsToWhereItCannotReachItself(registry: String, realm: String) {
        #expect(TokenRealm.problem(with: realm, of: RegistryHost(registry)) != nil)
    }

    @Test func severalChallengesInOneFieldAreToldApart() {
        let all = challenges(
            #"Negotiate, Basic realm="a, b", charset="UTF-8", BEARER Realm="https://x/y?z",service=s , scope="r:a:pull""#
        )
        #expect(all.map(\.scheme) == ["negotiate", "basic", "bearer"])
        #expect(all[1].parameters == ["realm": ["a, b"], "charset": ["UTF-8"]])
        #expect(all[2].parameters == ["realm": ["https://x/y?z"], "service": ["s"], "scope": ["r:a:pull"]])
    }

    @Test func repeatedScopesAndFieldsAreKept() {
        let all = challenges(#"Bearer realm="r", scope="one", scope="two""#, "Basic")
        #expect(all.map(\.scheme) == ["bearer", "basic"])
        #expect(all[0].parameters["scope"] == ["one", "two"])
    }

    @Test func escapesAndBlanksAreRead() {
        #expect(challenges(#"  ,, Bearer realm = "a\"b\\c" "#).first?.value("realm") == #"a"b\c"#)
    }

    @Test(arguments: [
        "", ",", "=", "\"", "Bearer realm=\"", "Bearer realm=\"x\\", "=a=b", "Bearer =", "\u{1}\u{2}",
        "Bearer \"x\" y=1",
        "(((", "a b c d e", "Basic QWxhZGRpbg==", String(repeating: "a=,\"", count: 50_000),
    ])
    func anythingElseEndsTheReadingWithoutHarm(value: String) {
        #expect(challenges(value).count <= value.utf8.count)
    }

    @Test(arguments: [
        "https://auth.docker.io/token", "https://example.org:444/t?x=1", "https://8.8.8.8/token",
        "https://[2606:4700::1]/t",
    ])
    func realmsOfThePublicNetworkMayBeAsked(realm: String) {
        #expect(TokenRealm.problem(with: realm, of: RegistryHost("ghcr.io")) == nil)
    }

    @Test(arguments: [
        "http://auth.docker.io/token", "", "token", "ftp://x/y", "https://user@x/y", "https://localhost/token",
        "https://127.0.0.1/token", "https://10.1.2.3/t", "https://172.16.0.1/t", "https://192.168.0.1/t",
        "https://169.254.169.254/latest", "https://100.100.0.1/t", "https://0.0.0.0/t", "https://[::1]/t",
        "https://[::ffff:10.0.0.1]/t", "https://[fd00::1]/t", "https://[fe80::1]/t", "https://127.1/t",
        "https://0x7f000001/t", "https://2130706433/t", "https://0177.0.0.1/t", "https://a.localhost/t",
        "https://127.0.0.1./t", "https://10.0.0.0x1/t", "https://[64:ff9b::a00:1]/t",
    ])
    func realmsThatCouldBetrayAreNotAsked(realm: String) {
        #expect(TokenRealm.problem(with: realm, of: RegistryHost("ghcr.io")) != nil)
    }

    @Test(arguments: [
        ("127.0.0.1:5000", "http://127.0.0.1:5001/token"), ("10.0.0.5:5000", "https://10.0.0.5/token"),
        ("localhost:5000", "http://127.0.0.1:5001/token"), ("10.0.0.5:5000", "https://10.0.0.6/token"),
    ])
    func aRegistryOfThisNetworkMayLeadIntoIt(registry: String, realm: String) {
        #expect(TokenRealm.problem(with: realm, of: RegistryHost(registry)) == nil)
    }
}
