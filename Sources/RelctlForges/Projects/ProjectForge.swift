/// What a forge is asked, and told to do, about one repository of a workspace; each function is one question or order.
///
/// Errors of all of them are ``RelctlError``s that name the request and say what the forge said.
package protocol ProjectForge: ForgeRuns, ForgeRequests, ForgeReleases {
    /// Whether there is anything to prove who asks.
    var hasToken: Bool { get }
}

/// Runs of workflows, and what is known of commits.
package protocol ForgeRuns: Sendable {
    /// The runs that a tag started, at this commit; none where the forge runs nothing.
    func runs(of tag: String, at commit: String) async throws -> [ForgeRun]
    /// The workflows that the push of a tag started, by their files, as far back as the forge tells; sorted bytewise.
    func workflows(startedBy tag: String) async throws -> [String]
    /// Starts a workflow for a tag, as if it had just been pushed; sent once.
    ///
    /// - Parameters:
    ///   - workflow: The workflow's file; GitLab's pipelines need none.
    ///   - tag: The tag, which must be there.
    /// - Throws: ``RelctlError`` also where the workflow takes no such orders, or none is named and the forge needs it.
    func dispatch(_ workflow: String?, at tag: String) async throws
    /// What is known of a commit: each check in its latest state.
    func checks(of commit: String) async throws -> [ForgeCheck]
}

/// Pull requests.
package protocol ForgeRequests: Sendable {
    /// The requests that merge a branch into another, in any order: the open one, and what the forge tells of others.
    func requests(from branch: String, into base: String) async throws -> [ForgeRequest]
    /// A request as it is now.
    func current(_ request: ForgeRequest) async throws -> ForgeRequest
    /// Makes a request; sent once, so that it should be looked for first.
    func create(_ wanted: WantedRequest) async throws -> ForgeRequest
    /// Closes a request that was not merged.
    func close(_ request: ForgeRequest) async throws
}

extension ForgeRequests {
    /// The request for a branch that is open, or was made for the same commit and is merged; opened if there is none.
    ///
    /// Whatever became of an order without an answer, there is one request at the end.
    package func open(_ wanted: WantedRequest) async throws -> ForgeRequest {
        if let there = try await find(wanted) { return there }
        do {
            return try await create(wanted)
        } catch let error as RelctlError {
            // Lost on the way back, or another was quicker.
            guard let there = try? await find(wanted) else { throw error }
            return there
        }
    }

    private func find(_ wanted: WantedRequest) async throws -> ForgeRequest? {
        let requests = try await requests(from: wanted.branch, into: wanted.base)
        // One that was merged for another commit is of a release before.
        return .counting(
            requests.filter { $0.state == .open || $0.state == .merged && $0.isOf(wanted.commit) }
        )
    }
}

/// Releases of a tag.
package protocol ForgeReleases: Sendable {
    /// The release of a tag that users see.
    func release(of tag: String) async throws -> TaggedRelease?
    /// The drafts for a tag; none where the forge has no drafts, or shows them to writers alone.
    func drafts(of tag: String) async throws -> [TaggedRelease]
    /// Removes a draft; its tag stays.
    ///
    /// - Throws: ``RelctlError`` if users see it by now.
    func deleteDraft(_ draft: TaggedRelease) async throws
}

extension ProjectForge {
    /// The release of a tag that users see, else its newest draft, where whoever asks sees drafts.
    package func releaseOrDraft(of tag: String) async throws -> TaggedRelease? {
        if let release = try await release(of: tag) { return release }
        return hasToken ? try await drafts(of: tag).last : nil
    }
}
