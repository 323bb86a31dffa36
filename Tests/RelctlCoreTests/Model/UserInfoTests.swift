import Testing

@testable import RelctlCore

@Suite struct UserInfoTests {
    @Test(
        arguments: [
            ("cannot read `https://u:p@h/x`: no", "cannot read `https://****@h/x`: no"),
            ("https://token@h", "https://****@h"),
            ("a https:///u:p@h b ftp://u@h/x", "a https:///****@h b ftp://****@h/x"),
            ("git+ssh://git@h/x ssh://u:p@h", "git+ssh://git@h/x ssh://****@h"),
            ("https://u:p/w@h/x", "https://****@h/x"), ("https://u:p@w@h/x", "https://****@h/x"),
            ("see https://registry.example.org:4873/@scope/name", "see https://registry.example.org:4873/@scope/name"),
            ("https://h/@v1?a=b@c", "https://h/@v1?a=****"), ("file:///home/me@work/x", "file:///home/me@work/x"),
            ("http://[::1]:80/@x", "http://[::1]:80/@x"), ("https://h and me@h", "https://h and me@h"),
            ("https://{{host}}:{{port}}/@x", "https://{{host}}:{{port}}/@x"), ("://", "://"), ("", ""),
            ("https://******@h", "https://******@h"), ("git@h:a/b", "git@h:a/b"),
            ("GET `https://h/x?token=a://b&page=2`: 1?a=b", "GET `https://h/x?token=****&page=2`: 1?a=b"),
            ("https://u:p@h/?a=b https://h/x#id_token=c&L10", "https://****@h/?a=**** https://h/x#id_token=****&L10"),
            ("https://h/?f={{artifact}}&k={{a}}b&t=&u", "https://h/?f={{artifact}}&k=****&t=&u"),
            ("https://h/?page=2#access_token=SECRET", "https://h/?page=2#access_token=****"),
            ("https://h/?page=1;token=SECRET?sig=SECRET", "https://h/?page=1;token=****?sig=****"),
            ("https://h/?0123456789abcdef&short#0123456789abcde", "https://h/?****&short#0123456789abcde"),
            ("https://h/?k={{a}}SECRET{{b}}&{{0123456789abcdef}}", "https://h/?k=****&{{0123456789abcdef}}"),
            ("https://h/?labels=a&template=b.yml&q=c&version=1", "https://h/?labels=a&template=b.yml&q=c&version=1"),
            ("https://h/?tag=v1&branch=b&pr=1&title=t&body=c", "https://h/?tag=v1&branch=b&pr=1&title=t&body=c"),
        ]
    )
    func whatStandsBeforeAHostIsMasked(text: String, masked: String) {
        #expect(UserInfo.masked(text) == masked)
        #expect(UserInfo.masked(masked) == masked)
    }

    @Test func columnsAreKeptWhereSourceIsShown() {
        #expect(UserInfo.masked("a: https://user:pw@h/x", keepsColumns: true) == "a: https://*******@h/x")
    }

    @Test(arguments: [
        ("from: 'u:pw@h/x' https://t@h", "from: '****@h/x' https://*@h"), ("a:b@c d:e@f/g", "***@c ***@f/g"),
        ("h/a:1@sha256:0", "h/a:1@sha256:0"), ("u:p/w@h:1 t@h/x a@h", "*****@h:1 *@h/x a@h"),
        ("git@h:a/b https://h/@v1", "git@h:a/b https://h/@v1"),
        ("v:w@x:y@h/z", "***@***@h/z"), ("@", "@"), ("", ""),
        ("url: 'https://h/?sig=a+b%20&n=1', // x", "url: 'https://h/?sig=******&n=1', // x"),
        ("'https://h/?k=ab{{tag}}c{{x&0123456789abcdef'", "'https://h/?k=**{{tag}}****&****************'"),
        ("'https://h/?k={{{a}}b{{c}}#token=d'", "'https://h/?k=*******{{c}}#token=*'"),
    ])
    func aLineOfSourceKeepsItsColumns(line: String, masked: String) {
        #expect(UserInfo.masked(source: line) == masked)
        #expect(UserInfo.masked(source: masked) == masked)
    }

    @Test(arguments: [
        ("u:pw@h/x", "****@h/x"), ("t@h/x", "****@h/x"), ("u:pw@", "****@"), ("u:p w@h", "****@h"), ("a@1.0", nil),
        ("h/a:1@sha256:0", nil), ("t@h/a@sha256:0", "****@sha256:0"), ("git@h:a/b", nil), ("a", nil),
        ("https://h/x?token=a", "https://h/x?token=****"),
    ])
    func aNameIsMaskedByTheSameRule(reference: String, masked: String?) {
        #expect(UserInfo.masked(reference: reference) == masked)
    }

    @Test(arguments: ["a:", "a", "a:b@", "://a:", "@/", "://", "://?", "?a=", "&", "://?="])
    func aLineOfManyThousandPiecesTakesNoTime(piece: String) {
        let line = String(repeating: piece, count: 40_000)
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        #expect(UserInfo.masked(source: line).count == line.count)
        // What grows with the square takes many times that.
        #expect(start.duration(to: clock.now) < .seconds(300))
    }

    @Test func aFindingRepeatsNoPassword() {
        let finding = Finding("`https://u:hush@h` is odd", code: "x", hints: ["take `https://u:hush@h` out"])
        #expect(!"\(finding)".contains("hush"))
    }
}
