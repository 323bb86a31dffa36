/// A project at GitLab: its pipelines, statuses and merge requests.
///
/// https://docs.gitlab.com/api/pipelines, /commits, /merge_requests, v4.
package struct GitLabProject: ProjectForge {
    private let api: GitLabAPI

    package init(_ settings: GitLabSettings, with effects: Effects) { api = GitLabAPI(settings, with: effects) }

    package var hasToken: Bool { api.hasToken }

    package func runs(of tag: String, at commit: String) async throws -> [ForgeRun] {
        let query = "?sha=\(PercentEncoding.segment(commit))&ref=\(PercentEncoding.segment(tag))&per_page=100"
        return try await api.client.pages(Pipeline.self, "\(api.root)/pipelines\(query)")
            .filter { $0.ref.equalsBytewise(tag) }.map(\.run)
    }

    package func workflows(startedBy tag: String) async throws -> [String] {
        let url = "\(api.root)/pipelines?ref=\(PercentEncoding.segment(tag))&per_page=100"
        return try await api.client.pages(Pipeline.self, url).filter { $0.ref.equalsBytewise(tag) }.map(\.run).workflows
    }

    /// All of a project's jobs belong to one pipeline: whatever is named, that is started.
    package func dispatch(_ workflow: String?, at tag: String) async throws {
        _ = try await api.client.http.send(try api.client.json(.post, "\(api.root)/pipeline", ["ref": tag]))
    }

    package func checks(of commit: String) async throws -> [ForgeCheck] {
        let url = "\(api.root)/repository/commits/\(PercentEncoding.segment(commit))/statuses?per_page=100"
        return try await api.client.pages(Status.self, url).map(\.check)
    }

    // MARK: Merge requests

    package func requests(from branch: String, into base: String) async throws -> [ForgeRequest] {
        let (source, target) = (PercentEncoding.segment(branch), PercentEncoding.segment(base))
        let query = "?state=all&source_branch=\(source)&target_branch=\(target)&per_page=100"
        return try await api.client.pages(MergeRequest.self, "\(api.root)/merge_requests\(query)").map(\.request)
    }

    package func current(_ request: ForgeRequest) async throws -> ForgeRequest {
        let order = api.client.request(.get, "\(api.root)/merge_requests/\(request.number)")
        return try await api.client.http.send(order).decoded(MergeRequest.self).request
    }

    package func create(_ wanted: WantedRequest) async throws -> ForgeRequest {
        let fields = [
            "title": wanted.title, "description": wanted.body, "source_branch": wanted.branch,
            "target_branch": wanted.base,
        ]
        let request = try api.client.json(.post, "\(api.root)/merge_requests", fields)
        return try await api.client.http.send(request).decoded(MergeRequest.self).request
    }

    package func close(_ request: ForgeRequest) async throws {
        let url = "\(api.root)/merge_requests/\(request.number)"
        _ = try await api.client.http.send(try api.client.json(.put, url, ["state_event": "close"]))
    }

    // MARK: Releases

    package func release(of tag: String) async throws -> TaggedRelease? {
        guard let release = try await api.release(tag) else { return nil }
        return TaggedRelease(
            id: release.tagName,
            tag: release.tagName,
            isDraft: false,
            isImmutable: false,
            isOwn: false,
            url: release.links?.page,
            assets: (release.assets?.links ?? []).map(\.name)
        )
    }

    package func drafts(of tag: String) async throws -> [TaggedRelease] { [] }

    package func deleteDraft(_ draft: TaggedRelease) async throws {
        throw RelctlError("cannot remove the draft of `\(draft.tag)`: GitLab has no drafts")
    }
}

/// What GitLab answers, as far as relctl reads it.
extension GitLabProject {
    private struct Pipeline: Decodable, Sendable {
        var id: Int64
        var ref: String
        var status: String
        var name: String?
        var webURL: String?

        enum CodingKeys: String, CodingKey {
            case id, ref, status, name
            case webURL = "web_url"
        }

        var run: ForgeRun {
            ForgeRun(
                id: id,
                workflow: name.flatMap { $0.isEmpty ? nil : $0 } ?? "pipeline",
                state: ForgeRun.state(status),
                word: status,
                url: webURL
            )
        }
    }

    private struct Status: Decodable, Sendable {
        var name: String
        var status: String
        var allowFailure: Bool?
        var targetURL: String?

        enum CodingKeys: String, CodingKey {
            case name, status
            case allowFailure = "allow_failure"
            case targetURL = "target_url"
        }

        /// A job that may fail stops nobody, and nobody has to start one by hand.
        var check: ForgeCheck {
            let isOptional = allowFailure == true || status == "manual"
            let state = ForgeRun.state(status)
            return ForgeCheck(name: name, state: isOptional && state != .succeeded ? .skipped : state, url: targetURL)
        }
    }

    private struct MergeRequest: Decodable, Sendable {
        var iid: Int64
        var state: String
        var sha: String?
        var mergeCommit: String?
        var squashCommit: String?
        var webURL: String?
        var description: String?

        enum CodingKeys: String, CodingKey {
            case iid, state, sha, description
            case mergeCommit = "merge_commit_sha"
            case squashCommit = "squash_commit_sha"
            case webURL = "web_url"
        }

        var request: ForgeRequest {
            let isMerged = state == "merged"
            return ForgeRequest(
                number: iid,
                // One that is being merged right now is `locked`.
                state: isMerged ? .merged : state == "closed" ? .closed : .open,
                head: sha ?? "",
                merged: isMerged ? mergeCommit ?? squashCommit ?? sha : nil,
                url: webURL,
                commit: RequestMark.commit(in: description)
            )
        }
    }
}
