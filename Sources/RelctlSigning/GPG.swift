/// gpg, as everything that is signed by OpenPGP asks it.
package struct GPG: Sendable {
    private let effects: Effects
    private let folder: FilePath
    private var environment: [String: String]

    /// Runs gpg in this folder.
    package init(_ effects: Effects, in folder: FilePath) {
        self.effects = effects
        self.folder = folder
        environment = ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames)
    }

    /// How long gpg may take to sign; somebody may have to type a passphrase.
    private static let patience = Duration.seconds(300)
    /// How long gpg may take to look something up; nobody is asked for anything.
    private static let timeout = Duration.seconds(60)

    /// Whether there is a gpg.
    package var isHere: Bool { effects.processes.locate("gpg", environment: environment, directory: folder) != nil }

    // MARK: Signing

    /// A key that signs.
    package struct Key: Sendable {
        /// The key, as gpg's `--local-user` takes it: a fingerprint, an id or a mail address.
        package var name: String
        /// The environment variable that holds the key's passphrase; nothing where gpg's agent knows it.
        package var passphrase: String?
        /// The configuration's key that names that variable.
        package var passphraseKey: String

        /// Names a key.
        package init(name: String, passphrase: String? = nil, passphraseKey: String) {
            self.name = name
            self.passphrase = passphrase
            self.passphraseKey = passphraseKey
        }
    }

    /// The form of a signature, by gpg's options.
    package enum Form {
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
    package func signed(
        _ text: [UInt8],
        called name: String,
        by key: Key,
        at timestamp: Int64,
        as form: Form
    ) async throws -> [UInt8] {
        var arguments = [
            // What gpg.conf says might sign by another key too.
            "gpg", "--batch", "--no-tty", "--no-options", "--local-user", key.name, "--digest-algo", "SHA512",
            "--faked-system-time", "\(timestamp)!", "--status-fd", "2",
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
                hints: [hint(for: Failure(in: outcome), of: key)],
                causes: outcome.lastLines.map { RelctlError($0) }
            )
        }
        return outcome.standardOutput
    }

    /// Reasons why gpg cannot sign that need a hint of their own: the codes of libgpg-error's err-codes.h.
    private enum Failure: Int {
        case badPassphrase = 11
        case noAgent = 77

        /// The reason that gpg's statuses give, in the last 16 bits of their number (GnuPG's doc/DETAILS).
        init?(in outcome: ProcessOutcome) {
            let numbers = String(decoding: outcome.standardError, as: UTF8.self).split(whereSeparator: \.isNewline)
                .filter { $0.hasPrefix("[GNUPG:] FAILURE ") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            guard let failure = numbers.lazy.compactMap({ Failure(rawValue: $0 & 0xFFFF) }).first else { return nil }
            self = failure
        }
    }

    private func hint(for failure: Failure?, of key: Key) -> String {
        switch failure {
        case .badPassphrase:
            guard let variable = key.passphrase else {
                return "set `\(key.passphraseKey)` to the name of a variable with the passphrase of the key"
            }
            return "set `\(variable)` to the passphrase of the key `\(key.name)`"
        case .noAgent: return socketHint ?? Self.keyHint
        case nil: return Self.keyHint
        }
    }

    /// How to find the name of a key.
    private static let keyHint = "`gpg --list-secret-keys` lists the keys that can sign"

    /// The action that lets gpg reach its agent; nil if the path of the agent's socket is short enough.
    private var socketHint: String? {
        // The longest of the names that gpg-agent gives its sockets.
        guard let home, case let size = (home + "/S.gpg-agent.browser").utf8.count, size > Self.socketLimit else {
            return nil
        }
        return "set GNUPGHOME to a shorter path: gpg's sockets in `\(home)` have paths of up to \(size) bytes, "
            + "and gpg takes at most \(Self.socketLimit)"
    }

    /// The bytes that the path of a socket may have: of the 108 of `sun_path`, gpg leaves two free.
    private static let socketLimit = 106

    // MARK: Looking

    /// The reason why gpg cannot sign by a key, and what to do; nil if it has the key's secret part.
    ///
    /// - Throws: `CancellationError` alone.
    package func refusal(of key: String) async throws -> (reason: String, hint: String)? {
        guard hasKeys else { return ("gpg has no keys here", Self.keyHint) }
        do {
            let outcome = try await run(Self.listing("--list-secret-keys", key))
            guard !outcome.succeeded else { return nil }
            return (outcome.lastLines.last ?? "gpg does not have it", socketHint ?? Self.keyHint)
        } catch let error as CancellationError {
            throw error
        } catch {
            return ("\(error)", Self.keyHint)
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
            var revoked: Set<String> = []
            if let file {
                // The user's keyring may know of a revocation that the file does not.
                if hasKeys { revoked = Self.revoked(in: try await run(Self.listing("--list-keys", key))) }
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
                revoked: revoked.union(Self.revoked(in: listed))
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
        guard let home else { return false }
        return ["pubring.kbx", "pubring.gpg", "public-keys.d"].contains { name in
            (try? effects.files.resolvedStatus(of: folder.appending(home).appending(name))) != nil
        }
    }

    /// The folder of gpg's keys.
    private var home: String? {
        // gpg takes an empty name for none.
        let named = environment["GNUPGHOME"].flatMap { $0.isEmpty ? nil : $0 }
        return named ?? environment["HOME"].map { $0 + "/.gnupg" }
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
        // gpg's statuses are for programs, and relctl itself asks for the time of the signature.
        return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("[GNUPG:] ") && !$0.contains("faked system time") }.suffix(5)
            .map { HTTPResponse.line(String($0)) }
    }
}
