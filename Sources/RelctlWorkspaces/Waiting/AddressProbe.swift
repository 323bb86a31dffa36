/// Asks servers whether something is there: addresses that shall answer, and registries of packages.
struct AddressProbe: Sendable {
    private let http: HTTPClient
    private let registries: RegistryPool

    init(_ effects: Effects) {
        var policy = HTTPPolicy()
        // It is asked again and again anyway.
        policy.attempts = 2
        http = HTTPClient(effects, policy: policy)
        registries = RegistryPool(effects)
    }

    /// Statuses that say that something is not there, or not yet.
    private static let absent: Set<Int> = [404, 410]
    /// Statuses that say no more than that it does not work, which waiting may change.
    private static let unanswered = Set(400..<600).subtracting([401, 403, 407])

    /// Thrown by what takes the head of an answer, so that its body does not come.
    private struct Answered: Error {}

    /// Whether a GET of an address succeeds; what it answers is not read.
    func answer(of url: String) async throws -> ReadinessState {
        let name = "`\(HTTPAddress.shown(url))`"
        do {
            let sink = HTTPSink(begin: { _ in throw Answered() })
            let response = try await http.send(
                HTTPRequest(.get, url),
                accepting: Self.unanswered,
                receiving: sink
            )
            return .pending("\(name) answers \(response.status)")
        } catch is Answered {
            return .ready("\(name) answers")
        } catch let error as RelctlError where error.code == .remoteUnavailable {
            // A server that is not up yet.
            return .pending("\(name) does not answer" + (error.causes.first.map { ": \($0)" } ?? ""))
        }
    }

    // MARK: Registries

    /// Whether a registry has a version.
    func state(of package: PackageRegistry) async throws -> ReadinessState {
        guard package.kind != .oci else { return try await manifest(of: package) }
        guard let url = package.url else {
            throw RelctlError(
                "cannot look for `\(package.package)`: it is not said where",
                code: .configurationInvalid,
                hints: ["give `registry.url`, the address that tells of the version"]
            )
        }
        let request = HTTPRequest(.get, url, headers: [HTTPHeader("Accept", Self.accepted(package.kind))])
        let response = try await http.send(request, accepting: Self.absent)
        guard response.isSuccess else { return PackageAnswer.absent(package) }
        return try PackageAnswer(package, url: url).state(response.body)
    }

    private static func accepted(_ kind: PackageRegistry.Kind) -> String {
        switch kind {
        case .npm, .pypi: "application/json"
        case .crates: "application/json, text/plain"
        case .maven: "application/xml, text/xml, */*"
        case .oci: "*/*"
        }
    }

    private func manifest(of package: PackageRegistry) async throws -> ReadinessState {
        let reference = try ImageReference(RepositoryName(package.package), tag: package.version)
        let head = try await registries.client(of: reference.repository, for: .pull).headManifest(reference.manifest)
        guard let head else { return PackageAnswer.absent(package) }
        return .ready("`\(reference)` is there, `\(head.digest)`")
    }
}
