import FoundationEssentials

/// What `config.json` of docker says of credentials (Docker CLI reference, "Configuration files"), and `auth.json` of
/// podman (containers-auth.json(5)), which is the same.
struct DockerConfiguration: Sendable {
    /// The file, as the user knows it.
    private let file: String
    private let root: JSONNode

    /// Reads a file's text.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if it is no JSON object.
    init(_ text: [UInt8], file: String) throws {
        self.file = file
        var duplicates: [RelctlError] = []
        do {
            root = try JSONParser.parse(text, file: file, dialect: .json, addingDuplicateKeysTo: &duplicates)
        } catch {
            // As a place of its own, whoever shows the error would show the line too, with all that it holds.
            let place = error.place.map { "\($0): " } ?? ""
            throw RelctlError(
                "cannot read the credentials in `\(file)`",
                code: .configurationInvalid,
                causes: [RelctlError(place + error.message, hints: error.hints)]
            )
        }
    }

    /// The credential for a registry: from its own helper, else the store for all, else the file itself.
    ///
    /// - Returns: Nothing where none of them has one.
    /// - Throws: ``RelctlError`` if a helper fails, or what the file holds is no credential.
    func credential(for host: RegistryHost, with effects: Effects) async throws -> FoundCredential? {
        let names = host.credentialNames
        var missing: RelctlError?
        if let name = helper(for: names) {
            let helper = try CredentialProgram(name, file: file)
            do {
                for name in names {
                    if let found = try await helper.credential(for: name, with: effects) { return found }
                }
            } catch let error as CredentialProgram.Missing {
                // The file may know by itself, as where a store of another machine's is named.
                missing = error.error
            }
        }
        if let found = try own(names) { return found }
        if let missing { throw missing }
        return nil
    }

    /// The credential that the file itself holds for a repository, or for a part of its path (containers-auth.json(5)).
    func credential(for host: RegistryHost, _ path: String) throws -> FoundCredential? {
        let components = path.split(separator: "/")
        for count in stride(from: components.count, to: 0, by: -1) {
            let name = "\(host.name)/\(components.prefix(count).joined(separator: "/"))"
            if let found = try own([name]) { return found }
        }
        return nil
    }

    private func helper(for names: [String]) -> String? {
        let helpers = root.member("credHelpers")?.members ?? []
        for name in names {
            if let helper = helpers.first(where: { Self.normalized($0.key) == Self.normalized(name) })?.node.text {
                return helper.isEmpty ? nil : helper
            }
        }
        return root.member("credsStore")?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the file holds itself.
    private func own(_ names: [String]) throws -> FoundCredential? {
        let entries = root.member("auths")?.members ?? []
        for name in names {
            let exact = entries.first { $0.key.equalsBytewise(name) }
            let entry = exact ?? entries.first { Self.normalized($0.key) == Self.normalized(name) }
            guard let entry, let credential = try credential(in: entry.node, of: name) else { continue }
            return FoundCredential(credential: credential, origin: "`\(file)`")
        }
        return nil
    }

    /// A credential as an entry writes it; nothing in an entry that a helper left empty.
    private func credential(in entry: JSONNode, of name: String) throws -> RegistryCredential? {
        func text(_ key: String) -> String? { entry.member(key)?.text.flatMap { $0.isEmpty ? nil : $0 } }
        if let token = text("registrytoken") { return .access(Secret(token)) }
        if let token = text("identitytoken") { return .identity(Secret(token)) }
        if let auth = text("auth") {
            guard let data = Data(base64Encoded: auth), let pair = String(validating: data, as: UTF8.self),
                let colon = pair.firstIndex(of: ":")
            else {
                throw RelctlError(
                    "cannot read the credentials of `\(name)` in `\(file)`",
                    code: .configurationInvalid,
                    causes: [RelctlError("\(entry.place): `auth` is not `USER:PASSWORD` in base64")]
                )
            }
            // Docker pads some with zero bytes.
            let password = pair[pair.index(after: colon)...].prefix { $0 != "\0" }
            return password.isEmpty ? nil : .password(user: String(pair[..<colon]), Secret(String(password)))
        }
        guard let user = text("username"), let password = text("password") else { return nil }
        return .password(user: user, Secret(password))
    }

    /// A key without what docker's older versions write round the host: a scheme and `/v1/`.
    private static func normalized(_ key: String) -> String {
        var host = key[...]
        for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host = host.dropFirst(scheme.count) }
        while host.hasSuffix("/") { host = host.dropLast() }
        for version in ["/v1", "/v2"] where host.hasSuffix(version) { host = host.dropLast(version.count) }
        return host.lowercased()
    }
}

extension JSONNode {
    /// The value of a key, if this is an object that has it.
    fileprivate func member(_ key: String) -> JSONNode? { members.first { $0.key.equalsBytewise(key) }?.node }
}
