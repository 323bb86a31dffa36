/// A credential, and where it was found.
struct FoundCredential: Sendable {
    let credential: RegistryCredential
    /// Where, for messages: it holds no secret.
    let origin: String
}

/// Looks for credentials where docker, podman and their like keep them, and in the environment.
///
/// The first place that has one for the registry counts: `DOCKER_AUTH_CONFIG` (the text of a file); `config.json` in the
/// folder `DOCKER_CONFIG`, else in `~/.docker`; the file `REGISTRY_AUTH_FILE`; `containers/auth.json` below
/// `XDG_RUNTIME_DIR`, then below `XDG_CONFIG_HOME` or `~/.config`; for ghcr.io at last `GITHUB_TOKEN`. Before all that comes
/// what one of the files holds for the repository or a part of its path.
struct RegistryCredentials: Sendable {
    static let gitHubHost = "ghcr.io"
    /// The variables that hold secrets.
    static let secretNames: Set<String> = ["DOCKER_AUTH_CONFIG", "GITHUB_TOKEN"]

    private let effects: Effects

    init(_ effects: Effects) { self.effects = effects }

    /// The credential for a repository; nothing where nobody has one.
    ///
    /// - Throws: ``RelctlError`` if a file is not as it should be, or a helper that must be asked fails.
    func find(for host: RegistryHost, _ path: String) async throws -> FoundCredential? {
        let files = try files()
        for file in files {
            if let found = try file.credential(for: host, path) { return found }
        }
        for file in files {
            if let found = try await file.credential(for: host, with: effects) { return found }
        }
        guard host.name == Self.gitHubHost, let token = variable("GITHUB_TOKEN") else { return nil }
        let user = variable("GITHUB_ACTOR").flatMap { $0.contains(":") ? nil : $0 } ?? "token"
        return FoundCredential(credential: .password(user: user, Secret(token)), origin: "GITHUB_TOKEN")
    }

    private func files() throws -> [DockerConfiguration] {
        let own = try variable("DOCKER_AUTH_CONFIG").map {
            try DockerConfiguration(Array($0.utf8), file: "DOCKER_AUTH_CONFIG")
        }
        return try [own].compactMap(\.self) + paths.compactMap { try configuration(at: $0) }
    }

    private func configuration(at path: FilePath) throws -> DockerConfiguration? {
        do {
            guard try effects.files.resolvedStatus(of: path)?.kind == .file else { return nil }
            return try DockerConfiguration(
                try effects.files.contents(of: path, limit: 16 << 20),
                file: path.string
            )
        } catch let error as FileSystemError {
            throw RelctlError("cannot read the credentials in `\(path)`", code: .notAuthorized, causes: [error])
        }
    }

    private var paths: [FilePath] {
        let home = variable("HOME").map { FilePath($0) }
        let docker = variable("DOCKER_CONFIG").map { FilePath($0) } ?? home?.appending(".docker")
        let settings = variable("XDG_CONFIG_HOME").map { FilePath($0) } ?? home?.appending(".config")
        return [
            docker?.appending("config.json"),
            variable("REGISTRY_AUTH_FILE").map { FilePath($0) },
            variable("XDG_RUNTIME_DIR").map { FilePath($0).appending("containers/auth.json") },
            settings?.appending("containers/auth.json"),
        ].compactMap(\.self)
    }

    private func variable(_ name: String) -> String? { effects.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
