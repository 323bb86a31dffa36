/// The key of a signature by SSH, and `ssh-keygen`, which signs and verifies by it.
struct SSHKey: Sendable {
    private let request: SigningRequest
    private let effects: Effects

    /// The key that a request's options name.
    init(_ request: SigningRequest, _ effects: Effects) {
        self.request = request
        self.effects = effects
    }

    /// What the signature is for, which is part of what is signed: files, by the convention of OpenSSH's manual.
    static let namespace = "file"

    /// Whom the only allowed signer is called.
    private static let identity = "release"
    private static let program = "ssh-keygen"
    private static let armor = Array("-----BEGIN SSH SIGNATURE-----".utf8)
    /// How long the program may take; somebody may have to touch a token.
    private static let timeout = Duration.seconds(120)

    /// Whether what `key` says is the name of a variable and not that of a file: capitals, digits and `_` alone.
    static func isVariable(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }

    /// The type and the bytes of a public key that stands in a text, without its comment; nothing where none does.
    static func publicKey(in text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(2)
        guard words.count == 2, ["ssh-", "ecdsa-", "sk-"].contains(where: words[0].hasPrefix) else { return nil }
        return words.joined(separator: " ")
    }

    // MARK: Where it is

    /// What the configuration calls it.
    var name: String { request.options["key"]?.asText ?? "" }

    /// The first program that signing lacks.
    var missingProgram: String? {
        (Self.isVariable(name) ? [Self.program, "ssh-agent", "ssh-add"] : [Self.program]).first { !has($0) }
    }

    private func has(_ program: String) -> Bool {
        effects.processes.locate(program, environment: environment(), directory: request.project) != nil
    }

    /// Why it cannot be signed by; nothing if the key is there.
    var absence: String? {
        guard Self.isVariable(name) else {
            return isFile(request.path(name, effects)) ? nil : "there is no key `\(name)`"
        }
        guard effects.environment[name]?.isEmpty == false else { return "`\(name)`, which its key is in, is not set" }
        // Who has the release to prove does not have the variable.
        return request.options["publicKey"] == nil ? "with the key in a variable, `publicKey` is wanted too" : nil
    }

    private func isFile(_ path: FilePath) -> Bool { (try? effects.files.resolvedStatus(of: path))?.kind == .file }

