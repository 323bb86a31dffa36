import RelctlCore

/// Signs by an RSA key with openssl: `openssl dgst -sha256 -verify public.pem -signature SHA256SUMS.rsa SHA256SUMS`.
struct OpenSSLSigner: Signer {
    let fileExtension = ".rsa"
    let keys = [
        ConfigurationKey("key", "The private key, from the project's folder on.", shape: .text, isRequired: true),
        ConfigurationKey("publicKey", "The public key, from the project's folder on.", shape: .text, isRequired: true),
    ]

    func preflight(_ request: SigningRequest, with effects: Effects) async throws -> [Finding] {
        let key = path("key", of: request)
        guard try effects.files.resolvedStatus(of: key)?.kind != .file else { return [] }
        let message = "cannot sign `\(request.name)`: there is no key at `\(key.string)`"
        return [
            Finding(message, code: "openssl.key_missing", place: request.place, hints: ["openssl genrsa makes one"])
        ]
    }

    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        let key = path("key", of: request).string
        let outcome = try await openssl(["dgst", "-sha256", "-sign", key], on: request.content, request, effects)
        guard outcome.succeeded else {
            throw RelctlError(
                "cannot sign `\(request.name)` by openssl",
                causes: [RelctlError(String(decoding: outcome.standardError, as: UTF8.self))]
            )
        }
        return outcome.standardOutput
    }

    /// The public key gives back the digest that was signed (RFC 8017, section 8.2).
    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        let key = path("publicKey", of: request)
        guard try effects.files.resolvedStatus(of: key)?.kind == .file else {
            return .unproven("there is no public key at `\(key.string)`")
        }
        let recover = ["pkeyutl", "-verifyrecover", "-pubin", "-inkey", key.string, "-pkeyopt", "digest:sha256"]
        let outcome = try await openssl(recover, on: signature, request, effects)
        let isOfContent = outcome.succeeded && outcome.standardOutput == Digest(of: request.content).bytes
        return isOfContent ? .proven : .refuted("it is by another key, or of something else")
    }

    private func path(_ key: String, of request: SigningRequest) -> FilePath {
        request.project.appending(request.options[key]?.asText ?? "")
    }

    private func openssl(
        _ arguments: [String],
        on input: [UInt8],
        _ request: SigningRequest,
        _ effects: Effects
    ) async throws -> ProcessOutcome {
        var run = ProcessRequest(
            arguments: ["openssl"] + arguments,
            directory: request.project,
            environment: effects.environment.filter { $0.key == "PATH" },
            timeout: .seconds(60)
        )
        run.input = input
        return try await effects.processes.run(run)
    }
}
