/// A repository at GitHub, Gitea or Forgejo, whose releases begin as drafts, and who share what is said of workflows and
/// pull requests.
package protocol DraftingProject: ProjectForge {
    /// What asks for its releases, and speaks to the API.
    var releases: any DraftForge { get }
    /// How an order names a tag.
    func reference(to tag: String) -> String
}

extension DraftingProject {
    package var hasToken: Bool { releases.hasToken }

    package func release(of tag: String) async throws -> TaggedRelease? {
        try await releases.published(tag).map { Self.tagged($0) }
    }

    package func drafts(of tag: String) async throws -> [TaggedRelease] {
        try await releases.releases().filter { $0.draft && $0.tagName.equalsBytewise(tag) }.map { Self.tagged($0) }
    }

    package func deleteDraft(_ draft: TaggedRelease) async throws {
        guard let there = try await releases.release(draft.id) else { return }
        // The same order would remove what users see.
        guard there.draft else {
            throw RelctlError(
                "cannot remove the draft of `\(draft.tag)`: users see it by now",
                hints: there.htmlURL.map { ["look at it: \($0)"] } ?? []
            )
        }
        try await releases.deleteRelease(draft.id)
    }

    private static func tagged(_ release: ForgeRelease) -> TaggedRelease {
        TaggedRelease(
            id: String(release.id),
            tag: release.tagName,
            isDraft: release.draft,
            isImmutable: release.immutable ?? false,
            isOwn: ForgeNotes.isMarked(release.body, forTag: release.tagName),
            url: release.htmlURL,
            assets: (release.assets ?? []).filter(\.isComplete).map(\.name)
        )
    }
}

// MARK: Workflows

extension DraftingProject {
    package func dispatch(_ workflow: String?, at tag: String) async throws {
        guard let file = workflow?.splitAtSlashes().last else {
            throw RelctlError(
                "cannot start a workflow for `\(tag)`: it is not said which",
                code: .configurationInvalid,
                hints: ["name it: `ready: { run: { workflow: \"release.yml\" } }`"]
            )
        }
        let url = "\(releases.root)/actions/workflows/\(PercentEncoding.segment(String(file)))/dispatches"
        _ = try await send(.post, url, ["ref": reference(to: tag)])
    }

    private func send(
        _ method: HTTPMethod,
        _ url: String,
        _ fields: [String: String],
        repeats: HTTPRequest.RepeatRule? = nil
    ) async throws -> HTTPResponse {
        var order = try releases.client.json(method, url, fields)
        if let repeats { order.repeats = repeats }
        return try await releases.client.http.send(order)
    }
}

// MARK: Pull requests

extension DraftingProject {
    private func address(of request: ForgeRequest) -> String { "\(releases.root)/pulls/\(request.number)" }

    package func current(_ request: ForgeRequest) async throws -> ForgeRequest {
        let answer = try await releases.client.http.send(releases.client.request(.get, address(of: request)))
        return try answer.decoded(PullRecord.self).request
    }

    package func create(_ wanted: WantedRequest) async throws -> ForgeRequest {
        let fields = ["title": wanted.title, "body": wanted.body, "head": wanted.branch, "base": wanted.base]
        return try await send(.post, releases.root + "/pulls", fields).decoded(PullRecord.self).request
    }

    package func close(_ request: ForgeRequest) async throws {
        _ = try await send(.patch, address(of: request), ["state": "closed"], repeats: .always)
    }
}

/// A pull request as GitHub, Gitea and Forgejo tell of it.
struct PullRecord: Decodable, Sendable {
    private var number: Int64
    private var state: String
    private var body: String?
    /// Not in GitHub's lists.
    private var merged: Bool?
    private var mergedAt: String?
    private var mergeCommit: String?
    private var htmlURL: String?
    private var head: End
    private var base: End

    private struct End: Decodable, Sendable {
        var ref: String
        /// The branch's name at Gitea, also where that is gone and `ref` names what is kept of it; `OWNER:BRANCH` at GitHub.
        var label: String?
        var sha: String?
    }

    private enum CodingKeys: String, CodingKey {
        case number, state, body, merged, head, base
        case mergedAt = "merged_at"
        case mergeCommit = "merge_commit_sha"
        case htmlURL = "html_url"
    }

    /// Whether it merges one branch into another.
    func isFrom(_ branch: String, into other: String) -> Bool {
        (head.ref.equalsBytewise(branch) || head.label?.equalsBytewise(branch) == true)
            && base.ref.equalsBytewise(other)
    }

    /// The request itself.
    var request: ForgeRequest {
        let isMerged = merged ?? (mergedAt != nil)
        return ForgeRequest(
            number: number,
            state: isMerged ? .merged : state == "open" ? .open : .closed,
            head: head.sha ?? "",
            // Of an open one, it is a try that lies on no branch.
            merged: isMerged ? mergeCommit : nil,
            url: htmlURL,
            commit: RequestMark.commit(in: body)
        )
    }
}
