/// What hooks find wrong with what is about to be committed or pushed.
package struct HookChecks: Sendable {
    private let repository: GitRepository
    private let configuration: Configuration
    private let sources: Registry<any VersionSource>

    /// Checks for a project.
    package init(repository: GitRepository, configuration: Configuration, sources: Registry<any VersionSource>) {
        self.repository = repository
        self.configuration = configuration
        self.sources = sources
    }

    /// Manifests that do not agree with one another, as they would be committed; `index` is the one that git is about
    /// to commit, where that is not the repository's own.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func findingsBeforeCommit(index: FilePath?) async throws -> [Finding] {
        let tree = try await repository.stagedTree(index: index)
        let manifests = CommittedManifests(
            repository: repository,
            sources: sources,
            settings: configuration.version
        )
        guard let (readings, missing) = try await manifests.readings(at: [tree])[tree] else { return [] }
        // A manifest that is not committed yet lies to nobody; a release will ask for it.
        let committed = readings.filter { !missing.contains($0.file) }
        // What only running a manifest would tell is nothing that a commit changes; the tag is asked about it.
        return committed.filter { !$0.isComputedUnasked }.findings + committed.disagreements
    }

    /// Release tags that stand for another version than their trees; each comes with the object that it shall lead to
    /// at the remote.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func findingsBeforePush(_ pushed: [(tag: String, object: String)]) async throws -> [Finding] {
        let auditor = try TagAuditor(
            repository: repository,
            sources: sources,
            project: configuration.project,
            version: configuration.version
        )
        let tags = pushed.map { GitTag(name: $0.tag, isAnnotated: false, commit: $0.object) }
        return try await auditor.report(on: tags).findings
    }

    /// What keeps a message, as git's file holds it with its comments, from being in the form of Conventional Commits.
    ///
    /// Merges, reverts as git words them, `fixup!` and its like, and versions by themselves pass; so does an empty
    /// message, which git refuses itself.
    package static func findings(inMessage message: [UInt8]) -> [Finding] {
        let lines = message.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .prefix { !$0.elementsEqual("# ------------------------ >8 ------------------------".utf8) }
            .filter { $0.first != UInt8(ascii: "#") }
        let (subject, body) = CommitRecord.parts(ofMessage: Array(lines.joined(separator: [UInt8(ascii: "\n")]))[...])
        guard !subject.isEmpty else { return [] }
        let record = CommitRecord(
            hash: "",
            authorName: "",
            authorEmail: "",
            timestamp: 0,
            subject: subject,
            body: body
        )
        let isRevert = ["Revert \"", "Reapply \""].contains { subject.utf8.starts(with: $0.utf8) }
        let isMerge = IgnoredCommit.saysThatItMerges(subject)
        guard IgnoredCommit.reason(for: record) == nil, !isMerge, !isRevert, !ConventionalCommit.conforms(subject)
        else {
            return []
        }
        return [
            Finding(
                "`\(subject)` is not in the form of Conventional Commits",
                code: "message.unconventional",
                hints: [
                    "write `TYPE: DESCRIPTION` or `TYPE(SCOPE): DESCRIPTION`, with a type such as feat, fix, docs or chore",
                    "`git commit --no-verify` goes round this check",
                ]
            )
        ]
    }
}
