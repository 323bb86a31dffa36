import TestSupport
import Testing

@testable import RelctlImages

/// Trusted certificates in images: what is taken for them, and where it goes.
@Suite struct ImageCertificateTests {
    /// A certificate that signs itself, as openssl wrote it.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBgzCCASmgAwIBAgIUciTayp0MfPAh0bluLYsTQakpaWkwCgYIKoZIzj0EAwIw
        FjEUMBIGA1UEAwwLZXhhbXBsZS5vcmcwIBcNMjYxMTIyMjMwODAyWhgPMjEyNjEw
        MjkyMzA4MDJaMBYxFDASBgNVBAMMC2V4YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEs19CrtZ73RZuPFfnmr3R2bfl7m2/GBSAliU3Pn+UjGwwsRYi
        33zkIl7QUMNktjJms+w3QrHV+AfMWT+lBI/ve6NTMFEwHQYDVR0OBBYEFOadbDXt
        rv4FOau5OXO8rgGrdWy4MB8GA1UdIwQYMBaAFOadbDXtrv4FOau5OXO8rgGrdWy4
        MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgGkBf5hpd4BEygGQx
        ek/FSRDvfgDJy4Fw53ozVX551TMCIQD1PaGO6jiHlB3YNRu+Ri95bPRMleGyU4nS
        Orh1iKf2JQ==
        -----END CERTIFICATE-----

        """

    @Test func certificatesInPEMAreTakenHoweverTheyAreWritten() {
        for text in [Self.certificate, "# of example.org\n" + Self.certificate + Self.certificate] {
            #expect(CertificateFile.problem(with: Array(text.utf8)) == nil)
            #expect(CertificateFile.problem(with: Array(text.replacing("\n", with: "\r\n").utf8)) == nil)
            #expect(CertificateFile.problem(with: Array(text.replacing("\n", with: " \t\n").utf8)) == nil)
        }
    }

    @Test func whatIsNoCertificateInPEMIsRefused() {
        let cut = String(Self.certificate.prefix(200))
        let cases: [(String, String)] = [
            ("", "it is empty"), ("<!DOCTYPE html><html></html>", "there is no `-----BEGIN CERTIFICATE-----` in it"),
            (cut, "its certificate 1 has no end"), (cut + "\n" + Self.certificate, "its certificate 1 has no end"),
            (Self.certificate.replacing("MIIB", with: "!!!!"), "its certificate 1 is damaged"),
            (
                Self.certificate + "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
                "its certificate 2 is damaged"
            ),
            (Self.certificate + "-----BEGIN EC PRIVATE KEY-----\n", "a private key is in it"),
        ]
        for (text, reason) in cases { #expect(CertificateFile.problem(with: Array(text.utf8)) == reason) }
        for text in ["  ", "\t"].map({ Self.certificate.replacing("-----BEGIN", with: $0 + "-----BEGIN") })
            + [Self.certificate.replacing("-----END", with: " -----END")]
        {
            let problem = CertificateFile.problem(with: Array(text.utf8))
            #expect(problem?.contains("indented") == true && problem?.contains("`sed ") == true)
        }
        let marked: [UInt8] = [0xef, 0xbb, 0xbf] + Array(Self.certificate.utf8)
        #expect(CertificateFile.problem(with: marked)?.contains("byte order mark") == true)
        let wide: [UInt8] = [0xff, 0xfe] + Self.certificate.utf8.flatMap { [$0, UInt8(0)] }
        #expect(CertificateFile.problem(with: wide)?.contains("UTF-16") == true)
        let joined = Self.certificate.replacing("BEGIN CERTIFICATE", with: "BEGINCERTIFICATE")
        #expect(CertificateFile.problem(with: Array(joined.utf8))?.contains("there is no `-----BEGIN CERT") == true)
        let binary: [UInt8] = [0x30, 0x82, 0x01, 0x83, 0x30]
        #expect(CertificateFile.problem(with: binary)?.contains("it is in DER") == true)
    }

    @Test(.enabled(if: CrossPrograms.areAvailable), arguments: ["README.md", "config/deep/empty"])
    func anImageIsNotMadeWithAnythingElse(_ path: String) async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: "[{ name: \"a/b\", certificates: \"\(path)\" }]")
            let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
            #expect(error?.description.contains("for `certificates`: ") == true, "\(String(describing: error))")
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test(
        .enabled(if: CrossPrograms.areAvailable),
        arguments: [
            ("ca.pem", "which is a link to `real.pem`, and links are not followed", "name the file itself"),
            ("config", "which is a folder", "name a file"),
        ]
    ) func theyAreAFileItself(_ path: String, _ reason: String, _ hint: String) async throws {
        try await withScratchFolder { folder in
            let images = "[{ name: \"a/b\", certificates: \"\(path)\" }]"
            let project = try await ImageProject(in: folder, images: images) { project in
                try LiveFileSystem().write(Self.certificate.utf8, to: project.appending("real.pem"))
                try LiveFileSystem().createLink(at: project.appending("ca.pem"), to: "real.pem")
            }
            let error = await #expect(throws: RelctlError.self) { _ = try await project.plans() }
            let text = "\(try #require(error))"
            #expect(
                text.contains("`certificates` names `\(path)`, \(reason)") && text.contains("relctl.json"),
                "\(text)"
            )
            #expect((error?.causes.first as? RelctlError)?.hints.first?.hasPrefix(hint) == true, "\(text)")
        }
    }

    @Test(.enabled(if: CrossPrograms.areAvailable)) func theyStandWhereProgramsLookForThem() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "a/b", certificates: "ca.pem", compression: "none" }]"#
            ) { project in
                try LiveFileSystem().write(Self.certificate.utf8, to: project.appending("ca.pem"))
                try LiveFileSystem().setPermissions(0o600, of: project.appending("ca.pem"))
            }
            let image = try #require(try await project.build().first)
            #expect(image.plan.process.environment["SSL_CERT_FILE"] == "/etc/ssl/certs/ca-certificates.crt")
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let manifest = try JSONText.decode(
                ImageManifest.self,
                from: layout.bytes(image.platforms[0].manifest),
                file: FilePath("manifest")
            )
            var seen: [String: (mode: UInt16, sha256: Digest?)] = [:]
            let system = try layout.blob(#require(manifest.layers.first))
            let findings = try ArchiveReader(files: project.files).read(system, format: "tar") { member in
                seen[member.shownName] = (member.mode, member.sha256)
            }
            #expect(findings.isEmpty)
            let file = try #require(seen["etc/ssl/certs/ca-certificates.crt"], "\(seen.keys.sorted())")
            #expect(file.mode & 0o777 == 0o644 && file.sha256 == Digest(of: Array(Self.certificate.utf8)))
            #expect(seen["etc/ssl/certs/"]?.mode == 0o755 || seen["etc/ssl/certs"]?.mode == 0o755)
        }
    }
}
