/// Signs by a key of SSH, in the form of OpenSSH's PROTOCOL.sshsig, for the namespace `file`.
struct SSHSigner: Signer {
    let fileExtension = ".sig"

    let keys = [
        ConfigurationKey(
            "key",
            "The private key's file (or a `.pub` whose key an agent has), or the environment variable that holds the key.",
            shape: .text,
            isRequired: true
        ),
        .passphrase,
        ConfigurationKey(
            "publicKey",
            "The public key, as in `ssh-ed25519 AAAA…`, or its file; without it, the private key's file must be at hand.",
            shape: .text
        ),
    ]

    func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        let variable = options["key"]?.asText.flatMap { SSHKey.isVariable($0) ? $0 : nil }
        return [variable, options["passphrase"]?.asText].compactMap(\.self)
    }

    func preflight(_ request: SigningRequest, with effects: Effects) async throws -> [Finding] {
        let key = SSHKey(request, effects)
        if let program = key.missingProgram {
            let hints = ["install OpenSSH, or take `ssh` out of `signing`"]
            return [request.finding("there is no `\(program)` on PATH", "program_missing", hints: hints)]
        }
        let absence = key.absence.map { [request.finding($0, "key_missing")] } ?? []
        return absence + request.passphraseFindings(effects)
    }

    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        try await SSHKey(request, effects).signature
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        try await SSHKey(request, effects).verdict(on: signature)
    }

    func checkCommand(_ request: SigningRequest, onWindows: Bool) -> String? {
        // Only a key that stands in the configuration is known wherever notes are written.
        guard let key = request.options["publicKey"]?.asText.flatMap({ SSHKey.publicKey(in: $0) }), !onWindows else {
            return nil
        }
        let (file, signature) = (ShellWord.posix(file: request.name), ShellWord.posix(file: request.signatureName))
        return """
            signers=$(mktemp) && echo \(ShellWord.posix("release \(key)")) > "$signers" &&
            ssh-keygen -Y verify -f "$signers" -I release -n \(SSHKey.namespace) -s \(signature) < \(file)
            """
    }
}
