/// What a provenance file proves of a packed chart (https://helm.sh/docs/topics/provenance/): its Chart.yaml and the
/// digest of its archive, in a text that is signed by OpenPGP in clear.
struct ChartProvenance {
    private let name: String
    private let text: [UInt8]
    private let timestamp: Int64

    /// Describes a packed chart by its plan and its digest.
    init(plan: ChartPlan, sha256: Digest) throws {
        name = plan.name
        timestamp = plan.timestamp
        // JSON is YAML too, and nothing in it can look like the mark between the two documents.
        text =
            try JSONText.pretty(plan.metadata)
            + Array("...\nfiles:\n  \(plan.name): sha256:\(sha256.hexadecimal)\n".utf8)
    }

    /// How long gpg may take; somebody may have to type a passphrase.
    private static let timeout = Duration.seconds(300)

    /// The text, signed by gpg.
    ///
    /// The signature is dated as all of the release is, so that the same key gives the same bytes again.
    ///
    /// - Throws: ``RelctlError`` if there is no gpg, no such key or no passphrase, or it cannot sign.
    func signed(
        by signing: ChartSettings.Signing,
        in folder: FilePath,
        _ effects: Effects
    ) async throws -> [UInt8] {
        var arguments = [
            "gpg", "--batch", "--no-tty", "--local-user", signing.key, "--digest-algo", "SHA512",
            "--faked-system-time", "\(timestamp)!",
        ]
        var input: [UInt8] = []
        if let variable = signing.passphrase {
            guard let passphrase = effects.environment[variable], !passphrase.isEmpty else {
                let hint = "`sign.passphrase` names the variable that holds the key's passphrase"
                throw RelctlError("cannot sign `\(name)`: `\(variable)` is not set", hints: [hint])
            }
            // gpg reads one line of its input for the passphrase, and signs the rest.
            arguments += ["--pinentry-mode", "loopback", "--passphrase-fd", "0"]
            input = Array(passphrase.utf8) + [UInt8(ascii: "\n")]
        }
        var request = ProcessRequest(
            arguments: arguments + ["--clearsign", "--output", "-"],
            directory: folder,
            environment: ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames),
            output: .captured(limit: 1 << 20),
            timeout: Self.timeout
        )
        request.input = input + text
        let outcome = try await effects.processes.run(request)
        guard outcome.succeeded, !outcome.standardOutput.isEmpty else {
            let words = String(decoding: outcome.standardError, as: UTF8.self).split(separator: "\n").suffix(5)
            throw RelctlError(
                "cannot sign `\(name)` by the key `\(signing.key)`",
                hints: ["`gpg --list-secret-keys` lists the keys that can sign"],
                causes: words.map { RelctlError(String($0)) }
            )
        }
        return outcome.standardOutput
    }
}
