import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlSigning

@Suite struct ReleaseSigningTests {
    private func withBench(_ body: (SigningBench) async throws -> Void) async throws {
        try await withScratchFolder { try await body(SigningBench($0)) }
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
            #expect(try bench.names() == [".SHA256SUMS.aside", "app.tar.gz", "manifest.json"])
            _ = try await checksums.write(
                for: bench.folder.record(LiveFileSystem()),
                proves: true,
                reusing: [old]
            )
            #expect(try bench.bytes("SHA256SUMS.seal") == first)
            #expect(try bench.names() == ["SHA256SUMS", "SHA256SUMS.seal", "app.tar.gz", "manifest.json"])
            try bench.record("one", homepage: "https://example.org")
            _ = try await bench.write(Self.seal)
            #expect(try bench.bytes("SHA256SUMS.seal") != first)
            #expect(try await bench.findings(Self.seal).isEmpty)
        }
    }

    /// A run that is killed while it changes what the list names cannot write the list again.
    @Test(arguments: ["signing: []", ReleaseSigningTests.seal])
    func aListThatAKilledRunSetAsideIsWrittenAgain(signing: String) async throws {
        try await withBench { bench in
            _ = try await bench.write(signing)
            let (names, list) = (try bench.names(), try bench.bytes("SHA256SUMS"))
            let checksums = try bench.checksums(signing)
            _ = try checksums.withdraw()
            try await checksums.renew()
            #expect(try bench.names() == names)
            #expect(try bench.bytes("SHA256SUMS") == list)
            _ = try checksums.withdraw()
            // The next run that packs finds that a list is wanted.
            let left = try checksums.withdraw()
            #expect(left != nil && left?.list == nil)
            _ = try await checksums.write(for: bench.folder.record(LiveFileSystem()), proves: true)
            #expect(try bench.names() == names)
            // Where there was none, there is none.
            try LiveFileSystem().removeFile(bench.folder.file("SHA256SUMS"))
            try await checksums.renew()
            let none = try checksums.withdraw()
            #expect(none?.list == nil && none?.signatures == nil)
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
            let task = Task { try await bench.write("signing: [{ with: 'seal', waits: true }]") }
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
            _ = try SigningBench.configuration(text)
            return
        }
        let error = try #require(throws: RelctlError.self) { try SigningBench.configuration(text) }
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
        let configuration = try SigningBench.configuration(text)
        #expect(configuration.signingSecretNames(try SigningBench.extensions()) == ["GPG_WORD", "SSH_KEY"])
        let secrets = ConfiguredSecrets(
            of: configuration,
            try SigningBench.extensions(),
            environment: ["SSH_KEY": "private"]
        )
        #expect(secrets.values.map(\.revealed) == ["private"])
        #expect(!SSHKey.isVariable("~/.ssh/KEY") && !SSHKey.isVariable("key") && !SSHKey.isVariable("2KEY"))
    }
}