    private var passphrase: String? {
        request.options["passphrase"]?.asText.flatMap { effects.environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Signing

    /// The signature of the request's content.
    var signature: [UInt8] {
        get async throws {
            if let reason = absence ?? request.passphraseFindings(effects).first?.message {
                throw RelctlError("cannot sign `\(request.name)` by the key `\(name)`: \(reason)")
            }
            let outcome = try await effects.withTemporaryFolder { folder in
                let variables = try environment(asking: folder)
                guard Self.isVariable(name) else {
                    let sign = ["-Y", "sign", "-f", request.path(name, effects).string, "-n", Self.namespace]
                    return try await run([Self.program] + sign, input: request.content, variables)
                }
                let (content, socket) = (folder.appending("content"), folder.appending("agent").string)
                guard socket.utf8.count <= Self.socketLimit else { throw longSocket(socket) }
                try effects.files.write(request.content, to: content)
                return try await run(
                    ["ssh-agent", "-a", socket] + ["sh", "-c", Self.signing, "sh", content.string],
                    input: privateKey,
                    variables
                )
            }
            guard outcome.succeeded, outcome.standardOutput.starts(with: Self.armor) else { throw failure(outcome) }
            return outcome.standardOutput
        }
    }

    /// Tells an agent the key on its standard input, and has `$1` signed by it.
    ///
    /// A key that comes from the environment so is in no file, which a run that is killed would leave. The agent ends
    /// with the run, whatever ends that (ssh-agent(1)).
    private static let signing = """
        ssh-add -q - && ssh-add -L > "$1.pub" && ssh-keygen -Y sign -f "$1.pub" -n \(namespace) < "$1"
        status=$?
        kill "$SSH_AGENT_PID"
        exit $status
        """

    /// The key as OpenSSH wants it; line breaks are commonly changed, or taken from the end, by what keeps secrets.
    private var privateKey: [UInt8] {
        let bytes = (effects.environment[name] ?? "").utf8.filter { $0 != UInt8(ascii: "\r") }
        return bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]
    }

    /// The bytes that the path of a socket may have: `sun_path` ends with a zero.
    private static var socketLimit: Int {
        #if os(Linux)
            107
        #else
            103
        #endif
    }

    private func longSocket(_ socket: String) -> RelctlError {
        RelctlError(
            "cannot sign `\(request.name)` by the key `\(name)`: the path of the agent's socket has "
                + "\(socket.utf8.count) bytes, and the system takes at most \(Self.socketLimit)",
            hints: ["set TMPDIR to a shorter path"]
        )
    }

    private func failure(_ outcome: ProcessOutcome) -> RelctlError {
        let variable = request.options["passphrase"]?.asText ?? ""
        let hint =
            "set `\(variable)` to the passphrase of the key; the program that hands it over is started in TMPDIR, where "
            + "programs must be allowed to run"
        return RelctlError(
            "cannot sign `\(request.name)` by the key `\(name)`",
            hints: passphrase == nil ? [] : [hint],
            // ssh-add keeps to itself what it makes of a wrong passphrase.
            causes: (outcome.lastLines.isEmpty
                ? ["it is no private key of SSH, or its passphrase is another"] : outcome.lastLines)
                .map { RelctlError($0) }
        )
    }

    /// What has programs told the passphrase, where there is one, and nobody asked for any.
    ///
    /// It is in the environment of these programs alone, which this user alone can read, as it is in relctl's own.
    private func environment(asking folder: FilePath) throws -> [String: String] {
        var variables = environment()
        variables["SSH_ASKPASS_REQUIRE"] = "force"
        variables["SSH_ASKPASS"] = "false"
        guard let passphrase else { return variables }
        let teller = folder.appending("askpass")
        // Told once: ssh-add asks again, for ever, where it was wrong.
        let script = "#!/bin/sh\nmkdir \"$0.told\" 2> /dev/null && printf '%s\\n' \"$RELCTL_PASSPHRASE\"\n"
        try effects.files.write(Array(script.utf8), to: teller, permissions: 0o700)
        variables["SSH_ASKPASS"] = teller.string
        variables["RELCTL_PASSPHRASE"] = passphrase
        return variables
    }

    // MARK: Verifying

    /// What a signature says of the request's content, for whoever believes this key alone.
    func verdict(on signature: [UInt8]) async throws -> SignatureVerdict {
        guard signature.starts(with: Self.armor) else { return .refuted("it is no signature of SSH") }
        guard has(Self.program) else { return .unproven("there is no `ssh-keygen` on PATH") }
        let publicKey: String
        do { publicKey = try await self.publicKey } catch let error as RelctlError { return .unproven(error.message) }
        let outcome = try await effects.withTemporaryFolder { folder in
            let (signers, file) = (folder.appending("signers"), folder.appending("signature"))
            let line = "\(Self.identity) namespaces=\"\(Self.namespace)\" \(publicKey)\n"
            try effects.files.write(Array(line.utf8), to: signers)
            try effects.files.write(signature, to: file)
            let arguments = [
                "-Y", "verify", "-f", signers.string, "-I", Self.identity, "-n", Self.namespace, "-s", file.string,
            ]
            return try await run([Self.program] + arguments, input: request.content, environment())
        }
        return outcome.succeeded ? .proven : .refuted(outcome.lastLines.first ?? "ssh-keygen does not say why")
    }

    /// The public key: the one that the configuration names, else that of the private key.
    private var publicKey: String {
        get async throws {
            if let named = request.options["publicKey"]?.asText {
                return try Self.publicKey(in: named) ?? publicKey(in: request.path(named, effects))
            }
            if let reason = absence ?? request.passphraseFindings(effects).first?.message {
                throw RelctlError("\(reason), and `publicKey` is not there")
            }
            let path = request.path(name, effects)
            if name.hasSuffix(".pub") { return try publicKey(in: path) }
            let outcome = try await effects.withTemporaryFolder { folder in
                try await run([Self.program, "-y", "-f", path.string], environment(asking: folder))
            }
            let text = String(decoding: outcome.standardOutput, as: UTF8.self)
            guard outcome.succeeded, let key = Self.publicKey(in: text) else {
                throw RelctlError("the key `\(name)` cannot be read: \(outcome.lastLines.joined(separator: "; "))")
            }
            return key
        }
    }

    private func publicKey(in path: FilePath) throws -> String {
        guard isFile(path) else { throw RelctlError("there is no public key `\(path)`") }
        guard let key = Self.publicKey(in: try effects.files.text(of: path)) else {
            throw RelctlError("`\(path)` holds no public key of SSH")
        }
        return key
    }

    // MARK: The program

    private func environment() -> [String: String] { ChildEnvironment(effects).variables() }

    private func run(
        _ arguments: [String],
        input: [UInt8] = [],
        _ environment: [String: String]
    ) async throws -> ProcessOutcome {
        var run = ProcessRequest(
            arguments: arguments,
            directory: request.project,
            environment: environment,
            output: .captured(limit: 1 << 20),
            timeout: Self.timeout
        )
        run.input = input
        return try await effects.processes.run(run)
    }
}
