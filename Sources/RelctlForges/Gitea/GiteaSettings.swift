/// What a publication to Gitea or Forgejo is told.
package struct GiteaSettings: DraftForgeSettings, Hashable {
    /// The repository.
    let repository: OwnedRepository
    /// Where the REST API answers, without a slash at its end.
    let api: String
    /// The environment variables that a token is read from.
    let tokenNames: [String]
    private let title: String
    private let keepsDraft: Bool

    package static let standardTokenNames = ["GITEA_TOKEN", "FORGEJO_TOKEN"]

    package static let keys = sharedKeys(
        api: ConfigurationKey("api", "Where the API answers: https://HOST/api/v1.", shape: .text, isRequired: true)
    )

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which repository of which server is meant.
    package init(_ request: PublicationRequest) throws {
        let options = request.options
        repository = try Self.repository(of: request, Self.refusal)
        var api = options["api"]?.asText ?? ""
        while api.hasSuffix("/") { api.removeLast() }
        guard !api.isEmpty else {
            throw Self.refusal("it is not said where its API answers", "say `api: \"https://HOST/api/v1\"`")
        }
        try PublicationKeys.check(PublicationKeys.Address(url: api, what: "Gitea", key: "`api`"))
        self.api = api
        tokenNames = Self.tokenNames(options)
        title = options["title"]?.asText ?? request.release.tag
        keepsDraft = options["keepDraft"]?.asFlag ?? false
    }

    /// A repository that is asked of, and published to by nobody.
    package init(_ repository: OwnedRepository, api: String, tokenNames: [String]) {
        self.repository = repository
        self.api = api
        self.tokenNames = tokenNames
        title = ""
        keepsDraft = true
    }

    /// What it shares with other forges that have drafts.
    package var terms: DraftTerms {
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
    package var site: String { api.hasSuffix("/api/v1") ? String(api.dropLast("/api/v1".count)) : api }

    private static func refusal(_ reason: String, _ hint: String) -> RelctlError {
        RelctlError("cannot publish to Gitea: \(reason)", code: .configurationInvalid, hints: [hint])
    }
}
