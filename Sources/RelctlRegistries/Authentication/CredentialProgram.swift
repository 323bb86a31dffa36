import FoundationEssentials

/// A program that keeps credentials, `docker-credential-NAME` (docker-credential-helpers, "Development").
struct CredentialProgram: Sendable {
    /// It is not installed.
    struct Missing: Error {
        let error: RelctlError
    }

    private let program: String
    private let file: String

    /// A helper that a file names.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if the name could lead elsewhere.
    init(_ name: String, file: String) throws(RelctlError) {
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "._-".utf8.contains(byte)
        }
        guard isName else {
            throw RelctlError(
                "cannot use the credential helper that `\(file)` names",
                code: .configurationInvalid,
                causes: [RelctlError("`\(HTTPResponse.line(name))` is no name of one")]
            )
        }
        program = "docker-credential-\(name)"
        self.file = file
    }

    private struct Answer: Decodable {
        var Username: String?
        var Secret: String?
    }

    /// Asks it for a registry's credential.
    ///
    /// - Parameters:
    ///   - server: The name that it keeps it under.
    ///   - effects: Other programs, and the environment.
    /// - Returns: Nothing where it has none.
    /// - Throws: ``Missing`` if it is not installed; ``RelctlError`` if it fails.
    func credential(for server: String, with effects: Effects) async throws -> FoundCredential? {
        let directory = FilePath("/")
        // The name of the user's session is enough for most; those of clouds have settings and keys of their own.
        let passed = effects.environment.keys.filter { name in
            Self.passed.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
        }
        let environment = ChildEnvironment(effects).variables(passing: passed)
        guard let path = effects.processes.locate(program, environment: environment, directory: directory) else {
            throw Missing(error: failure(server, "it is not installed"))
        }
        var request = ProcessRequest(
            arguments: [path.string, "get"],
            directory: directory,
            environment: environment,
            output: .captured(limit: 1 << 20),
            // Some ask the user.
            timeout: .seconds(120)
        )
        request.input = Array(server.utf8)
        let outcome: ProcessOutcome
        do { outcome = try await effects.processes.run(request) } catch let error as RelctlError {
            throw failure(server, "\(error)")
        }
        // Both may hold anything; an answer that is not understood is not shown.
        let said = String(decoding: outcome.standardOutput + outcome.standardError, as: UTF8.self)
        guard outcome.succeeded else {
            if outcome.termination != .timedOut, said.lowercased().contains("credentials not found") { return nil }
            let words = said.split(whereSeparator: \.isNewline).joined(separator: " ")
            let reason =
                outcome.termination == .timedOut ? "it did not answer within two minutes" : HTTPResponse.line(words)
            throw failure(server, reason.isEmpty ? "it failed and says nothing" : "it says: \(reason)")
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(outcome.standardOutput)),
            let secret = answer.Secret
        else { throw failure(server, "what it says is not understood") }
        let (user, origin) = (answer.Username ?? "", "`\(program)`")
        guard !secret.isEmpty else { return nil }
        if user == "<token>" {
            return FoundCredential(credential: .identity(RelctlValues.Secret(secret)), origin: origin)
        }
        guard !user.contains(":") else { throw failure(server, "the user's name that it gives holds a colon") }
        return FoundCredential(credential: .password(user: user, RelctlValues.Secret(secret)), origin: origin)
    }

    private func failure(_ server: String, _ reason: String) -> RelctlError {
        RelctlError(
            "cannot get the credentials of `\(server)` from `\(program)`, which `\(file)` names",
            code: .notAuthorized,
            causes: [RelctlError(reason)]
        )
    }

    private static let passed: Set<String> = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "GNUPGHOME", "GPG_TTY", "PASSWORD_STORE_DIR",
        "DOCKER_CONFIG", "REGISTRY_AUTH_FILE",
    ]
    private static let prefixes = ["AWS_", "AZURE_", "GOOGLE_", "CLOUDSDK_"]
}
