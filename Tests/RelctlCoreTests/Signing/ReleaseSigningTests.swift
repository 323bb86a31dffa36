import TestSupport
import Testing

@testable import RelctlCore

/// A signer that gives other bytes each time, and waits to be stopped where the configuration says so.
private struct SealSigner: Signer {
    let fileExtension = ".seal"
    let keys = [
        ConfigurationKey("waits", "Whether it never ends.", shape: .flag),
        ConfigurationKey("motto", "What it says besides.", shape: .template),
    ]

    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        if request.options["waits"]?.asFlag == true { try await Task.sleep(for: .seconds(600)) }
        let words = [
            "\(UInt64.random(in: .min ... .max))", request.options["motto"]?.asText ?? "",
            Digest(of: request.content).hexadecimal,
        ]
        return Array(words.joined(separator: " ").utf8)
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        let digest = Digest(of: request.content).hexadecimal
        return String(decoding: signature, as: UTF8.self).hasSuffix(digest) ? .proven : .refuted("it is of other bytes")
    }
}

/// A signer that does not tell what it signed.
private struct MuteSigner: Signer {
    var fileExtension = ".mark"
    var keys: [ConfigurationKey] = []
    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] { [1, 2, 3] }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        .unproven("it is mute")
    }
}

/// A signer that finds out only when it signs that it cannot.
private struct BrokenSigner: Signer {
    let fileExtension = ".void"
    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        throw RelctlError("the pen is broken", causes: [RelctlError("there is no ink")])
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        .proven
    }
}

