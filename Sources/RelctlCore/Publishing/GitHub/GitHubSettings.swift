/// What a publication to GitHub is told.
struct GitHubSettings: Sendable, Hashable {
    /// The repository's owner.
    let owner: String
    /// Its name.
    let name: String
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

    static let standardAPI = "https://api.github.com"
    static let standardTokenNames = ["GITHUB_TOKEN", "GH_TOKEN"]

    static let keys = [
        ConfigurationKey("repository", "OWNER/NAME; by default the project's.", shape: .template),
        ConfigurationKey("api", "Where the API answers, for an Enterprise server; \(standardAPI) else.", shape: .text),
        ConfigurationKey(
            "tokenFrom",
            "The environment variables that the token is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey("title", "The release's title; by default the tag.", shape: .template),
        ConfigurationKey("keepDraft", "Whether the draft is left for a person to publish.", shape: .flag),
        ConfigurationKey(
            "discussionCategory",
            "The category of the discussion that publishing opens.",
            shape: .text
        ),
    ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which repository is meant.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        guard let repository = options["repository"]?.asText ?? request.release.repository else {
            throw Self.refusal("no repository is named", hint: "say `repository: \"OWNER/NAME\"`")
        }
        guard let (owner, name) = Self.parts(of: repository) else {
            throw Self.refusal("`\(repository)` is no repository", hint: "write it as `OWNER/NAME`")
        }
        (self.owner, self.name) = (owner, name)
        var api = options["api"]?.asText ?? Self.standardAPI
        while api.hasSuffix("/") { api.removeLast() }
        self.api = api
        tokenNames = Self.tokenNames(options)
        title = options["title"]?.asText ?? request.release.tag
        keepsDraft = options["keepDraft"]?.asFlag ?? false
        discussionCategory = options["discussionCategory"]?.asText
    }

    /// The environment variables that a token is read from.
    static func tokenNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? standardTokenNames
    }

    /// `OWNER/NAME`, for messages.
    var repository: String { "\(owner)/\(name)" }

    /// Where the repository's part of the API answers.
    var root: String { "\(api)/repos/\(PercentEncoding.segment(owner))/\(PercentEncoding.segment(name))" }

    /// Where people find the repository.
    var page: String {
        let site = api == Self.standardAPI ? "https://github.com" : Self.site(of: api)
        return "\(site)/\(PercentEncoding.segment(owner))/\(PercentEncoding.segment(name))"
    }

    /// Where a file of a release is downloaded.
    func download(_ file: String, tag: String) -> String {
        "\(page)/releases/download/\(PercentEncoding.segments(tag))/\(PercentEncoding.segment(file))"
    }

    private static func site(of api: String) -> String {
        for ending in ["/api/v3", "/api"] where api.hasSuffix(ending) { return String(api.dropLast(ending.count)) }
        return api
    }

    private static func parts(of repository: String) -> (owner: String, name: String)? {
        if repository.wholeMatch(of: /[A-Za-z0-9_.\-]+\/[A-Za-z0-9_.\-]+/) != nil {
            let parts = repository.split(separator: "/").map(String.init)
            guard !parts.contains(where: { [".", ".."].contains($0) }) else { return nil }
            return (parts[0], parts[1])
        }
        // An address: the last two parts of its page.
        guard let page = ForgeAddress(repository: repository)?.page else { return nil }
        let parts = page.split(separator: "/").suffix(2).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    private static func refusal(_ reason: String, hint: String) -> RelctlError {
        RelctlError(
            "cannot publish to GitHub: \(reason)",
            code: .configurationInvalid,
            hints: [hint, "or give the whole project a `repository`"]
        )
    }
}
