/// What a publication to GitHub is told.
package struct GitHubSettings: DraftForgeSettings, Hashable {
    /// The repository.
    package let repository: OwnedRepository
    /// Where the REST API answers, without a slash at its end.
    let api: String
    /// The environment variables that a token is read from.
    let tokenNames: [String]
    /// The release's title.
    let title: String
    /// Whether a person publishes the draft.
    let keepsDraft: Bool
    /// The category of the discussion that publishing opens, if it does.
    let discussionCategory: String?

    /// What the configuration calls the publisher.
    package static let id = "github"
    package static let standardAPI = "https://api.github.com"
    package static let standardTokenNames = ["GITHUB_TOKEN", "GH_TOKEN"]

    package static let keys =
        sharedKeys(
            api: ConfigurationKey(
                "api",
                "Where the API answers, for an Enterprise server; \(standardAPI) else.",
                shape: .text
            )
        ) + [
            ConfigurationKey(
                "discussionCategory",
                "The category of the discussion that publishing opens.",
                shape: .text
            )
        ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which repository is meant.
    package init(_ request: PublicationRequest) throws {
        let options = request.options
        repository = try Self.repository(of: request, Self.refusal)
        var api = try options["api"]?.asText ?? Self.standardAPI(for: request)
        while api.hasSuffix("/") { api.removeLast() }
        try PublicationKeys.check(PublicationKeys.Address(url: api, what: "GitHub", key: "`api`"))
        self.api = api
        tokenNames = Self.tokenNames(options)
        title = options["title"]?.asText ?? request.release.tag
        keepsDraft = options["keepDraft"]?.asFlag ?? false
        discussionCategory = options["discussionCategory"]?.asText
    }

    /// A repository that is asked of, and published to by nobody.
    package init(_ repository: OwnedRepository, api: String, tokenNames: [String]) {
        self.repository = repository
        self.api = api
        self.tokenNames = tokenNames
        title = ""
        keepsDraft = true
        discussionCategory = nil
    }

    /// What it shares with other forges that have drafts.
    package var terms: DraftTerms {
        DraftTerms(
            place: ForgePlace(forge: "GitHub", repository: repository.description, tokenNames: tokenNames),
            page: page,
            title: title,
            keepsDraft: keepsDraft,
            discussionCategory: discussionCategory,
            choosesLatest: true
        )
    }

    /// Where the repository's part of the API answers.
    var root: String { "\(api)/repos/\(repository.path)" }

    private var page: String {
        let site = api == Self.standardAPI ? "https://github.com" : Self.site(of: api)
        return "\(site)/\(repository.path)"
    }

    /// Where people find a server: that of an enterprise's own cloud, `SUBDOMAIN.ghe.com`, answers at a host beside it
    /// (https://docs.github.com/en/enterprise-cloud@latest/admin/data-residency).
    private static func site(of api: String) -> String {
        if let match = api.wholeMatch(of: /https:\/\/api\.(?<host>[A-Za-z0-9.\-]+\.ghe\.com)/) {
            return "https://\(match.host)"
        }
        for ending in ["/api/v3", "/api"] where api.hasSuffix(ending) { return String(api.dropLast(ending.count)) }
        return api
    }

    /// Where the API of github.com answers.
    ///
    /// - Throws: ``RelctlError`` if the repository's address names another host: neither token nor release is for this one.
    private static func standardAPI(for request: PublicationRequest) throws -> String {
        let address = request.options["repository"]?.asText ?? request.release.repository ?? ""
        guard let page = ForgeAddress(repository: address)?.page,
            let host = page.split(separator: "/").dropFirst().first,
            host != "github.com"
        else { return standardAPI }
        let api = host.hasSuffix(".ghe.com") ? "https://api.\(host)" : "https://\(host)/api/v3"
        throw RelctlError(
            "cannot publish to GitHub: `\(host)` is not github.com, and it is not said where its API answers",
            code: .configurationInvalid,
            hints: ["say `api: \"\(api)\"`, or `repository: \"OWNER/NAME\"` for one at github.com"]
        )
    }

    private static func refusal(_ reason: String, _ hint: String) -> RelctlError {
        RelctlError(
            "cannot publish to GitHub: \(reason)",
            code: .configurationInvalid,
            hints: [hint, "or give the whole project a `repository`"]
        )
    }
}
