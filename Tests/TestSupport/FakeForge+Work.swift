/// A workflow that a ``ForgeRepository`` has; GitLab's pipeline is the first.
package struct ForgeWorkflow: Sendable, Encodable {
    /// What a run leaves at its good end.
    package struct Release: Sendable, Encodable {
        /// Its files.
        package var assets: [ForgeForeignRelease.Asset] = []
        /// Whether it is left as a draft.
        package var draft = false

        /// A release with files of these names.
        package init(_ names: [String]) { assets = names.map { .init(name: $0, text: $0) } }
    }

    /// Its file, such as `release.yml`.
    package var file: String
    /// Which new tags start it, as a pattern; nothing for none.
    package var tags: String?
    /// Whether it can be started by an order.
    package var dispatch = true
    /// After how many seconds it ends by itself.
    package var seconds = 0.0
    /// How it ends by itself.
    package var conclusion = "success"
    /// What it leaves.
    package var release: Release?

    /// A workflow that is started by an order and ends well at once.
    package init(_ file: String) { self.file = file }
}

/// A run that a test moves.
package struct ForgeRunState: Sendable, Encodable {
    /// The repository's owner.
    package var owner = "octo"
    /// The repository's name.
    package var name = "tool"
    /// Its number, of one that is there.
    package var id: Int?
    /// Its workflow's file.
    package var workflow: String?
    /// What it is of.
    package var tag: String?
    /// What it is of, if no tag.
    package var branch: String?
    /// The commit, if not that of the tag or branch.
    package var sha: String?
    /// `queued`, `in_progress`, `waiting` or `completed`.
    package var status: String?
    /// How it ended.
    package var conclusion: String?

    /// A run of a tag, which waits for its start.
    package init(_ workflow: String, tag: String) { (self.workflow, self.tag) = (workflow, tag) }

    /// A change of a run.
    package init(_ id: Int, status: String = "completed", conclusion: String? = nil) {
        (self.id, self.status, self.conclusion) = (id, status, conclusion)
    }
}

/// What somebody says of a commit.
package struct ForgeCheckState: Sendable, Encodable {
    let owner = "octo"
    let name = "tool"
    let sha: String
    var check: String?
    var status: String?
    var context: String?
    var state: String?
    var conclusion: String?

    /// A check; without a conclusion it goes on.
    package init(_ check: String, of sha: String, conclusion: String?) {
        (self.check, self.sha, self.conclusion) = (check, sha, conclusion)
        status = conclusion == nil ? "in_progress" : "completed"
    }

    /// A status.
    package init(context: String, of sha: String, state: String) {
        (self.context, self.sha, self.state) = (context, sha, state)
    }
}

/// What becomes of a pull request.
package struct ForgePullState: Sendable, Encodable {
    /// The repository's owner.
    package var owner = "octo"
    /// The repository's name.
    package var name = "tool"
    let number: Int?
    var merge: String?
    var sha: String?
    var close: Bool?
    var branch: String?
    var base: String?

    /// It is merged: by `merge`, `squash` or `rebase`, as this commit if the repository has no folder.
    package init(merging number: Int, _ way: String = "merge", as sha: String? = nil) {
        (self.number, merge, self.sha) = (number, way, sha)
    }

    /// It is closed.
    package init(closing number: Int) { (self.number, close) = (number, true) }

    /// It is opened again.
    package init(reopening number: Int) { (self.number, close) = (number, false) }

    /// Somebody opens it by hand.
    package init(opening branch: String, into base: String = "main") {
        (number, self.branch, self.base) = (nil, branch, base)
    }
}

extension FakeForge {
    /// Adds or changes a run.
    ///
    /// - Returns: Its number.
    @discardableResult
    package func setRun(_ run: ForgeRunState) async throws -> Int {
        struct Answer: Decodable { let id: Int }
        return try decode(Answer.self, try await admin("POST", "runs", run)).id
    }

    /// Says something of a commit.
    package func setCheck(_ check: ForgeCheckState) async throws { _ = try await admin("POST", "checks", check) }

    /// Merges or closes a pull request.
    ///
    /// - Returns: The commit that the base branch got.
    @discardableResult
    package func setPull(_ pull: ForgePullState) async throws -> String? {
        struct Answer: Decodable { let merged: String? }
        return try decode(Answer.self, try await admin("POST", "pulls", pull)).merged
    }
}

extension ForgeState {
    /// A run.
    package struct Run: Sendable, Hashable, Decodable {
        /// Its number.
        package var id: Int
        /// Its workflow's file.
        package let workflow: String
        /// What it is of.
        package let ref: String
        /// The commit.
        package let sha: String
        /// `push` or `workflow_dispatch`.
        package let event: String
        /// How it stands.
        package let status: String
        /// How it ended.
        package let conclusion: String?
    }

    /// A pull request.
    package struct Pull: Sendable, Hashable, Decodable {
        /// Its number.
        package let number: Int
        /// Its title.
        package let title: String
        /// Its text.
        package let body: String?
        /// What it merges.
        package let branch: String
        /// What it is merged into.
        package let base: String
        /// The commit that it merges.
        package let head: String
        /// `open` or `closed`.
        package let state: String
        /// The commit that came of it.
        package let merged: String?
    }
}
