/// A repository at GitHub: its runs, checks and pull requests.
///
/// https://docs.github.com/en/rest/actions/workflow-runs, /checks/runs, /commits/statuses, /pulls, API version 2022-11-28.
package struct GitHubProject: DraftingProject {
    private let api: GitHubAPI

    package init(_ settings: GitHubSettings, with effects: Effects) { api = GitHubAPI(settings, with: effects) }

    package var releases: any DraftForge { api }

    /// GitHub says of a run for a tag that the tag is its branch.
    package func runs(of tag: String, at commit: String) async throws -> [ForgeRun] {
        try await runs(at: commit).filter { $0.headBranch?.equalsBytewise(tag) == true }.map(\.run)
    }

    private func runs(at commit: String) async throws -> [Run] {
        let url = "\(api.root)/actions/runs?head_sha=\(PercentEncoding.segment(commit))&per_page=100"
        return try await api.client.list(Runs.self, url, \.runs)
    }

    package func workflows(startedBy tag: String) async throws -> [String] {
        let query = "?branch=\(PercentEncoding.segment(tag))&event=push&per_page=100"
        let found = try await api.client.list(Runs.self, "\(api.root)/actions/runs\(query)", \.runs)
        return found.filter { $0.headBranch?.equalsBytewise(tag) == true }.map(\.run).workflows
    }

    package func reference(to tag: String) -> String { tag }

    // MARK: Checks

    package func checks(of commit: String) async throws -> [ForgeCheck] {
        let root = "\(api.root)/commits/\(PercentEncoding.segment(commit))"
        let statuses = try await api.client.list(Statuses.self, root + "/status?per_page=100", \.statuses)
        return try await checkRuns(of: commit) + statuses.map(\.check)
    }

    /// Fine-grained tokens may be let at runs, but at no other checks.
    private func checkRuns(of commit: String) async throws -> [ForgeCheck] {
        let url = "\(api.root)/commits/\(PercentEncoding.segment(commit))/check-runs?per_page=100"
        do {
            return try await api.client.list(CheckRuns.self, url, \.runs).map(\.check)
        } catch let error as RelctlError where error.details["status"] == "403" && error.code == .notAuthorized {
            return try await runs(at: commit).map(\.run).newestOfEachWorkflow.map {
                ForgeCheck(name: $0.workflow, state: $0.state, url: $0.url)
            }
        }
    }

    // MARK: Pull requests

    package func requests(from branch: String, into base: String) async throws -> [ForgeRequest] {
        let head = PercentEncoding.segment("\(api.settings.repository.owner):\(branch)")
        let url = "\(api.root)/pulls?state=all&head=\(head)&base=\(PercentEncoding.segment(base))&per_page=100"
        // A server that does not know the filter gives all.
        return try await api.client.list(PullRecord.self, url).filter { $0.isFrom(branch, into: base) }.map(\.request)
    }
}

/// What GitHub answers, as far as relctl reads it.
extension GitHubProject {
    private struct Runs: Decodable, Sendable {
        var runs: [Run]

        enum CodingKeys: String, CodingKey { case runs = "workflow_runs" }
    }

    private struct Run: Decodable, Sendable {
        var id: Int64
        var name: String?
        var path: String?
        var headBranch: String?
        var status: String?
        var conclusion: String?
        var htmlURL: String?

        enum CodingKeys: String, CodingKey {
            case id, name, path, status, conclusion
            case headBranch = "head_branch"
            case htmlURL = "html_url"
        }

        /// The path may end with `@` and what the file was taken from.
        var run: ForgeRun {
            let file = path?.prefix { $0 != "@" }.split(separator: "/").last.map(String.init)
            let word = (status == "completed" ? conclusion : status) ?? "unknown"
            return ForgeRun(
                id: id,
                workflow: file ?? name ?? "workflow",
                state: status == "completed" ? ForgeRun.state(word) : .unfinished,
                word: word,
                url: htmlURL
            )
        }
    }

    private struct CheckRuns: Decodable, Sendable {
        var runs: [CheckRun]

        enum CodingKeys: String, CodingKey { case runs = "check_runs" }
    }

    private struct CheckRun: Decodable, Sendable {
        var name: String
        var status: String
        var conclusion: String?
        var htmlURL: String?

        enum CodingKeys: String, CodingKey {
            case name, status, conclusion
            case htmlURL = "html_url"
        }

        var check: ForgeCheck {
            let state = status == "completed" ? conclusion.map(ForgeRun.state) : nil
            return ForgeCheck(name: name, state: state ?? .unfinished, url: htmlURL)
        }
    }

    private struct Statuses: Decodable, Sendable { var statuses: [Status] }

    private struct Status: Decodable, Sendable {
        var context: String
        var state: String
        var targetURL: String?

        enum CodingKeys: String, CodingKey {
            case context, state
            case targetURL = "target_url"
        }

        var check: ForgeCheck { ForgeCheck(name: context, state: ForgeRun.state(state), url: targetURL) }
    }
}
