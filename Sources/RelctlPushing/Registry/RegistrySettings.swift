/// One publication to container registries, as the configuration describes it.
struct RegistrySettings: Sendable, Hashable {
    /// Which images go where.
    let choice: ImageChoice
    /// Whom the registry knows; nothing for whatever goes with a token.
    let user: String?
    /// The variables that a token or password is read from; none for what docker's own files say.
    let tokenNames: [String]
    /// Whether registries are spoken to without encryption; nothing for those of this machine alone.
    let plainHTTP: Bool?

    /// The keys of the configuration that it is made from.
    static let keys =
        [
            ConfigurationKey("images", "the ids of the images that are pushed; by default all", shape: .selection),
            ConfigurationKey("names", "other repositories than an image's own, by its id", shape: .templatesByName),
            ConfigurationKey(
                "registry",
                "the registry whose names alone are pushed to, such as `ghcr.io`; by default all",
                shape: .template
            ),
        ] + accessKeys

    /// Those that say how a registry is reached.
    static let accessKeys = [
        ConfigurationKey("user", "whom the registry knows, for a token of `tokenFrom`", shape: .template),
        ConfigurationKey(
            "tokenFrom",
            "the variables that may hold a token or password; by default docker's own files are looked through",
            shape: .texts
        ),
        ConfigurationKey(
            "plainHTTP",
            "whether the registry is spoken to without encryption; by default one of this machine alone",
            shape: .flag
        ),
    ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` where they contradict each other.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        var names: [String: String] = [:]
        if case .object(let texts)? = options["names"] { names = texts.compactMapValues(\.asText) }
        choice = ImageChoice(
            ids: options["images"]?.asTexts ?? [],
            names: names,
            registry: try options["registry"]?.asText.map { try RepositoryName.registry($0) }
        )
        user = options["user"]?.asText
        tokenNames = options["tokenFrom"]?.asTexts ?? []
        plainHTTP = options["plainHTTP"]?.asFlag
        guard user == nil || !tokenNames.isEmpty else {
            throw RelctlError(
                "cannot publish to a registry: `user` is set without `tokenFrom`",
                code: .configurationInvalid,
                hints: ["name the environment variables that hold the token or password in `tokenFrom`"]
            )
        }
    }

    /// How these repositories are reached.
    ///
    /// - Throws: ``RelctlError`` if no token is set, or one would go to several registries.
    func access(to repositories: [RepositoryName], _ environment: [String: String]) throws -> RegistryAccess {
        guard !tokenNames.isEmpty else { return RegistryAccess(plainHTTP: plainHTTP) }
        let hosts = Set(repositories.map(\.registry)).sortedBytewise()
        guard hosts.count < 2 else {
            let listed = hosts.map { "`\($0)`" }.joined(separator: " and ")
            throw RelctlError(
                "cannot publish to \(listed) with one token",
                code: .configurationInvalid,
                hints: ["write one publication for each, with its own `registry` and `tokenFrom`"]
            )
        }
        guard let found = Credentials.found(from: tokenNames, in: environment) else {
            throw RelctlError(
                "cannot publish to \(hosts.first.map { "`\($0)`" } ?? "the registry"): there is no token",
                code: .notAuthorized,
                hints: ["set \(tokenNames.map { "`\($0)`" }.joined(separator: " or "))"]
            )
        }
        var access = RegistryAccess(
            credential: .password(user: user ?? "token", found.secret),
            plainHTTP: plainHTTP
        )
        access.origin = "`\(found.name)`"
        return access
    }
}