@Suite struct ReleaseSigningTests {
    private static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInSigners()
        try extensions.signers.register(SealSigner(), id: "seal")
        try extensions.signers.register(MuteSigner(), id: "mute")
        try extensions.signers.register(BrokenSigner(), id: "broken")
        return extensions
    }

    private static func configuration(_ text: String) throws -> Configuration {
        try ConfigurationLoader(extensions: extensions())
            .configuration(fromText: "{ name: 'app', \(text) }", file: "relctl.json")
    }

    /// A folder with a release of one file.
    private struct Bench {
        let folder: ReleaseFolder

        init(_ scratch: FilePath) throws {
            folder = ReleaseFolder(scratch.appending("dist"))
            try LiveFileSystem().createFolder(folder.path)
            try record("one")
        }

        func release(isSnapshot: Bool = false, version: String = "1.2.3") throws -> ReleaseIdentity {
            ReleaseIdentity(
                name: "app",
                version: try Version(version),
                tag: "v1.2.3",
                commit: String(repeating: "a", count: 40),
                timestamp: 0,
                isSnapshot: isSnapshot
            )
        }

        func record(_ text: String, homepage: String? = nil) throws {
            let bytes = Array(text.utf8)
            try LiveFileSystem().write(bytes, to: folder.file("app.tar.gz"))
            let artifact = try Artifact(
                name: "app.tar.gz",
                kind: .archive,
                size: UInt64(bytes.count),
                sha256: Digest(of: bytes)
            )
            var release = try release()
            release.homepage = homepage
            let manifest = Manifest(release: release, checksums: "SHA256SUMS", artifacts: [artifact])
            try LiveFileSystem().write(JSONText.pretty(manifest), to: folder.manifest)
        }

        func signing(_ text: String, of release: ReleaseIdentity? = nil) throws -> ReleaseSigning {
            try ReleaseSigning(
                try configuration(text),
                release: release ?? self.release(),
                project: folder.path.parent,
                extensions: extensions()
            )
        }

        func checksums(_ text: String) throws -> ReleaseChecksums {
            ReleaseChecksums(
                ChecksumSettings(sidecars: false, combined: "SHA256SUMS"),
                signing: try signing(text),
                in: folder,
                width: 1,
                with: .onDisk()
            )
        }

        func write(_ text: String) async throws -> [String] {
            try await checksums(text).write(for: folder.record(LiveFileSystem()), proves: true)
        }

        func findings(_ text: String) async throws -> [Finding] {
            try await signing(text).findings(in: folder.path, with: .onDisk())
        }

        func bytes(_ name: String) throws -> [UInt8] { try LiveFileSystem().contents(of: folder.file(name)) }
        func names() throws -> [String] { try LiveFileSystem().names(in: folder.path).sorted() }
    }

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        try await withScratchFolder { try await body(Bench($0)) }
    }

    private static let seal = "signing: [{ with: 'seal', motto: 'of {{tag}}' }]"

    @Test func aSignatureThatStillProvesTheListIsKept() async throws {
        try await withBench { bench in
            #expect(try await bench.write(Self.seal) == ["SHA256SUMS", "SHA256SUMS.seal"])
            let first = try bench.bytes("SHA256SUMS.seal")
            #expect(String(decoding: first, as: UTF8.self).contains(" of v1.2.3 "))
            _ = try await bench.write(Self.seal)
            #expect(try bench.bytes("SHA256SUMS.seal") == first)
            #expect(try await bench.findings(Self.seal).isEmpty)
            // Also where it was taken away meanwhile.
            let checksums = try bench.checksums(Self.seal)
            let old = try #require(try checksums.withdraw())
            #expect(try bench.names() == ["app.tar.gz", "manifest.json"])
            _ = try await checksums.write(
                for: bench.folder.record(LiveFileSystem()),
                proves: true,
                reusing: [old]
            )
            #expect(try bench.bytes("SHA256SUMS.seal") == first)
            try bench.record("one", homepage: "https://example.org")
            _ = try await bench.write(Self.seal)
            #expect(try bench.bytes("SHA256SUMS.seal") != first)
            #expect(try await bench.findings(Self.seal).isEmpty)
        }
    }

    @Test func aListOfOtherBytesHasNoSignatureOfTheOldOne() async throws {
        try await withBench { bench in
            _ = try await bench.write(Self.seal)
            try LiveFileSystem().write([1], to: bench.folder.file("SHA256SUMS.asc"))
            _ = try await bench.write("signing: []")
            #expect(try bench.names().contains("SHA256SUMS.seal"), "of the same list it is still true")
            try bench.record("other")
            _ = try await bench.write("signing: []")
            #expect(try bench.names() == ["SHA256SUMS", "app.tar.gz", "manifest.json"])
        }
    }

    @Test func whatIsCancelledLeavesTheOldListAndItsSignature() async throws {
        try await withBench { bench in
            _ = try await bench.write(Self.seal)
            let before = try TreeSnapshot(of: bench.folder.path, [.modes])
            try bench.record("one", homepage: "https://example.org")
            let task = Task { try await bench.write("signing: [{ with: 'mute' }, { with: 'seal', waits: true }]") }
            try await Task.sleep(for: .milliseconds(300))
            task.cancel()
            let outcome = await task.result
            #expect(throws: CancellationError.self) { try outcome.get() }
            try bench.record("one")
            #expect(try TreeSnapshot(of: bench.folder.path, [.modes]).differences(from: before).isEmpty)
        }
    }

    @Test func signaturesThatAreMissingOrOfSomethingElseAreFound() async throws {
        try await withBench { bench in
            let both = "signing: [{ with: 'seal' }, { with: 'mute' }]"
            _ = try await bench.write(Self.seal)
            try LiveFileSystem().write([1, 2, 3], to: bench.folder.file("SHA256SUMS.mark"))
            let unproven = try await bench.findings(both)
            #expect(unproven.map(\.code) == ["signature.unproven"] && unproven.first?.severity == .error)
            var list = try bench.bytes("SHA256SUMS")
            list[0] ^= 1
            try LiveFileSystem().write(list, to: bench.folder.file("SHA256SUMS"))
            #expect(try await bench.findings(Self.seal).map(\.code) == ["signature.refuted"])
            try LiveFileSystem().removeFile(bench.folder.file("SHA256SUMS.seal"))
            #expect(try await bench.findings(Self.seal).map(\.code) == ["signature.missing"])
            try LiveFileSystem().removeFile(bench.folder.file("SHA256SUMS"))
            #expect(try await bench.findings(Self.seal).map(\.code) == ["signature.missing"])
        }
    }

    @Test func whatIsNotWhatWasSignedIsNotSignedAgain() async throws {
        try await withBench { bench in
            _ = try await bench.write(Self.seal)
            var list = try bench.bytes("SHA256SUMS")
            list[0] ^= 1
            try LiveFileSystem().write(list, to: bench.folder.file("SHA256SUMS"))
            let before = try TreeSnapshot(of: bench.folder.path, [.modes])
            let checksums = try bench.checksums(Self.seal)
            let steps: [() async throws -> Void] = [
                { _ = try await bench.write(Self.seal) }, { try await checksums.requireRenewable() },
            ]
            for step in steps {
                let error = await #expect(throws: RelctlError.self) { try await step() }
                #expect(error?.message.contains("`SHA256SUMS.seal` does not prove `SHA256SUMS`") == true, "\(error)")
            }
            #expect(try TreeSnapshot(of: bench.folder.path, [.modes]).differences(from: before).isEmpty)
            // Where nothing of it is believed, what is made next has nothing to do with it.
            try await checksums.requireRenewable(believing: false)
        }
    }

    /// The list and its signature are true, and what they were made of is not what is there.
    @Test func anArchiveThatIsNotWhatWasSignedIsNotSigned() async throws {
        try await withBench { bench in
            _ = try await bench.write(Self.seal)
            try bench.record("other")
            let checksums = try bench.checksums(Self.seal)
            let steps: [() async throws -> Void] = [
                { _ = try await bench.write(Self.seal) }, { try await checksums.requireRenewable() },
                { try await checksums.renew() },
            ]
            for step in steps {
                let error = await #expect(throws: RelctlError.self) { try await step() }
                #expect(error?.message.contains("`app.tar.gz` is not what the list beside it says") == true, "\(error)")
            }
            try bench.record("one")
            #expect(try await bench.findings(Self.seal).isEmpty)
        }
    }

    /// relctl itself leaves no list without its signatures: somebody took them away.
    @Test func aListThatLacksItsSignatureGetsNone() async throws {
        try await withBench { bench in
            _ = try await bench.write("signing: []")
            let before = try TreeSnapshot(of: bench.folder.path, [.modes])
            let checksums = try bench.checksums(Self.seal)
            let steps: [() async throws -> Void] = [
                { try await checksums.renew() }, { _ = try await bench.write(Self.seal) },
                { try await checksums.requireRenewable() },
            ]
            for step in steps {
                let error = await #expect(throws: RelctlError.self) { try await step() }
                #expect(error?.message.contains("`SHA256SUMS.seal` is missing") == true, "\(error)")
                #expect(error?.hints == ["`relctl release` makes all of it anew, and signs it"])
            }
            #expect(try TreeSnapshot(of: bench.folder.path, [.modes]).differences(from: before).isEmpty)
        }
    }

    @Test func whatNobodyCanProveIsNeitherSignedAgainNorWritten() async throws {
        try await withBench { bench in
            let before = try bench.names()
            let unproven = await #expect(throws: RelctlError.self) {
                try await bench.write("signing: [{ with: 'mute' }]")
            }
            #expect(unproven?.message.contains("what it signed is not proven") == true)
            #expect(try bench.names() == before)
            _ = try await bench.write("signing: []")
            try LiveFileSystem().write([1, 2, 3], to: bench.folder.file("SHA256SUMS.mark"))
            let refused = await #expect(throws: RelctlError.self) {
                try await bench.write("signing: [{ with: 'mute' }]")
            }
            #expect(refused?.message.contains("`SHA256SUMS.mark` is not proven") == true, "\(refused)")
        }
    }

    @Test func signersAreTriedBeforeAnythingIsChanged() async throws {
        try await withBench { bench in
            let signing = "signing: [{ with: 'broken' }, { with: 'mute' }, { with: 'seal' }]"
            let findings = try await bench.signing(signing).preflight(with: .onDisk())
            #expect(
                findings.map(\.message) == [
                    "cannot sign `SHA256SUMS` by `broken`: the pen is broken: there is no ink",
                    "cannot sign `SHA256SUMS` by `mute`: what it signs is not proven: it is mute",
                ]
            )
            #expect(findings.allSatisfy { $0.severity == .error && $0.place?.line == 1 })
            // Without a list there is nothing to renew.
            try await bench.checksums(signing).requireRenewable()
            _ = try await bench.write(Self.seal)
            let error = await #expect(throws: RelctlError.self) {
                try await bench.checksums(signing).requireRenewable(believing: false)
            }
            #expect(error?.causes.count == 2)
        }
    }

    @Test(arguments: ["", ".", "asc", ".sha256", ".ASC", ".a/b", "./b", ".asc.", ".a b", "..\u{0}"])
    func noSignatureIsCalledAsNoFileShouldBe(ending: String) throws {
        var extensions = Extensions()
        let error = #expect(throws: RelctlError.self) {
            try extensions.signers.register(MuteSigner(fileExtension: ending), id: "mute")
        }
        #expect(error?.message.hasPrefix("cannot register the signer `mute`: ") == true)
        #expect(extensions.signers.ids.isEmpty)
        let with = MuteSigner(keys: [ConfigurationKey("with", "Something.", shape: .text)])
        #expect(throws: RelctlError.self) { try extensions.signers.register(with, id: "mute") }
        try extensions.signers.register(MuteSigner(fileExtension: ".p7s"), id: "mute")
    }

    @Test func trialsAreNotSigned() async throws {
        try await withBench { bench async throws in
            let signed = try bench.signing(Self.seal).names
            #expect(signed == ["SHA256SUMS.seal"])
            let version = "1.2.4-SNAPSHOT.g" + String(repeating: "a", count: 12)
            let trial = try bench.signing(Self.seal, of: bench.release(isSnapshot: true, version: version)).names
            #expect(trial.isEmpty)
            // What calls itself one, and has a release's version, is none.
            for release in [
                try bench.release(isSnapshot: true),
                try bench.release(isSnapshot: true, version: "1.2.4-SNAPSHOT.gabc"),
                try bench.release(isSnapshot: true, version: version + "a"),
                try bench.release(isSnapshot: true, version: "1.2.4+SNAPSHOT.g" + String(repeating: "a", count: 12)),
                try bench.release(version: version),
            ] {
                #expect(try bench.signing(Self.seal, of: release).names == ["SHA256SUMS.seal"])
            }
        }
    }

    @Test(arguments: [
        (
            "signing: [{ with: 'seal' }, { with: 'seal' }]",
            "relctl.json:1:44: `signing[1]`: `seal` twice would make one"
        ),
        ("checksums: { combined: false }, signing: [{ with: 'seal' }]", "`checksums.combined` is off"),
        ("checksums: { combined: 'NOTES' }, signing: [{ with: 'seal' }]", nil),
        ("signing: [{ with: 'gpq', key: 'a' }]", "unknown signer `gpq`"),
        ("signing: [{ with: 'gpg' }]", "`key`"),
        ("signing: [{ with: 'gpg', key: '' }]", "`signing[0].key`: it is empty"),
        ("signing: [{ with: 'ssh', key: '' }]", "`signing[0].key`: it is empty"),
        (
            "signing: [{ with: 'gpg', key: 'A', passphrase: 'correct horse' }]",
            "is not the name of an environment variable"
        ),
        ("signing: [{ with: 'ssh', key: 'A', passphrase: '' }]", "is not the name of an environment variable"),
        ("signing: [{ with: 'ssh', key: 'KEY', pasphrase: 'P' }]", "did you mean `passphrase`?"),
        ("signing: [{ with: 'seal', motto: '{{nothing}}' }]", "nothing"),
    ])
    func whatIsWrongIsToldAtItsPlace(text: String, problem: String?) throws {
        guard let problem else {
            _ = try Self.configuration(text)
            return
        }
        let error = try #require(throws: RelctlError.self) { try Self.configuration(text) }
        let words = ([error] + error.causes.compactMap { $0 as? RelctlError })
            .map { "\($0.place.map { "\($0): " } ?? "")\($0.message) \($0.hints)" }
        #expect(words.contains { $0.contains(problem) }, "\(words)")
    }

    @Test func theirSecretsAreKnown() throws {
        let text = """
            signing: [
              { with: 'gpg', key: 'a@example.org', passphrase: 'GPG_WORD' }, { with: 'ssh', key: 'SSH_KEY' },
              { with: 'seal' }
            ]
            """
        let configuration = try Self.configuration(text)
        #expect(configuration.signingSecretNames(try Self.extensions()) == ["GPG_WORD", "SSH_KEY"])
        let secrets = ConfiguredSecrets(of: configuration, try Self.extensions(), environment: ["SSH_KEY": "private"])
        #expect(secrets.values.map(\.revealed) == ["private"])
        #expect(!SSHKey.isVariable("~/.ssh/KEY") && !SSHKey.isVariable("key") && !SSHKey.isVariable("2KEY"))
    }
}
