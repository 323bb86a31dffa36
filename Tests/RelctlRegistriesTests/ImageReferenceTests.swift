import Testing

@testable import RelctlImages
@testable import RelctlProject
@testable import RelctlRegistries

@Suite struct ImageReferenceTests {
    private static let hex = String(repeating: "0123456789abcdef", count: 4)

    @Test(
        arguments: [
            ("alpine", "docker.io/library/alpine", "latest"),
            ("alpine:3.20", "docker.io/library/alpine:3.20", "3.20"),
            ("acme/app", "docker.io/acme/app", "latest"),
            ("docker.io/alpine", "docker.io/library/alpine", "latest"),
            ("index.docker.io/library/alpine:a", "docker.io/library/alpine:a", "a"),
            ("registry-1.docker.io/acme/app", "docker.io/acme/app", "latest"),
            ("ghcr.io/acme/app:1.0-rc.1", "ghcr.io/acme/app:1.0-rc.1", "1.0-rc.1"),
            ("GHCR.io/acme/app", "ghcr.io/acme/app", "latest"),
            ("localhost/app", "localhost/app", "latest"),
            ("localhost:5000/app:x", "localhost:5000/app:x", "x"),
            ("127.0.0.1:5000/a/b/c", "127.0.0.1:5000/a/b/c", "latest"),
            ("[::1]:5000/app:x", "[::1]:5000/app:x", "x"),
            ("a.b/c__d/e-.f", nil, ""),
            ("a.b/c__d/e---f.g_h", "a.b/c__d/e---f.g_h", "latest"),
            ("ghcr.io/a@sha256:" + hex, "ghcr.io/a@sha256:" + hex, "sha256:" + hex),
            ("ghcr.io/a:1@sha256:" + hex, "ghcr.io/a:1@sha256:" + hex, "sha256:" + hex),
            (
                "ghcr.io/" + String(repeating: "a", count: 247), "ghcr.io/" + String(repeating: "a", count: 247),
                "latest"
            ),
            (
                "a:" + String(repeating: "t", count: 128), "docker.io/library/a:" + String(repeating: "t", count: 128),
                nil
            ),
        ] as [(String, String?, String?)]
    )
    func aReferenceIsReadInFull(text: String, whole: String?, manifest: String?) throws {
        guard let whole else {
            #expect(throws: RelctlError.self) { try ImageReference(text) }
            return
        }
        let reference = try ImageReference(text)
        #expect(reference.text == whole)
        if let manifest { #expect("\(reference.manifest)" == manifest) }
        // What is written in full means the same.
        #expect(try ImageReference(reference.text) == reference)
    }

    @Test(arguments: [
        "", "/", "a//b", "/a", "a/", "A", "ghcr.io/Acme/app", "ghcr.io/a b", "ghcr.io/a..b", "ghcr.io/a___b",
        "ghcr.io/.a",
        "ghcr.io/a.", "ghcr.io/a_-b", "ghcr.io/ä", "a:", "a:.b", "a:-b", "a:b/c:", "a:b c", "a:b:c", "ghcr.io/",
        "ghcr.io:x/a",
        "ghcr.io:0/a", "ghcr.io:65536/a", "-x.y/a", "x..y/a", "user@x.y/a", "https://ghcr.io/a", "oci://ghcr.io/a",
        "[::1/a",
        "[]:1/a", "[x]/a", "a@sha256:", "a@sha256:00", "a@sha512:" + hex, "a@" + hex, "a@sha256:" + hex.uppercased(),
        "a@sha256:" + hex + "@sha256:" + hex, "a:\u{0}", "a\nb",
        "a:" + String(repeating: "t", count: 129), "ghcr.io/" + String(repeating: "a", count: 248),
    ])
    func whatIsNoReferenceIsRefused(text: String) {
        let error = #expect(throws: RelctlError.self) { try ImageReference(text) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.causes.isEmpty == false)
    }

    @Test(arguments: [
        "user:hush@x.y/a", "hush@x.y/a", "user:hu/hush@x.y/a", "https://user:hush@x.y/a", "https:///user:hush@x.y/a",
        "docker://user:hush@x.y/a", "oci://user:hush@x.y/a", "oci:https://user:hush@x.y/a", "user:hush@x.y",
        "oci:user:hush@x.y/a", "oci:user:hu/hush@x.y/a:1", "oci:user:hush@x.y/a@sha256:" + hex,
        "user:hu@hush@x.y/a", "user:hush@sharp.y/a", "user:hush@x.y/a@sha256:" + hex,
    ])
    func aPasswordInAReferenceIsNotRepeated(text: String) throws {
        let error = try #require(throws: RelctlError.self) { try ImagePlace(text) }
        #expect(!"\(error) \(error.causes) \(error.hints)".contains("hush"))
        #expect(error.message.contains("****@") && error.hints.contains { $0.contains("docker login") })
        #expect(TextForm.imageBase.problem(with: text)?.contains("hush") == false)
    }

    @Test func whatIsNoPasswordIsRepeated() {
        let layout = try? ImagePlace("oci:dist/images:app@1.0")
        #expect(layout == .layout("dist/images", name: "app@1.0"))
        for text in ["alpine@latest", "ghcr.io/a@sha256:00", "https://x.y/a"] {
            let error = #expect(throws: RelctlError.self) { try ImageReference(text) }
            #expect(error?.message.contains(text) == true)
        }
    }

    @Test func aLongTextIsRefusedAtOnce() {
        for text in ["a", "a-", "a/", "_", ":", "@", "://"] {
            let long = "x.y/" + String(repeating: text, count: 100_000)
            #expect(throws: RelctlError.self) { try ImageReference(long) }
        }
    }

    @Test(
        arguments: [
            ("docker.io", nil, "https://registry-1.docker.io"), ("ghcr.io", nil, "https://ghcr.io"),
            ("localhost:5000", nil, "http://localhost:5000"), ("127.1.2.3", nil, "http://127.1.2.3"),
            ("[::1]:5000", nil, "http://[::1]:5000"), ("127.0.0.1.example.org", nil, "https://127.0.0.1.example.org"),
            ("localhost.example.org:80", nil, "https://localhost.example.org:80"),
            ("10.0.0.1:5000", nil, "https://10.0.0.1:5000"), ("10.0.0.1:5000", true, "http://10.0.0.1:5000"),
            ("127.0.0.1:5000", false, "https://127.0.0.1:5000"),
        ] as [(String, Bool?, String)]
    )
    func onlyThisMachineIsSpokenToWithoutEncryption(name: String, plainHTTP: Bool?, url: String) {
        #expect(RegistryHost(name, RegistryAccess(plainHTTP: plainHTTP)).url == url)
    }
}
