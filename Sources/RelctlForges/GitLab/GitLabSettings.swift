/// What a publication to GitLab is told.
package struct GitLabSettings: Sendable, Hashable {
    /// The project: its path with all groups, or its number.
    let project: String
    /// Where the REST API answers, without a slash at its end.
    let api: String
    /// The environment variables that a token is read from.
    let tokenNames: [String]
    /// The generic package that the files lie in.
    let package: String
    /// The release's title.
    let title: String
    /// The titles of the milestones that the release belongs to.
    let milestones: [String]

    static let standardAPI = "https://gitlab.com/api/v4"
    /// GitLab's own variable in CI jobs, whose value goes into a header of its own.
    package static let jobTokenName = "CI_JOB_TOKEN"
    package static let standardTokenNames = ["GITLAB_TOKEN", jobTokenName]

    static let keys = [
        ConfigurationKey(
            "project",
            "GROUP/NAME with all groups, or a number; by default the project's.",
            shape: .template
        ),
        ConfigurationKey("api", "Where the API answers; \(standardAPI), or the project's own server.", shape: .text),
        ConfigurationKey(
            "tokenFrom",
            "The environment variables that the token is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey("package", "The generic package for the files; by default the name.", shape: .template),
        ConfigurationKey("title", "The release's title; by default the tag.", shape: .template),
        ConfigurationKey("milestones", "The titles of the release's milestones.", shape: .texts),
    ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if it is not known which project is meant.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        guard let project = options["project"]?.asText ?? request.release.repository else {
            throw Self.refusal("no project is named", hint: "say `project: \"GROUP/NAME\"`")
        }
        guard let (path, server) = Self.parts(of: project) else {
            throw Self.refusal("`\(project)` is no project", hint: "write it as `GROUP/NAME`, or as its number")
        }
        self.project = path
        var api = options["api"]?.asText ?? server.map { "\($0)/api/v4" } ?? Self.standardAPI
        while api.hasSuffix("/") { api.removeLast() }
        try PublicationKeys.check(PublicationKeys.Address(url: api, what: "GitLab", key: "`api`"))
        self.api = api
        tokenNames = Self.tokenNames(options)
        package = options["package"]?.asText ?? request.release.name
        title = options["title"]?.asText ?? request.release.tag
        milestones = options["milestones"]?.asTexts ?? []
    }

    /// A project that is asked of, and published to by nobody.
    ///
    /// - Throws: ``RelctlError`` if `project` is none.
    package init(_ project: String, api: String, tokenNames: [String]) throws {
        guard let (path, _) = Self.parts(of: project) else {
            throw RelctlError(
                "cannot ask GitLab: `\(project)` is no project",
                code: .configurationInvalid,
                hints: ["write it as `GROUP/NAME`, or as its number"]
            )
        }
        self.project = path
        self.api = api
        self.tokenNames = tokenNames
        package = ""
        title = ""
        milestones = []
    }

    /// The environment variables that a token is read from.
    static func tokenNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? standardTokenNames
    }

    /// Whether a publication goes to another project than that of the repository, or says itself where the API is.
    package static func isElsewhere(_ options: [String: ConfigurationValue], repository: String?) -> Bool {
        guard options["api"] == nil else { return true }
        guard let project = options["project"]?.asText else { return false }
        guard let named = parts(of: project), let own = repository.flatMap({ parts(of: $0) }) else { return true }
        let server = "https://gitlab.com"
        return named.path != own.path || (named.server ?? server) != (own.server ?? server)
    }

    /// Where it goes.
    var place: ForgePlace { ForgePlace(forge: "GitLab", repository: project, tokenNames: tokenNames) }

    /// What texts it takes (https://docs.gitlab.com/api/releases).
    var notes: ForgeNotes { ForgeNotes(limit: 1_000_000) }

    /// The release's text; what does not fit is found in the file of that name.
    func text(of request: PublicationRequest, files: any FileSystem) throws -> String {
        try notes.text(of: request, files: files) { $0 }
    }

    private static func parts(of project: String) -> (path: String, server: String?)? {
        if project.wholeMatch(of: /[0-9]{1,18}/) != nil { return (project, nil) }
        if project.wholeMatch(of: /[A-Za-z0-9_.\-]+(?:\/[A-Za-z0-9_.\-]+)+/) != nil {
            return project.split(separator: "/").contains { [".", ".."].contains($0) } ? nil : (project, nil)
        }
        guard let page = ForgeAddress(repository: project, kind: .gitlab)?.page,
            let match = page.wholeMatch(of: /(https:\/\/[^\/]+)\/(.+)/)
        else { return nil }
        return (String(match.output.2), String(match.output.1))
    }

    private static func refusal(_ reason: String, hint: String) -> RelctlError {
        RelctlError(
            "cannot publish to GitLab: \(reason)",
            code: .configurationInvalid,
            hints: [hint, "or give the whole project a `repository`"]
        )
    }
}
