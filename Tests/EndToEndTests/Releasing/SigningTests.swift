import Foundation
import RelctlCore
import TestSupport
import Testing

/// Releases whose list of checksums is signed by the real programs, and what these say of them.
@Suite(.enabled(if: HostTool.areHere("gpg", "gpgconf", "ssh-keygen"))) struct SigningTests {
    /// Fails unless both programs themselves take the signatures in a folder for those of its list.
    private func expectSigned(_ folder: FilePath, _ bench: SignedProject) async throws {
        try await bench.world.output(
            of: ["gpg", "--batch", "--verify", "SHA256SUMS.asc", "SHA256SUMS"],
            in: folder,
            environment: bench.variables
        )
        let key = try LiveFileSystem().text(of: bench.world.home.appending("release-key.pub"))
        let signers = bench.world.temporary.appending("signers")
        try LiveFileSystem().write(Array("releases \(key)".utf8), to: signers)
        let verify = "ssh-keygen -Y verify -f \(signers.string) -I releases -n file -s SHA256SUMS.sig < SHA256SUMS"
        try await bench.world.output(of: ["sh", "-c", verify], in: folder)
    }

    @Test func aReleaseIsSignedPublishedAndProven() async throws {
        try await SignedProject.withProject { bench in
            let dry = try await bench.relctl("release", "v1.0.0", "--create-tag", "--dry-run")
            expect(dry, exits: 0)
            #expect(dry.output.contains("SHA256SUMS.asc  by gpg") && dry.output.contains("SHA256SUMS.sig  by ssh"))
            let released = try await bench.relctl("release", "v1.0.0", "--create-tag")
            expect(released, exits: 0)
            #expect(released.output.contains("SHA256SUMS.asc"), "\(released)")
            for folder in [bench.dist, bench.published] { try await expectSigned(folder, bench) }
            expect(try await bench.relctl("verify", "dist", "out/v1.0.0"), exits: 0)
            // A second run changes nothing.
            let before = try TreeSnapshot(of: bench.published)
            let again = try await bench.relctl("release", "v1.0.0")
            expect(again, exits: 0, naming: "as planned")
            expect(try await bench.relctl("checksum", "v1.0.0"), exits: 0)
            expect(try await bench.relctl("package", "v1.0.0"), exits: 0)
            expect(try await bench.relctl("publish", "--check"), exits: 0)
            expect(try TreeSnapshot(of: bench.published), equals: before)
            #expect(try LiveFileSystem().names(in: bench.dist).contains("SHA256SUMS.sig"))
            // Without the project nobody knows whose key counts.
            let elsewhere = try await bench.world.run(
                [RelctlExecutable.path().string, "verify", bench.published.string],
                in: bench.world.temporary,
                environment: bench.variables
            )
            expect(elsewhere, exits: 0)
            #expect((elsewhere.output + elsewhere.errors).contains("`SHA256SUMS.asc` is not proven"), "\(elsewhere)")
        }
    }

    @Test func whatNotesTellUsersToTypeProvesTheList() async throws {
        try await SignedProject.withProject { bench in
            let key = try LiveFileSystem().text(of: bench.world.home.appending("release-key.pub"))
            let ssh = "{ with: 'ssh', key: '~/release-key', passphrase: 'SSH_WORD', publicKey: '\(key.dropLast())' }"
            try await bench.configure("\(SignedProject.gpg), \(ssh)")
            expect(try await bench.relctl("release", "v1.0.0", "--create-tag"), exits: 0)
            let text = try bench.project.text("dist/NOTES.md")
            #expect(text.contains("`SHA256SUMS.asc`, `SHA256SUMS.sig`: the signatures of that list."), "\(text)")
            let check = try #require(text.split(separator: "```sh\n").first { $0.contains("gpg --status-fd") })
            let commands = try #require(check.split(separator: "\n```").first)
            try LiveFileSystem().write([1], to: bench.published.appending("allowed_signers"))
            func typed() async throws -> ProgramResult {
                let shell = ["sh", "-c", String(commands)]
                return try await bench.world.run(shell, in: bench.published, environment: bench.variables)
            }
            let good = try await typed()
            expect(good, exits: 0)
            #expect(good.output.contains("\(ScriptProject.archive): OK"), "\(commands)\n\(good)")
            // Nothing of the user's is written over, and none of the commands goes on after one that failed.
            #expect(try LiveFileSystem().contents(of: bench.published.appending("allowed_signers")) == [1])
            let list = bench.published.appending("SHA256SUMS")
            let bytes = try LiveFileSystem().contents(of: list)
            for name in ["SHA256SUMS.asc", "SHA256SUMS.sig"] {
                let signature = try LiveFileSystem().contents(of: bench.published.appending(name))
                try LiveFileSystem().write(bytes + Array("# more\n".utf8), to: list)
                if name == "SHA256SUMS.asc" {
                    try await bench.sign(list, by: try await bench.makeKey("VALIDSIG \(bench.fingerprint)"))
                }
                let bad = try await typed()
                #expect(bad.exitCode != 0 && !bad.output.contains(": OK"), "\(bad)")
                try LiveFileSystem().write(bytes, to: list)
                try LiveFileSystem().write(signature, to: bench.published.appending(name))
                expect(try await typed(), exits: 0)
            }
            try await bench.revoke()
            let revoked = try await typed()
            #expect(revoked.exitCode != 0 && !revoked.output.contains(": OK"), "\(revoked)")
        }
    }

    /// gpg's status of a signature by such a key says that it expired, and nothing else.
    @Test(arguments: ["", "trust-model always\n"])
    func whatNotesTellUsersToTypeRefusesAKeyThatExpiredAndWasRevoked(_ options: String) async throws {
        let dates = (made: "20200101T000000", expires: "20260103T000000")
        try await SignedProject.withProject(SignedProject.gpg, gpgDates: dates) { bench in
            try await bench.project.tag("v1.0.0")
            for step in ["package", "checksum", "notes"] { expect(try await bench.relctl(step, "v1.0.0"), exits: 0) }
            let home = FilePath(try #require(bench.variables["GNUPGHOME"] ?? nil))
            try LiveFileSystem().write(options.utf8, to: home.appending("gpg.conf"))
            let text = try bench.project.text("dist/NOTES.md")
            let line = try #require(text.split(separator: "\n").first { $0.contains("gpg --status-fd") })
            let command = line.hasSuffix(" &&") ? line.dropLast(3) : line
            func typed() async throws -> ProgramResult {
                try await bench.world.run(["sh", "-c", String(command)], in: bench.dist, environment: bench.variables)
            }
            expect(try await typed(), exits: 0)
            try await bench.revoke()
            expect(try await typed(), exits: 1)
        }
    }

    @Test func aRevocationThatTheKeyringAloneKnowsCountsBesideAPublicKey() async throws {
        let gpg = "{ with: 'gpg', key: 'FPR', passphrase: 'GPG_WORD', publicKey: 'release.asc' }"
        try await SignedProject.withProject(gpg) { bench in
            let key = try await bench.output(of: ["gpg", "--armor", "--export", bench.fingerprint])
            try bench.project.write("release.asc", key)
            try await bench.project.commit("chore: the public key")
            try await bench.project.tag("v1.0.0")
            for step in ["package", "checksum"] { expect(try await bench.relctl(step, "v1.0.0"), exits: 0) }
            expect(try await bench.relctl("verify"), exits: 0)
            try await bench.revoke()
            let result = try await bench.relctl("verify")
            #expect(result.exitCode == 2 && said(result).contains("its key was revoked"), "\(result)")
            // Without a keyring, the file alone counts.
            let elsewhere = bench.with(["GNUPGHOME": bench.world.temporary.string])
            expect(try await elsewhere.relctl("verify"), exits: 0)
        }
    }

    @Test func theCauseAndTheRemedyAreNamedIfAKeyCannotBeUsed() async throws {
        let ssh = "{ with: 'ssh', key: 'RELEASE_KEY', passphrase: 'SSH_WORD', publicKey: '~/release-key.pub' }"
        try await SignedProject.withProject("\(SignedProject.gpg), \(ssh)") { bench in
            let key = try LiveFileSystem().text(of: bench.world.home.appending("release-key"))
            let bench = bench.with(["RELEASE_KEY": key])
            // The agent would remember the right one.
            try await bench.output(of: ["gpgconf", "--kill", "all"])
            let wrong = said(try await bench.with(["GPG_WORD": "wrong", "SSH_WORD": "wrong"]).relctl("check"))
            let remedy = "set `GPG_WORD` to the passphrase of the key `\(bench.fingerprint)`"
            #expect(wrong.contains(remedy), "\(wrong)")
            #expect(wrong.contains("set `SSH_WORD` to the passphrase of the key"), "\(wrong)")
            #expect(!wrong.contains("GNUPG:"), "\(wrong)")
            let long = bench.world.folder.appending(String(repeating: "long", count: 25))
            try LiveFileSystem().createFolder(long)
            try LiveFileSystem().setPermissions(0o700, of: long)
            let shell = "cp -R \"$GNUPGHOME/.\" '\(long.string)' && rm -f '\(long.string)'/S.*"
            try await bench.output(of: ["sh", "-c", shell])
            let result = said(try await bench.with(["TMPDIR": long.string]).relctl("check"))
            #expect(result.contains("set TMPDIR to a shorter path"), "\(result)")
            let runs = FilePath("/run/user/\(getuid())")
            if try LiveFileSystem().status(of: runs) == nil {
                // gpg puts its sockets there if it can.
                let result = said(try await bench.with(["GNUPGHOME": long.string]).relctl("check"))
                #expect(result.contains("set GNUPGHOME to a shorter path"), "\(result)")
            }
        }
    }

    private func said(_ result: ProgramResult) -> String { result.output + result.errors }

    @Test func notesForWindowsBelieveTheListAlone() async throws {
        try await World.scratch { world in
            let key = String(repeating: "AB", count: 20)
            let project = try await ScriptProject.create(in: world, more: "signing: [{ with: 'gpg', key: '\(key)' }],")
            try project.write(
                "relctl.json",
                try project.text("relctl.json").replacing("x86_64-unknown-linux-gnu", with: "x86_64-pc-windows-msvc")
            )
            try await project.commit("chore: for Windows")
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["package", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["notes", "v1.0.0"]), exits: 0)
            let text = try project.text("dist/NOTES.md")
            #expect(text.contains("gpg --status-fd 1 --trust-model pgp --verify"), "\(text)")
            let valid = "if (-not ($status -match '^.GNUPG:. VALIDSIG .*\(key)$')"
            let revoked = "($status -match '^.GNUPG:. (REVKEYSIG|KEYREVOKED)')"
            #expect(text.contains("\(valid) -or \(revoked)) { throw "), "\(text)")
            #expect(text.contains("$expected = (Get-Content -LiteralPath 'SHA256SUMS' | Where-Object {"), "\(text)")
            #expect(!text.contains(".sha256')).Substring"), "\(text)")
        }
    }

    @Test func whatIsJoinedIsSignedAnew() async throws {
        try await SignedProject.withProject { bench in
            expect(try await bench.relctl("release", "v1.0.0", "--create-tag"), exits: 0)
            let home = try await bench.project.clone(to: "joined")
            let merged = try await home.relctl(["merge", "../greeter/dist"], environment: bench.variables)
            expect(merged, exits: 0)
            try await expectSigned(home.folder.appending("dist"), bench)
            expect(try await home.relctl(["verify"], environment: bench.variables), exits: 0)
            // Merged without its list, it keeps no signature of the old one.
            for name in ["SHA256SUMS", "SHA256SUMS.asc", "SHA256SUMS.sig"] {
                try LiveFileSystem().removeFile(bench.dist.appending(name))
            }
            try home.remove("dist/manifest.json")
            expect(try await home.relctl(["merge", "../greeter/dist"], environment: bench.variables), exits: 0)
            #expect(try !home.holds("dist/SHA256SUMS"))
            #expect(try !home.holds("dist/SHA256SUMS.sig"))
        }
    }

    @Test func signaturesThatDifferEachTimeAreKept() async throws {
        let ssh = "{ with: 'ssh', key: 'RELEASE_KEY', passphrase: 'SSH_WORD', publicKey: '~/release-key.pub' }"
        try await SignedProject.withProject(ssh, sshType: "ecdsa") { bench in
            let key = try LiveFileSystem().text(of: bench.world.home.appending("release-key"))
            // As what keeps secrets hands it over.
            let bench = bench.with(["RELEASE_KEY": String(key.dropLast()).replacing("\n", with: "\r\n") + "\r"])
            let released = try await bench.relctl("release", "v1.0.0", "--create-tag")
            expect(released, exits: 0)
            let before = try bench.made()
            for step in ["checksum", "package", "release"] {
                expect(try await bench.relctl(step, "v1.0.0"), exits: 0)
                let after = try bench.made()
                expect(after, equals: before)
            }
            #expect(try LiveFileSystem().names(in: bench.world.temporary).isEmpty, "keys are left nowhere")
        }
    }

    @Test func whatComesFromTheEnvironmentIsInNoFile() async throws {
        let ssh = "{ with: 'ssh', key: 'RELEASE_KEY', passphrase: 'SSH_WORD', publicKey: '~/release-key.pub' }"
        try await SignedProject.withProject(ssh) { bench in
            let key = try LiveFileSystem().text(of: bench.world.home.appending("release-key"))
            let programs = bench.world.folder.appending("programs")
            try LiveFileSystem().createFolder(programs)
            let real = try await bench.output(of: ["sh", "-c", "command -v ssh-keygen"])
            let spy = """
                #!/bin/sh
                { echo looked; grep -rlE 'PRIVATE KEY|staple and more' "$TMPDIR" \(bench.project.folder.string); } \\
                  >> \(bench.world.folder.appending("seen").string)
                exec \(real.dropLast()) "$@"
                """
            let path = programs.appending("ssh-keygen")
            try LiveFileSystem().write(Array(spy.utf8), to: path, permissions: 0o755)
            let variables = ["RELEASE_KEY": key, "PATH": "\(programs.string):\(bench.world.environment["PATH"] ?? "")"]
            expect(try await bench.with(variables).relctl("release", "v1.0.0", "--create-tag"), exits: 0)
            let seen = try LiveFileSystem().text(of: bench.world.folder.appending("seen"))
            #expect(!seen.isEmpty && seen.split(separator: "\n").allSatisfy { $0 == "looked" }, "\(seen)")
            #expect(try LiveFileSystem().names(in: bench.world.temporary).isEmpty)
        }
    }

    @Test func nobodyIsAskedForThePassphraseOfAKey() async throws {
        try await SignedProject.withProject("{ with: 'ssh', key: '~/release-key' }") { bench in
            let (asker, asked) = (bench.world.folder.appending("asker"), bench.world.folder.appending("asked"))
            let script = "#!/bin/sh\ntouch '\(asked.string)'\n"
            try LiveFileSystem().write(Array(script.utf8), to: asker, permissions: 0o755)
            let variables = ["SSH_ASKPASS": asker.string, "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"]
            let result = try await bench.with(variables).relctl("release", "v1.0.0", "--create-tag")
            expect(result, exits: 2)
            #expect((result.output + result.errors).contains("incorrect passphrase"), "\(result)")
            #expect(try LiveFileSystem().status(of: asked) == nil)
        }
    }

    @Test func whatIsMissingIsToldBeforeAnythingIsBuilt() async throws {
        try await SignedProject.withProject { bench in
            func expectRefusal(_ bench: SignedProject, _ words: String, source: SourceLocation = #_sourceLocation)
                async throws
            {
                for arguments in [["release", "v1.0.0", "--create-tag"], ["check"]] {
                    let result = try await bench.project.relctl(arguments, environment: bench.variables)
                    expect(result, exits: 2, sourceLocation: source)
                    #expect((result.output + result.errors).contains(words), "\(result)", sourceLocation: source)
                    #expect(!(result.output + result.errors).contains("horse"), sourceLocation: source)
                }
                #expect(try !bench.project.holds("dist/manifest.json"), sourceLocation: source)
            }
            try await expectRefusal(
                bench.with(["GPG_WORD": nil]),
                "`GPG_WORD`, which its key's passphrase is in, is not set"
            )
            try await expectRefusal(bench.with(["SSH_WORD": "wrong words"]), "incorrect passphrase")
            try await expectRefusal(bench.with(["SSH_WORD": "wrong words"]), "where programs must be allowed to run")
            try LiveFileSystem().removeFile(bench.world.home.appending("release-key"))
            try await expectRefusal(bench, "there is no key `~/release-key`")
            // Else the agent would remember the right one.
            try await bench.output(of: ["gpgconf", "--kill", "all"])
            try await expectRefusal(bench.with(["GPG_WORD": "wrong words"]), "Bad passphrase")
            let nobody = String(repeating: "0", count: 40)
            // The commit is older.
            let late = try await bench.makeKey("late", at: "20260301T000000")
            let unknownToAgents = "{ with: 'ssh', key: '~/release-key.pub' }"
            for (signing, words) in [
                ("{ with: 'gpg', key: '\(nobody)' }", "cannot sign `SHA256SUMS` by the key `\(nobody)`"),
                // Anybody can make a key of this name.
                ("{ with: 'gpg', key: 'releases@example.org' }", "`key` is not the fingerprint of a key"),
                ("{ with: 'gpg', key: '\(late)' }", "cannot sign `SHA256SUMS` by the key `\(late)`"),
                ("{ with: 'gpg', key: 'FPR', passphrase: 'GPG_WORD', publicKey: 'VERSION' }", "is not proven"),
                (unknownToAgents, "cannot sign `SHA256SUMS` by the key `~/release-key.pub`"),
                ("{ with: 'ssh', key: 'SSH_WORD' }", "with the key in a variable, `publicKey` is wanted too"),
            ] {
                try await bench.configure(signing)
                try await expectRefusal(bench, words)
            }
            // What leaves the list out is told of.
            let skipping = try await bench.relctl("release", "v1.0.0", "--dry-run", "--skip", "checksum")
            #expect((skipping.output + skipping.errors).contains("the release is not signed"), "\(skipping)")
            // Trials are not signed, and so want no key.
            expect(try await bench.relctl("release", "--snapshot", "--skip", "publish"), exits: 0)
            #expect(try bench.project.holds("dist/SHA256SUMS"))
            #expect(try !bench.project.holds("dist/SHA256SUMS.asc"))
        }
    }

    @Test(arguments: [["checksum"], ["package"], ["image", "build"]])
    func aWrongPassphraseLeavesWhatWasThere(step: [String]) async throws {
        let images = """
            images: [{ name: "ghcr.io/acme/greeter", files: [{ files: ["greet"], to: "/usr/bin" }], \
            entrypoint: ["/usr/bin/greet"], volumes: ["/bin"] }],
            """
        try await SignedProject.withProject(SignedProject.gpg, more: images) { bench in
            try await bench.project.tag("v1.0.0")
            for arguments in [["package"], ["checksum"]] {
                expect(try await bench.project.relctl(arguments + ["v1.0.0"], environment: bench.variables), exits: 0)
            }
            for name in ["SHA256SUMS", "SHA256SUMS.asc"] where step == ["checksum"] {
                try LiveFileSystem().removeFile(bench.dist.appending(name))
            }
            let before = try bench.made()
            // Else the agent would remember the right one.
            try await bench.output(of: ["gpgconf", "--kill", "all"])
            let wrong = bench.with(["GPG_WORD": "something else"])
            let result = try await wrong.project.relctl(step + ["v1.0.0"], environment: wrong.variables)
            #expect(result.exitCode == 1 && result.errors.contains("cannot sign `SHA256SUMS` by"), "\(result)")
            #expect(!result.errors.contains("something else"))
            let after = try bench.made()
            expect(after, equals: before)
            expect(try await bench.project.relctl(step + ["v1.0.0"], environment: bench.variables), exits: 0)
            expect(try await bench.relctl("verify"), exits: 0)
        }
    }

    /// gpg.conf may name keys that would sign too.
    @Test func nobodyElseSigns() async throws {
        try await SignedProject.withProject(SignedProject.gpg) { bench in
            let other = try await bench.makeKey("other@example.org")
            let home = try #require(bench.variables["GNUPGHOME"] ?? nil)
            try LiveFileSystem().write(Array("local-user \(other)\n".utf8), to: FilePath(home).appending("gpg.conf"))
            expect(try await bench.relctl("release", "v1.0.0", "--create-tag"), exits: 0)
            let listed = try await bench.output(
                of: ["gpg", "--no-options", "--list-packets", "SHA256SUMS.asc"],
                in: bench.dist
            )
            let packets = listed.split(separator: ":signature packet:", omittingEmptySubsequences: false)
            #expect(packets.count == 2, "\(listed)")
        }
    }
}
