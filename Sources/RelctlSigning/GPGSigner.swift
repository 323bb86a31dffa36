/// Signs by OpenPGP: a detached signature as text, as `gpg --verify` takes it.
struct GPGSigner: Signer {
    let fileExtension = ".asc"

    let keys = [
        ConfigurationKey(
            "key",
            "The fingerprint of the key, as `gpg --fingerprint` shows it: no other can be mistaken for it.",
            shape: .text,
            isRequired: true
        ),
        .passphrase,
        ConfigurationKey(
            "publicKey",
            "The file of the public key, by which signatures are proven; without it, gpg's own keys are.",
            shape: .text
        ),
    ]

    func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        [options["passphrase"]?.asText].compactMap(\.self)
    }

    func preflight(_ request: SigningRequest, with effects: Effects) async throws -> [Finding] {
        let gpg = GPG(effects, in: request.project)
        guard gpg.isHere else {
            let hints = ["install GnuPG, or take `gpg` out of `signing`"]
            return [request.finding("there is no `gpg` on PATH", "program_missing", hints: hints)]
                + request.passphraseFindings(effects)
        }
        let key: String
        do { key = try fingerprint(of: request) } catch {
            return [request.finding(error.message, "key_invalid", hints: error.hints)]
        }
        guard let refusal = try await gpg.refusal(of: key) else { return request.passphraseFindings(effects) }
        return [request.finding("by the key `\(key)`: \(refusal.reason)", "key_missing", hints: [refusal.hint])]
            + request.passphraseFindings(effects)
    }

    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        try await GPG(effects, in: request.project).signed(
            request.content,
            called: request.name,
            by: GPG.Key(
                name: try fingerprint(of: request),
                passphrase: request.options["passphrase"]?.asText,
                passphraseKey: "passphrase"
            ),
            at: request.release.timestamp,
            as: .detached
        )
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        try await GPG(effects, in: request.project).verdict(
            on: signature,
            of: request.content,
            by: try fingerprint(of: request),
            in: request.options["publicKey"]?.asText.map { request.path($0, effects) }
        )
    }

    func checkCommand(_ request: SigningRequest, onWindows: Bool) -> String? {
        // gpg accepts any key that it knows, even a revoked one; the statuses say which key it was. Only the check of
        // trust reports that an expired key was revoked, and a trust model of the user's own may leave it out.
        guard let key = try? fingerprint(of: request) else { return nil }
        let word = onWindows ? ShellWord.powerShell : { ShellWord.posix(file: $0) }
        let files = "\(word(request.signatureName)) \(word(request.name))"
        let command = "gpg --status-fd 1 --trust-model pgp --verify \(files)"
        let (valid, revoked) = ("^.GNUPG:. VALIDSIG .*\(key)$", "^.GNUPG:. (REVKEYSIG|KEYREVOKED)")
        return onWindows
            ? "$status = @(\(command)); if (-not ($status -match '\(valid)') -or ($status -match '\(revoked)')) "
                + "{ throw 'it is not signed by \(key), or that was revoked' }"
            : "\(command) | awk '/\(valid)/ { valid = 1 } /\(revoked)/ { revoked = 1 } END { exit revoked || !valid }'"
    }

    /// The fingerprint of the key as gpg writes it.
    private func fingerprint(of request: SigningRequest) throws(RelctlError) -> String {
        let text = (request.options["key"]?.asText ?? "").uppercased().filter { !$0.isWhitespace }
        let digits = text.hasPrefix("0X") ? String(text.dropFirst(2)) : text
        guard [40, 64].contains(digits.utf8.count),
            digits.utf8.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar($0)).isHexDigit })
        else {
            throw RelctlError(
                "`key` is not the fingerprint of a key, which has 40 hexadecimal digits",
                code: .configurationInvalid,
                place: request.place,
                hints: ["`gpg --fingerprint NAME` shows it: names and short ids may be those of several keys"]
            )
        }
        return digits
    }
}

extension ConfigurationKey {
    /// Where the passphrase of a key is.
    static let passphrase = ConfigurationKey(
        "passphrase",
        "The environment variable that holds the key's passphrase.",
        shape: .environmentName
    )
}

extension SigningRequest {
    /// Why it cannot be signed.
    func finding(_ reason: String, _ code: String, hints: [String] = []) -> Finding {
        let preposition = reason.hasPrefix("by ") ? " " : ": "
        return Finding(
            "cannot sign `\(name)`\(preposition)\(reason)",
            code: "signing.\(code)",
            place: place,
            hints: hints
        )
    }

    /// A passphrase that is nowhere.
    func passphraseFindings(_ effects: Effects) -> [Finding] {
        guard let name = options["passphrase"]?.asText, effects.environment[name]?.isEmpty ?? true else { return [] }
        return [finding("`\(name)`, which its key's passphrase is in, is not set", "passphrase_missing")]
    }

    /// A path from the project's folder on, or from the user's.
    func path(_ text: String, _ effects: Effects) -> FilePath {
        guard text.hasPrefix("~/"), let home = effects.environment["HOME"], !home.isEmpty else {
            return project.appending(text)
        }
        return FilePath(home).appending(String(text.dropFirst(2)))
    }
}
