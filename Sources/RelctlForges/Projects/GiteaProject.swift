/// A repository at Gitea or Forgejo: its runs, statuses and pull requests.
///
/// https://docs.gitea.com/api, https://codeberg.org/api/swagger, v1. The two tell of runs under names of their own, and
/// older ones of single jobs alone.
package struct GiteaProject: DraftingProject {
    private let api: GiteaAPI

    package init(_ settings: GiteaSettings, with effects: Effects) { api = GiteaAPI(settings, with: effects) }

    package var releases: any DraftForge { api }

    package func runs(of tag: String, at commit: String) async throws -> [ForgeRun] {
        let url = "\(api.root)/actions/runs?head_sha=\(PercentEncoding.segment(commit))&limit=50"
        let found: [Run]
        do {
            found = try await api.client.pages(Runs.self, url) { $0.runs ?? [] }
        } catch let error as RelctlError where error.details["status"] == "404" {
            // Nobody's tag is older than the last fifty jobs when it is waited for.
            found = try await api.find(Runs.self, "/actions/tasks?limit=50").value?.runs ?? []
        }
        return found.filter { $0.isOf(tag) && $0.isAt(commit) }.map { $0.run(at: api.settings.site) }
    }

    /// Those among the last fifty: there is no asking for the runs of a tag.
    package func workflows(startedBy tag: String) async throws -> [String] {
        var runs = try await api.find(Runs.self, "/actions/runs?event=push&limit=50").value?.runs
        if runs == nil { runs = try await api.find(Runs.self, "/actions/tasks?limit=50").value?.runs }
        return (runs ?? []).filter { $0.event == "push" && $0.isOf(tag) }.map { $0.run(at: api.settings.site) }
            .workflows
    }

    package func reference(to tag: String) -> String { "refs/tags/\(tag)" }

    package func checks(of commit: String) async throws -> [ForgeCheck] {
        let path = "/commits/\(PercentEncoding.segment(commit))/status?limit=50"
        return (try await api.find(Statuses.self, path).value?.statuses ?? []).map { $0.check(at: api.settings.site) }
    }

    // MARK: Pull requests

    /// The open one, else those among the fifty that changed last, else whichever the server finds.
    package func requests(from branch: String, into base: String) async throws -> [ForgeRequest] {
        // Lists cannot be filtered by branch, and the question for one is not told which of several is meant.
        let open = try await api.client.pages(PullRecord.self, "\(api.root)/pulls?state=open&limit=50")
        var found = open.filter { $0.isFrom(branch, into: base) }
        if found.isEmpty {
            let latest = "/pulls?state=closed&sort=recentupdate&limit=50"
            found = (try await api.find([PullRecord].self, latest).value ?? []).filter { $0.isFrom(branch, into: base) }
        }
        if found.isEmpty {
            let path = "/pulls/\(PercentEncoding.segment(base))/\(PercentEncoding.segments(branch))"
            found = try await api.find(PullRecord.self, path).value.map { [$0] } ?? []
        }
        return found.map(\.request)
    }
}

/// What Gitea and Forgejo answer, as far as relctl reads it.
extension GiteaProject {
    private struct Runs: Decodable, Sendable {
        var runs: [Run]?

        enum CodingKeys: String, CodingKey { case runs = "workflow_runs" }
    }

    private struct Run: Decodable, Sendable {
        var id: Int64
        var status: String
        var event: String?
        var conclusion: String?
        /// Gitea: `release.yml@refs/tags/v1.0.0`.
        var path: String?
        /// Forgejo, and single jobs: `release.yml`.
        var workflow: String?
        var headBranch: String?
        var prettyReference: String?
        var headCommit: String?
        var commit: String?
        var htmlURL: String?

        enum CodingKeys: String, CodingKey {
            case id, status, event, conclusion, path
            case workflow = "workflow_id"
            case headBranch = "head_branch"
            case prettyReference = "prettyref"
            case headCommit = "head_sha"
            case commit = "commit_sha"
            case htmlURL = "html_url"
        }

        func isOf(_ tag: String) -> Bool {
            [headBranch, prettyReference].contains { $0?.equalsBytewise(tag) == true }
                || path?.hasSuffix("@refs/tags/\(tag)") == true
        }

        func isAt(_ wanted: String) -> Bool { (headCommit ?? commit) == wanted }

        func run(at site: String) -> ForgeRun {
            let file = (path ?? workflow)?.prefix { $0 != "@" }.split(separator: "/").last.map(String.init)
            let word = status == "completed" ? conclusion ?? "unknown" : status
            return ForgeRun(
                id: id,
                workflow: file ?? "workflow",
                state: ForgeRun.state(word),
                word: word,
                url: htmlURL.map { GiteaProject.address($0, at: site) }
            )
        }
    }

    private struct Statuses: Decodable, Sendable { var statuses: [Status]? }

    private struct Status: Decodable, Sendable {
        var context: String
        var status: String
        var targetURL: String?

        enum CodingKeys: String, CodingKey {
            case context, status
            case targetURL = "target_url"
        }

        func check(at site: String) -> ForgeCheck {
            ForgeCheck(
                name: context,
                state: status == "warning" ? .succeeded : ForgeRun.state(status),
                url: targetURL.flatMap { $0.isEmpty ? nil : GiteaProject.address($0, at: site) }
            )
        }
    }

    /// An address that may begin with the server's root.
    private static func address(_ text: String, at site: String) -> String {
        guard text.hasPrefix("/") else { return text }
        let origin = (try? HTTPAddress(site, allowsPlainHTTP: true)).map(\.origin)
        return (origin ?? site) + text
    }
}
