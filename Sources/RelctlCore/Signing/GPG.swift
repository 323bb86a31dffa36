/// gpg, as everything that is signed by OpenPGP asks it.
struct GPG: Sendable {
    private let effects: Effects
    private let folder: FilePath
    private var environment: [String: String]

    /// Runs gpg in this folder.
    init(_ effects: Effects, in folder: FilePath) {
        self.effects = effects
        self.folder = folder
        environment = ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames)
    }

    /// How long gpg may take to sign; somebody may have to type a passphrase.
    private static let patience = Duration.seconds(300)
    /// How long gpg may take to look something up; nobody is asked for anything.
    private static let timeout = Duration.seconds(60)

    /// Whether there is a gpg.
    var isHere: Bool { effects.processes.locate("gpg", environment: environment, directory: folder) != nil }

    // MARK: Signing

    /// A key that signs.
    struct Key: Sendable {
        /// The key, as gpg's `--local-user` takes it: a fingerprint, an id or a mail address.
        var name: String
        /// The environment variable that holds the key's passphrase; nothing where gpg's agent knows it.
        var passphrase: String?
        /// The configuration's key that names that variable.
        var passphraseKey: String
    }

    /// The form of a signature, by gpg's options.
    enum Form {
        /// The text with its signature below.
        case clear
        /// The signature alone, as text.
        case detached

        fileprivate var options: [String] {
            switch self {
            case .clear: ["--clearsign"]
            case .detached: ["--armor", "--detach-sign"]
            }
        }
    }

    /// Signs a text.
    ///
    /// The signature is dated as all of the release is, so that the same key gives the same bytes again.
    ///
    /// - Throws: ``RelctlError`` that names what is signed if there is no gpg, no such key or no passphrase, or it cannot
    ///   sign.
    func signed(
        _ text: [UInt8],
        called name: String,
        by key: Key,
        at timestamp: Int64,
        as form: Form
    ) async throws -> [UInt8] {
        var arguments = [
            // What gpg.conf says might sign by another key too.
            "gpg", "--batch", "--no-tty", "--no-options", "--local-user", key.name, "--digest-algo", "SHA512",
            "--faked-system-time", "\(timestamp)!",
        ]
        var input: [UInt8] = []
        if let variable = key.passphrase {
            guard let passphrase = effects.environment[variable], !passphrase.isEmpty else {
                let hint = "`\(key.passphraseKey)` names the variable that holds the key's passphrase"
                throw RelctlError("cannot sign `\(name)`: `\(variable)` is not set", hints: [hint])
            }
            // gpg reads one line of its input for the passphrase, and signs the rest.
            arguments += ["--pinentry-mode", "loopback", "--passphrase-fd", "0"]
            input = Array(passphrase.utf8) + [UInt8(ascii: "\n")]
        }
        let outcome = try await run(
            arguments + form.options + ["--output", "-"],
            input: input + text,
            timeout: Self.patience
        )
        guard outcome.succeeded, !outcome.standardOutput.isEmpty else {
            throw RelctlError(
                "cannot sign `\(name)` by the key `\(key.name)`",
                hints: [Self.keyHint],
                // It was told to date the signature so.
                causes: outcome.lastLines.filter { !$0.contains("faked system time") }.map { RelctlError($0) }
            )
        }
        return outcome.standardOutput
    }

    /// How to find the name of a key.
    static let keyHint = "`gpg --list-secret-keys` lists the keys that can sign"

    // MARK: Looking

    /// Why gpg cannot sign by a key, as far as can be told without signing; nothing where it has its secret part.
    ///
    /// - Throws: `CancellationError` alone.
    func reason(against key: String) async throws -> String? {
        guard hasKeys else { return "gpg has no keys here" }
        do {
            let outcome = try await run(Self.listing("--list-secret-keys", key))
            return outcome.succeeded ? nil : outcome.lastLines.last ?? "gpg does not have it"
        } catch let error as CancellationError {
            throw error
        } catch {
            return "\(error)"
        }
    }

    /// What a detached signature says of a content, for whoever believes this key alone.
    ///
    /// - Parameters:
    ///   - signature: The signature, as text.
    ///   - content: What it is of.
    ///   - key: The fingerprint of the primary key.
    ///   - file: Where the public key is; nothing for those that gpg keeps.
    /// - Returns: What it says.
    /// - Throws: ``RelctlError`` if gpg cannot be run; ``FileSystemError``; `CancellationError`.
    func verdict(
        on signature: [UInt8],
        of content: [UInt8],
        by key: String,
        in file: FilePath?
    ) async throws -> SignatureVerdict {
        guard signature.starts(with: Self.armor) else { return .refuted("it is no signature of OpenPGP, as text") }
        guard isHere else { return .unproven("there is no `gpg` on PATH") }
        return try await effects.withTemporaryFolder { scratch in
            var gpg = self
            if let file {
                gpg.environment["GNUPGHOME"] = scratch.string
                let importing = Self.quiet + ["--no-autostart", "--import", "--", file.string]
                guard try await gpg.run(importing).succeeded else {
                    return .unproven("gpg cannot read the public key `\(file)`")
                }
            }
            let listed = gpg.hasKeys ? try await gpg.run(Self.listing("--list-keys", key)) : nil
            guard let listed, listed.succeeded else {
                return .unproven("\(file.map { "`\($0)` does not hold" } ?? "gpg does not have") the key \(key)")
            }
            let path = scratch.appending("signature")
            try effects.files.write(signature, to: path)
            return Self.verdict(
                try await gpg.run(Self.quiet + ["--status-fd", "1", "--verify", path.string, "-"], input: content),
                key,
                revoked: Self.revoked(in: listed)
            )
        }
    }

    private static let armor = Array("-----BEGIN PGP SIGNATURE-----".utf8)

    /// What gpg says of a signature: the statuses of GnuPG's doc/DETAILS.
    private static func verdict(
        _ outcome: ProcessOutcome,
        _ key: String,
        revoked: Set<String>
    ) -> SignatureVerdict {
        // By bytes: what a key's owner calls himself, which stands there too, may hold other ends of lines.
        let statuses = outcome.standardOutput.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
            .filter { $0.first == "[GNUPG:]" && $0.count > 1 }
            .map { $0.dropFirst() }
        let words = Set(statuses.compactMap(\.first))
        if words.contains("EXPSIG") { return .refuted("it has expired") }
        // The last word is the primary key's fingerprint.
        let signers = statuses.filter { $0.first == "VALIDSIG" }.compactMap(\.last)
        if let other = signers.first(where: { $0 != key }) { return .refuted("it was made by another key, \(other)") }
        // The first after the status is that of the key that signed, the primary one or one of its subkeys.
        let keys = statuses.filter { $0.first == "VALIDSIG" }.flatMap { $0.dropFirst().prefix(1) + $0.suffix(1) }
        if words.contains("REVKEYSIG") || !revoked.isDisjoint(with: keys) { return .refuted("its key was revoked") }
        guard outcome.succeeded, signers.count == 1 else {
            return .refuted(outcome.lastLines.last ?? "gpg does not say why")
        }
        if words.contains("EXPKEYSIG") { return .proven(but: "its key has expired") }
        return words.contains("GOODSIG") ? .proven : .refuted("gpg does not call it good")
    }

    /// The fingerprints of keys that were revoked: of one that has expired too, a signature's status does not say so.
    private static func revoked(in listed: ProcessOutcome) -> Set<String> {
        var (isRevoked, revoked) = (false, Set<String>())
        for line in listed.standardOutput.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
            switch fields.first ?? "" {
            case "pub", "sub": isRevoked = fields.count > 1 && fields[1] == "r"
            case "fpr" where isRevoked && fields.count > 9: revoked.insert(String(fields[9]))
            default: break
            }
        }
        return revoked
    }

    /// Nothing is asked, and nothing is written but what gpg cannot do without.
    private static let quiet = ["gpg", "--batch", "--no-tty", "--no-options", "--trust-model", "always"]

    private static func listing(_ option: String, _ key: String) -> [String] {
        quiet + ["--with-colons", option, "--", key]
    }

    /// Whether gpg keeps keys at all: it would make its folder and its ring, and nothing is made where somebody only looks.
    private var hasKeys: Bool {
        // gpg takes an empty one for none.
        let named = environment["GNUPGHOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let home = named ?? environment["HOME"].map({ $0 + "/.gnupg" }) else { return false }
        return ["pubring.kbx", "pubring.gpg", "public-keys.d"].contains { name in
            (try? effects.files.resolvedStatus(of: folder.appending(home).appending(name))) != nil
        }
    }

    private func run(
        _ arguments: [String],
        input: [UInt8] = [],
        timeout: Duration = Self.timeout
    ) async throws -> ProcessOutcome {
        var request = ProcessRequest(
            arguments: arguments,
            directory: folder,
            environment: environment,
            output: .captured(limit: 1 << 20),
            timeout: timeout
        )
        request.input = input
        return try await effects.processes.run(request)
    }
}

extension ProcessOutcome {
    /// The last lines of what the program said, on standard error or else on standard output, for people.
    var lastLines: [String] {
        let said = standardError.isEmpty ? standardOutput : standardError
        return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(5)
            .map { HTTPResponse.line(String($0)) }
    }
}
