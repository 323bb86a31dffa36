import RelctlCore
import TestSupport

/// A project whose list of checksums is signed by real keys, made for it, and the variables that its signers want.
struct SignedProject {
    let world: World
    let project: TestRepository
    /// The fingerprint of the key of gpg.
    let fingerprint: String
    var variables: [String: String?]

    /// `FPR` stands for the fingerprint of the key of gpg, in what `signing` says too.
    static let gpg = "{ with: 'gpg', key: 'FPR', passphrase: 'GPG_WORD' }"
    static let ssh = "{ with: 'ssh', key: '~/release-key', passphrase: 'SSH_WORD' }"

    /// Runs `body` with a project, and ends what its keys have started.
    ///
    /// - Parameters:
    ///   - signing: What the configuration says.
    ///   - more: Further lines of the configuration.
    ///   - sshType: The kind of the key of ssh.
    ///   - gpgDates: When the key of gpg is made, and when it expires, as gpg takes them.
    ///   - body: What is done.
    /// - Throws: What `body` throws, and what making keys does.
    static func withProject(
        _ signing: String = "\(gpg), \(ssh)",
        more: String = "",
        sshType: String = "ed25519",
        gpgDates: (made: String, expires: String) = ("20200101T000000", "never"),
        _ body: (SignedProject) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await world.withKeyFolder { keys in
                let variables: [String: String?] = [
                    "GNUPGHOME": keys.string, "GPG_WORD": "correct horse battery", "SSH_WORD": "staple and more",
                ]
                let make = [
                    "gpg", "--batch", "--faked-system-time", gpgDates.made + "!", "--pinentry-mode", "loopback",
                    "--passphrase", "correct horse battery", "--quick-generate-key",
                    "Releases <releases@example.org>", "ed25519", "sign", gpgDates.expires,
                ]
                try await world.output(of: make, environment: variables)
                let list = ["gpg", "--batch", "--with-colons", "--list-keys", "releases@example.org"]
                let listed = try await world.output(of: list, environment: variables)
                let line = listed.split(separator: "\n").first { $0.hasPrefix("fpr:") } ?? ""
                let fingerprint = line.split(separator: ":").dropFirst().first.map(String.init) ?? ""
                let release = world.home.appending("release-key").string
                try await world.output(
                    of: [
                        "ssh-keygen", "-q", "-t", sshType, "-a", "1", "-N", "staple and more", "-C", "releases",
                        "-f", release,
                    ]
                )
                let text = "signing: [\(signing.replacing("FPR", with: fingerprint))], \(more)"
                let project = try await ScriptProject.create(in: world, more: text)
                try await body(
                    SignedProject(world: world, project: project, fingerprint: fingerprint, variables: variables)
                )
            }
        }
    }

    func relctl(_ arguments: String...) async throws -> ProgramResult {
        try await project.relctl(arguments, environment: variables)
    }

    /// Changes the variables.
    func with(_ changes: [String: String?]) -> SignedProject {
        var bench = self
        bench.variables.merge(changes) { $1 }
        return bench
    }

    /// Runs a program with the project's variables.
    @discardableResult
    func output(of arguments: [String], in folder: FilePath? = nil) async throws -> String {
        try await world.output(of: arguments, in: folder, environment: variables)
    }

    var dist: FilePath { project.folder.appending("dist") }
    var published: FilePath { project.folder.appending("out/v1.0.0") }

    /// What is in `dist`, but for what each run changes and one more.
    func made(but name: String? = nil) throws -> TreeSnapshot {
        try TreeSnapshot(of: dist, [.modes]) { ["journal.jsonl", "logs", ".work", name].contains($0) }
    }

    func configure(_ signing: String, more: String = "") async throws {
        let text = "signing: [\(signing.replacing("FPR", with: fingerprint))], \(more)"
        try project.write("relctl.json", ScriptProject.configuration(more: text))
        try await project.commit("chore: sign otherwise")
    }

    /// Makes a key without passphrase for gpg, and returns its fingerprint.
    func makeKey(_ owner: String, at time: String = "20200101T000000") async throws -> String {
        let said = try await output(of: [
            "gpg", "--batch", "--status-fd", "1", "--faked-system-time", time + "!", "--passphrase", "",
            "--quick-generate-key", owner, "ed25519", "sign", "never",
        ])
        let line = said.split(separator: "\n").first { $0.contains(" KEY_CREATED ") } ?? ""
        return line.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Revokes the key of gpg by the certificate that gpg made with it.
    func revoke() async throws {
        let home = FilePath((variables["GNUPGHOME"] ?? nil) ?? "")
        let certificate = home.appending("openpgp-revocs.d/\(fingerprint).rev")
        let text = try LiveFileSystem().text(of: certificate).replacing(":-----BEGIN", with: "-----BEGIN")
        try LiveFileSystem().write(Array(text.utf8), to: certificate)
        try await output(of: ["gpg", "--batch", "--import", certificate.string])
    }

    /// Signs a list by a key of gpg, as somebody else would.
    func sign(_ list: FilePath, by key: String) async throws {
        try await output(of: [
            "gpg", "--batch", "--yes", "--armor", "--pinentry-mode", "loopback", "--passphrase", "", "--local-user",
            key,
            "--detach-sign", list.string,
        ])
    }

    /// Changes a release's record, and has its list say so, as who forges a release would.
    func forge(_ folder: FilePath, _ change: (String) -> String) throws {
        let files = LiveFileSystem()
        let (record, list) = (folder.appending("manifest.json"), folder.appending("SHA256SUMS"))
        let old = try files.contents(of: record)
        let new = Array(change(String(decoding: old, as: UTF8.self)).utf8)
        try files.write(new, to: record)
        let digests = [Digest(of: old), Digest(of: new)].map(\.hexadecimal)
        try files.write(Array(try files.text(of: list).replacing(digests[0], with: digests[1]).utf8), to: list)
    }
}
