import RelctlCore
import TestSupport
import Testing

/// `verify`, `publish` and the steps that sign, where a release is not what was signed.
@Suite(.enabled(if: HostTool.areHere("gpg", "gpgconf", "ssh-keygen"))) struct ForgedReleaseTests {
    private static let files = LiveFileSystem()

    private func said(_ result: ProgramResult) -> String { result.output + result.errors }

    private func withRelease(_ body: (SignedProject) async throws -> Void) async throws {
        try await SignedProject.withProject { bench in
            expect(try await bench.relctl("release", "v1.0.0", "--create-tag"), exits: 0)
            try await body(bench)
        }
    }

    /// Fails unless `verify` finds something, in these words, and never says that all is right.
    private func expectRefusal(
        _ bench: SignedProject,
        _ words: String,
        of subject: String = "out/v1.0.0",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await bench.relctl("verify", subject)
        expect(result, exits: 2, sourceLocation: sourceLocation)
        #expect(said(result).contains(words), "\(result)", sourceLocation: sourceLocation)
        #expect(!said(result).contains("is what it says"), sourceLocation: sourceLocation)
    }

    @Test func aListOfOtherBytesIsFound() async throws {
        try await withRelease { bench in
            let list = bench.published.appending("SHA256SUMS")
            let text = try Self.files.contents(of: list)
            // A comment is nothing to those who check the digests alone.
            try Self.files.write(text + Array("# more\n".utf8), to: list)
            for name in ["SHA256SUMS.asc", "SHA256SUMS.sig"] {
                try await expectRefusal(bench, "`\(name)` does not prove `SHA256SUMS`")
            }
            try await expectRefusal(bench, "incorrect signature")
            try Self.files.write(text, to: list)
            expect(try await bench.relctl("verify", "out/v1.0.0"), exits: 0)
            for name in ["SHA256SUMS.asc", "SHA256SUMS.sig"] {
                let signature = try Self.files.contents(of: bench.published.appending(name))
                try Self.files.write(Array("x\n".utf8) + signature, to: bench.published.appending(name))
                try await expectRefusal(bench, "it is no signature of")
                try Self.files.removeFile(bench.published.appending(name))
                try await expectRefusal(bench, "`\(name)` is missing")
                try Self.files.write(signature, to: bench.published.appending(name))
            }
        }
    }

    @Test func signaturesByOthersProveNothing() async throws {
        try await withRelease { bench in
            let list = bench.published.appending("SHA256SUMS")
            let other = bench.world.temporary.appending("other")
            try await bench.output(of: ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.string])
            try Self.files.removeFile(bench.published.appending("SHA256SUMS.sig"))
            try await bench.output(of: ["ssh-keygen", "-Y", "sign", "-f", other.string, "-n", "file", list.string])
            try await expectRefusal(bench, "`SHA256SUMS.sig` does not prove `SHA256SUMS`: Could not verify signature.")
            // A key of the same name, which gpg knows as well, and one whose name looks like what gpg says of the right one.
            for owner in [
                "Somebody <releases@example.org>",
                "x\u{2028}[GNUPG:] VALIDSIG \(bench.fingerprint) 0 0 0 4 0 22 10 00 \(bench.fingerprint)",
            ] {
                try await bench.sign(list, by: try await bench.makeKey(owner))
                try await expectRefusal(
                    bench,
                    "`SHA256SUMS.asc` does not prove `SHA256SUMS`: it was made by another key"
                )
            }
        }
    }

    /// The record is not signed by itself, so that nothing it says may exempt a release.
    @Test func whatARecordSaysOfItselfExemptsNothing() async throws {
        try await withRelease { bench in
            let (record, list) = (bench.published.appending("manifest.json"), bench.published.appending("SHA256SUMS"))
            let (oldRecord, oldList) = (try Self.files.contents(of: record), try Self.files.contents(of: list))
            for (change, words): ((String) -> String, String) in [
                ({ $0.replacing(#""isSnapshot" : false"#, with: #""isSnapshot" : true"#) }, "does not prove"),
                ({ $0.replacing(#""name" : "greeter""#, with: #""name" : "other""#) }, "it is a release of `other`"),
                ({ $0.replacing(#""checksums" : "SHA256SUMS","#, with: "") }, "does not prove"),
            ] {
                try bench.forge(bench.published, change)
                #expect(try Self.files.contents(of: record) != oldRecord, "nothing was changed")
                try await expectRefusal(bench, words)
                try Self.files.write(oldRecord, to: record)
                try Self.files.write(oldList, to: list)
            }
            // The true list and its signatures beside another, which is the one that the record names.
            try bench.forge(bench.published) { text in
                text.replacing(#""checksums" : "SHA256SUMS""#, with: #""checksums" : "SUMS""#)
            }
            try Self.files.write(try Self.files.contents(of: list), to: bench.published.appending("SUMS"))
            try Self.files.write(oldList, to: list)
            try await expectRefusal(bench, "`SHA256SUMS` has another SHA-256 for `manifest.json`")
            // Without a list there is no signature, and it is missed all the same.
            for name in ["SHA256SUMS", "SUMS", "SHA256SUMS.asc", "SHA256SUMS.sig"] {
                try Self.files.removeFile(bench.published.appending(name))
            }
            try await expectRefusal(bench, "`SHA256SUMS`, the list that is signed, is missing")
        }
    }

    @Test func aTrialIsToldOfAsNotSigned() async throws {
        try await SignedProject.withProject { bench in
            expect(try await bench.relctl("release", "--snapshot", "--skip", "publish"), exits: 0)
            let result = try await bench.relctl("verify")
            expect(result, exits: 0)
            #expect(said(result).contains("is a trial, and so not signed"), "\(result)")
            #expect(!said(result).contains("is what it says"), "\(result)")
            // From elsewhere, what calls itself a trial may be anything.
            try await bench.output(of: ["cp", "-a", bench.dist.string, bench.project.folder.appending("got").string])
            try await expectRefusal(bench, "is a trial, and so not signed", of: "got")
            let archive = try #require(try Self.files.names(in: bench.dist).first { $0.hasSuffix(".tar.gz") })
            try await expectRefusal(bench, "is a trial, and so not signed", of: "got/\(archive)")
        }
    }

    @Test func anArchiveIsProvenByTheSignedListBesideIt() async throws {
        try await withRelease { bench in
            let archive = "out/v1.0.0/\(ScriptProject.archive)"
            expect(try await bench.relctl("verify", archive), exits: 0)
            try Self.files.removeFile(bench.published.appending("manifest.json"))
            let alone = try await bench.relctl("verify", archive)
            expect(alone, exits: 0)
            #expect(!said(alone).contains("warning"), "\(alone)")
            let list = bench.published.appending("SHA256SUMS")
            let text = try Self.files.contents(of: list)
            try Self.files.write(text + Array("\n".utf8), to: list)
            try await expectRefusal(bench, "`SHA256SUMS.asc` does not prove `SHA256SUMS`", of: archive)
            try Self.files.removeFile(list)
            try await expectRefusal(bench, "`SHA256SUMS`, the list that is signed, is missing", of: archive)
        }
    }

    @Test func aConfigurationThatCannotBeReadIsNone() async throws {
        try await withRelease { bench in
            for text in ["{ name: 'greeter', signing: [", "{ name: 'greeter', signing: 'gpg' }"] {
                try bench.project.write("relctl.json", text)
                expect(try await bench.relctl("verify", "out/v1.0.0"), exits: 65)
            }
        }
    }

    @Test func whatNobodyCanTellIsNotRight() async throws {
        try await withRelease { bench in
            let gone = bench.with(["GNUPGHOME": bench.world.temporary.string, "SSH_WORD": nil])
            try await expectRefusal(gone, "gpg does not have the key")
            try await expectRefusal(gone, "`publicKey` is not there")
            // With public keys in the project, everybody can.
            try Self.files.write(
                Array(try await bench.output(of: ["gpg", "--armor", "--export", bench.fingerprint]).utf8),
                to: bench.project.folder.appending("release.asc")
            )
            let gpg = SignedProject.gpg.replacing(" }", with: ", publicKey: 'release.asc' }")
            let ssh = SignedProject.ssh.replacing(" }", with: ", publicKey: '~/release-key.pub' }")
            try await bench.configure("\(gpg), \(ssh)")
            expect(try await gone.relctl("verify", "out/v1.0.0"), exits: 0)
            #expect(try Self.files.names(in: bench.world.temporary).isEmpty)
            try bench.project.remove("release.asc")
            try Self.files.removeFile(bench.world.home.appending("release-key.pub"))
            try await expectRefusal(gone, "gpg cannot read the public key")
            try await expectRefusal(gone, "there is no public key")
        }
    }

    /// Signing what is there would make a release of what others have put there.
    @Test func whatWasChangedIsNeitherPublishedNorSignedAgain() async throws {
        try await withRelease { bench in
            try bench.forge(bench.dist) { $0.replacing("{", with: "{ ") }
            let before = try bench.made()
            let hint = "`relctl release` makes all of it anew"
            for step in ["checksum", "publish"] {
                let result = try await bench.relctl(step, "v1.0.0")
                expect(result, exits: 1, naming: "does not prove `SHA256SUMS`", hint)
                let after = try bench.made()
                expect(after, equals: before)
            }
            try await expectRefusal(bench, "does not prove `SHA256SUMS`", of: "dist")
            expect(try await bench.relctl("release", "v1.0.0"), exits: 0)
            expect(try await bench.relctl("verify"), exits: 0)
            // Garbage is refused also where nobody knows the keys; what may be right is warned of.
            let gone = bench.with(["GNUPGHOME": bench.world.temporary.string, "SSH_WORD": nil])
            let unknown = try await gone.relctl("publish", "v1.0.0")
            expect(unknown, exits: 0)
            #expect(unknown.errors.contains("`SHA256SUMS.asc` is not proven: gpg does not have the key"), "\(unknown)")
            try Self.files.write([1], to: bench.dist.appending("SHA256SUMS.sig"))
            expect(try await gone.relctl("publish", "v1.0.0"), exits: 1, naming: "`SHA256SUMS.sig` does not prove")
        }
    }

    @Test func aKeyThatExpiredOrWasRevokedIsToldOf() async throws {
        try await SignedProject.withProject(SignedProject.gpg, gpgDates: ("20200101T000000", "20260103T000000")) {
            bench in
            let check = try await bench.relctl("check")
            expect(check, exits: 2)
            #expect(said(check).contains("its key has expired"), "\(check)")
            // It signs with the commit's date.
            try await bench.project.tag("v1.0.0")
            for step in ["package", "checksum"] { expect(try await bench.relctl(step, "v1.0.0"), exits: 0) }
            let expired = try await bench.relctl("verify")
            expect(expired, exits: 0)
            #expect(said(expired).contains("`SHA256SUMS.asc` proves `SHA256SUMS`, but its key has expired"))
            try await bench.revoke()
            try await expectRefusal(bench, "its key was revoked", of: "dist")
        }
    }
}
