/// What a publication to Gitea or Forgejo is told.
struct GiteaSettings: Sendable, Hashable {
    /// The repository.
    let repository: OwnedRepository
    /// Where the REST API answers, without a slash at its end.
    let api: String
    /// The environment variables that a token is read from.
    let tokenNames: [String]
    private let title: String
    private let keepsDraft: Bool

    static let standardTokenNames = ["GITEA_TOKEN", "FORGEJO_TOKEN"]

    static let keys = [
        ConfigurationKey("repository", "OWNER/NAME; by default the project's.", shape: .template),
        ConfigurationKey("api", "Where the API answers: https://HOST/api/v1.", shape: .text, isRequired: true),
        ConfigurationKey(
            "tokenFrom",
            "The environment variables that the token is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey("title", "The release's title; by default the tag.", shape: .template),
        ConfigurationKey("keepDraft", "Whether the draft is left for a person to publish.", shape: .flag),
    ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which repository of which server is meant.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        guard let repository = options["repository"]?.asText ?? request.release.repository else {
            throw Self.refusal("no repository is named", hint: "say `repository: \"OWNER/NAME\"`")
        }
        guard let owned = OwnedRepository(repository) else {
            throw Self.refusal("`\(repository)` is no repository", hint: "write it as `OWNER/NAME`")
        }
        self.repository = owned
        var api = options["api"]?.asText ?? ""
        while api.hasSuffix("/") { api.removeLast() }
        guard !api.isEmpty else {
            throw Self.refusal("it is not said where its API answers", hint: "say `api: \"https://HOST/api/v1\"`")
        }
        try PublicationKeys.check(PublicationKeys.Address(url: api, what: "Gitea", key: "`api`"))
        self.api = api
        tokenNames = Self.tokenNames(options)
        title = options["title"]?.asText ?? request.release.tag
        keepsDraft = options["keepDraft"]?.asFlag ?? false
    }

    /// A repository that is asked of, and published to by nobody.
    init(_ repository: OwnedRepository, api: String, tokenNames: [String]) {
        self.repository = repository
        self.api = api
        self.tokenNames = tokenNames
        title = ""
        keepsDraft = true
    }

    /// The environment variables that a token is read from.
    static func tokenNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? standardTokenNames
    }

    /// What it shares with other forges that have drafts.
    var terms: DraftTerms {
        DraftTerms(
            place: ForgePlace(forge: "Gitea", repository: repository.description, tokenNames: tokenNames),
            page: "\(site)/\(repository.path)",
            title: title,
            keepsDraft: keepsDraft
        )
    }

    /// Where the repository's part of the API answers.
    var root: String { "\(api)/repos/\(repository.path)" }

    /// Where people find the server; it may lie below a path.
    var site: String { api.hasSuffix("/api/v1") ? String(api.dropLast("/api/v1".count)) : api }

    private static func refusal(_ reason: String, hint: String) -> RelctlError {
        RelctlError("cannot publish to Gitea: \(reason)", code: .configurationInvalid, hints: [hint])
    }
}
