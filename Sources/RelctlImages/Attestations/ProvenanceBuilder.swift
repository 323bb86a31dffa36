/// Where a release is made, as provenance names it (SLSA v1, `runDetails`).
package struct ProvenanceBuilder: Sendable, Hashable {
    /// What is trusted to have done what it says, by address.
    ///
    /// It is the workflow at its revision, so that it is the same when the same workflow runs again for the same tag,
    /// and with it the digest of every image that carries the provenance.
    package var id: String
    /// The page of this one run, for whoever looks for its log; other for each run.
    package var invocation: String?

    /// Names a builder.
    package init(id: String, invocation: String? = nil) {
        self.id = id
        self.invocation = invocation
    }

    /// Any machine that is no known CI service.
    package static let local = ProvenanceBuilder(id: "urn:relctl:builder:local")

    /// The builder that CI services tell programs of by environment variables: GitHub and Gitea Actions, GitLab CI.
    ///
    /// What is no address of the web is not taken, nor what has blanks in it.
    package init(environment: [String: String]) {
        let found = Self.actions(environment) ?? Self.gitLab(environment)
        let isAddress = { (text: String) in
            (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        guard let found, isAddress(found.id) else {
            self = .local
            return
        }
        self.init(id: found.id, invocation: found.invocation.flatMap { isAddress($0) ? $0 : nil })
    }

    /// https://docs.github.com/en/actions/reference/workflows-and-actions/variables; Gitea sets the same names.
    private static func actions(_ environment: [String: String]) -> ProvenanceBuilder? {
        guard environment["GITHUB_ACTIONS"] == "true", let server = environment["GITHUB_SERVER_URL"],
            let workflow = environment["GITHUB_WORKFLOW_REF"]
        else { return nil }
        var builder = ProvenanceBuilder(id: "\(server)/\(workflow)")
        if let repository = environment["GITHUB_REPOSITORY"], let run = environment["GITHUB_RUN_ID"] {
            let attempt = environment["GITHUB_RUN_ATTEMPT"] ?? "1"
            builder.invocation = "\(server)/\(repository)/actions/runs/\(run)/attempts/\(attempt)"
        }
        return builder
    }

    /// https://docs.gitlab.com/ci/variables/predefined_variables; the form is that of the claim `ci_config_ref_uri`.
    private static func gitLab(_ environment: [String: String]) -> ProvenanceBuilder? {
        guard environment["GITLAB_CI"] == "true", let project = environment["CI_PROJECT_URL"] else { return nil }
        let configuration = environment["CI_CONFIG_PATH"] ?? ".gitlab-ci.yml"
        let reference =
            environment["CI_COMMIT_TAG"].map { "@refs/tags/\($0)" }
            ?? environment["CI_COMMIT_BRANCH"].map { "@refs/heads/\($0)" } ?? ""
        return ProvenanceBuilder(
            id: "\(project)//\(configuration)\(reference)",
            invocation: environment["CI_JOB_URL"]
        )
    }
}
