/// Where a registry answers.
package struct RegistryHost: Sendable, Hashable {
    /// The registry's name, as ``RepositoryName/registry`` has it.
    package let name: String
    /// Scheme, host and port of the API, such as `https://ghcr.io`.
    package let url: String
    /// Whether plain `http` is allowed to other machines than this one.
    let allowsPlainHTTP: Bool
    /// The same registry by `https`, where it is one of this machine and nobody said what it speaks.
    var secure: RegistryHost? { isGuessed ? RegistryHost(of: self) : nil }
    private let isGuessed: Bool
    /// The URL by which it was asked before it turned out to speak TLS.
    private let former: String?

    /// Finds the API of a registry.
    ///
    /// Docker Hub answers at a host of its own. Registries of this machine are spoken to in plain `http`, unless they turn
    /// out to speak TLS, and all others by `https`, unless the access says otherwise.
    package init(_ name: String, _ access: RegistryAccess = RegistryAccess()) {
        self.name = name
        let host = name == RepositoryName.dockerHub ? "registry-1.docker.io" : name
        let isPlain = access.plainHTTP ?? Self.isLoopback(host)
        url = "\(isPlain ? "http" : "https")://\(host)"
        allowsPlainHTTP = access.plainHTTP == true
        isGuessed = isPlain && access.plainHTTP == nil
        former = nil
    }

    private init(of plain: RegistryHost) {
        (name, url, former) = (plain.name, "https" + plain.url.dropFirst("http".count), plain.url)
        (allowsPlainHTTP, isGuessed) = (false, false)
    }

    /// A URL as the registry is spoken to by now; others than its own stay as they are.
    func current(_ other: String) -> String {
        guard let former, other.hasPrefix(former + "/") else { return other }
        return url + other.dropFirst(former.count)
    }

    /// Whether a URL leads to the registry itself, and not only to where it sends people.
    func isOrigin(of other: String) -> Bool {
        guard let origin = try? HTTPAddress(url, allowsPlainHTTP: true).origin else { return false }
        return (try? HTTPAddress(other, allowsPlainHTTP: true).origin) == origin
    }

    /// The names that credentials for the registry are kept under, the one that docker asks for first.
    var credentialNames: [String] {
        guard name == RepositoryName.dockerHub else { return [name] }
        return ["https://index.docker.io/v1/", "index.docker.io", name, "registry-1.docker.io"]
    }

    private static func isLoopback(_ host: String) -> Bool {
        let isLiteral = host.hasPrefix("[")
        let end = isLiteral ? host.lastIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
        return HTTPAddress.isLoopback(String(host[..<(end ?? host.endIndex)]))
    }
}
