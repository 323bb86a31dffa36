/// A repository of a registry: whose content is pushed and pulled, under tags and digests.
///
/// The names are those of the OCI distribution specification 1.1, section "Pull", and the short forms those that
/// Docker's tools understand: `alpine` is `docker.io/library/alpine`.
package struct RepositoryName: Sendable, Hashable {
    /// The registry as people write it: `docker.io`, `ghcr.io`, `127.0.0.1:5000`; in lower case.
    package let registry: String
    /// The repository's path at the registry, such as `library/alpine`.
    package let path: String

    /// Reads `[REGISTRY/]PATH`.
    ///
    /// The first component is a registry if it could be a host that is not a word alone: it holds a dot or a colon, or
    /// is `localhost`. Anything else is at `docker.io`, where official images are below `library/`.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what is wrong.
    package init(_ text: String) throws(RelctlError) {
        let (registry, path) = Self.split(text)
        try self.init(registry: registry ?? Self.dockerHub, path: path, of: text)
    }

    /// A repository at a registry.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what is wrong.
    package init(registry: String, path: String) throws(RelctlError) {
        try self.init(registry: registry, path: path, of: "\(registry)/\(path)")
    }

    private init(registry: String, path: String, of text: String) throws(RelctlError) {
        let host = registry.lowercased()
        guard ReferenceGrammar.isHost(host) else {
            throw Self.invalid(text, "`\(registry)` is no host, or host and port")
        }
        let isHub = Self.namesOfDockerHub.contains(host)
        let path = isHub && !path.utf8.contains(UInt8(ascii: "/")) ? "library/\(path)" : path
        if let problem = ReferenceGrammar.problem(withPath: path) { throw Self.invalid(text, problem) }
        self.registry = isHub ? Self.dockerHub : host
        self.path = path
        // Some clients have no room for more (distribution specification 1.1, "Pull").
        guard self.registry.utf8.count + 1 + path.utf8.count <= 255 else {
            throw Self.invalid(text, "host and path have more than 255 bytes")
        }
    }

    /// Reads the name of a registry alone, such as `ghcr.io` or `127.0.0.1:5000`.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what is meant where it is an address.
    package static func registry(_ text: String) throws(RelctlError) -> String {
        let host = text.lowercased()
        if ReferenceGrammar.isHost(host) { return namesOfDockerHub.contains(host) ? dockerHub : host }
        let shown = HTTPResponse.line(UserInfo.masked(reference: text) ?? text)
        let address = host.firstRange(of: "://").map { host[$0.upperBound...] } ?? host[...]
        let meant = String(address.prefix { $0 != "/" })
        throw RelctlError(
            "cannot understand the registry `\(shown)`: it is a host alone, or host and port, without scheme and path",
            code: .configurationInvalid,
            hints: ["write `\(ReferenceGrammar.isHost(meant) ? meant : "ghcr.io")`"]
        )
    }

    /// `REGISTRY/PATH`.
    package var text: String { "\(registry)/\(path)" }

    private static func split(_ text: String) -> (registry: String?, path: String) {
        guard let slash = text.firstIndex(of: "/") else { return (nil, text) }
        let first = text[..<slash]
        let isHost = first.contains { $0 == "." || $0 == ":" || $0.isUppercase } || first == "localhost"
        return isHost ? (String(first), String(text[text.index(after: slash)...])) : (nil, text)
    }

    private static func invalid(_ text: String, _ reason: String) -> RelctlError {
        ReferenceGrammar.invalid("repository", text, reason)
    }

    /// The name that people know Docker Hub by.
    package static let dockerHub = "docker.io"
    private static let namesOfDockerHub: Set<String> = [dockerHub, "index.docker.io", "registry-1.docker.io"]
}

extension RepositoryName: CustomStringConvertible {
    /// The text.
    package var description: String { text }
}
