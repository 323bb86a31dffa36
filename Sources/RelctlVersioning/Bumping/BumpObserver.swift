/// Looks at everything that a change of the version depends on; never writes, and never fetches.
package struct BumpObserver: Sendable {
    private let reader: ManifestReader
    private let repository: GitRepository?
    private let settings: VersionSettings
    let notes: NotesSettings
    let tags: TagTemplate
    private let treeRules: @Sendable () async throws -> VersionValidator.TreeRules

    /// Looks with these; `treeRules` is asked only where the tree holds files that no commit has.
    ///
    /// - Throws: ``RelctlError`` if `version.tag` makes no tags.
    package init(
        manifests reader: ManifestReader,
        repository: GitRepository?,
        project: ProjectSettings,
        version: VersionSettings,
        notes: NotesSettings,
        treeRules: @escaping @Sendable () async throws -> VersionValidator.TreeRules
    ) throws {
        self.reader = reader
        self.repository = repository
        settings = version
        self.notes = notes
        tags = try TagTemplate(of: project)
        self.treeRules = treeRules
    }

    /// What there is to see.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked, or the history that decides is cut off.
    package func observe(_ request: BumpRequest) async throws -> BumpObservation {
        guard let repository else {
            guard request.step == .auto else {
                return BumpObservation(manifests: try readings(for: request), repository: nil)
            }
            throw RelctlError(
                "cannot decide on a version: the project is not in a git repository, whose commits decide",
                hints: ["name the version: `relctl bump VERSION`"]
            )
        }
        async let evidence = request.step == .auto ? evidence(repository) : nil
        async let tree = treeFindings(repository)
        async let branch = repository.currentBranch()
        async let tags = repository.tags()
        async let head = head(repository, request.step)
        let manifests = try readings(for: request)
        // The evidence has it, from the same reading of the history.
        let needsNearest = request.step != .auto && (manifests.manifests.isEmpty || !repository.isShallow)
        async let nearest = needsNearest ? nearest(repository) : nil
        var observed = BumpObservation.Repository(
            head: try await head.hash,
            branch: try await branch,
            tags: try await tags.map(\.name),
            tree: try await tree
        )
        observed.headSubject = try await head.subject
        let decisive = try await evidence
        observed.nearest = try await nearest ?? decisive?.nearest
        if request.records, request.asksRemote { observed.remote = try await remote(repository, observed.branch) }
        return BumpObservation(manifests: manifests, repository: observed, evidence: decisive)
    }

    /// To name the version is the way out where manifests say several.
    private func readings(for request: BumpRequest) throws -> [ManifestReading] {
        var reader = reader
        if case .increment(.exact) = request.step { reader.mendsDisagreement = true }
        return try reader.readings(of: settings.manifests)
    }

    private func treeFindings(_ repository: GitRepository) async throws -> [Finding] {
        let status = try await repository.status()
        guard status != GitStatus() else { return [] }
        return try await treeRules().findings(on: status)
    }

    /// Where the history decides, it is read once, and not for the message alone.
    private func head(
        _ repository: GitRepository,
        _ step: BumpRequest.Step
    ) async throws -> (hash: String?, subject: String?) {
        guard step != .auto else { return (try await repository.hash(of: .head), nil) }
        let commit = try await repository.headCommit()
        return (commit?.hash, commit?.subject)
    }

    private func nearest(_ repository: GitRepository) async throws -> Version? {
        let tag = try await repository.nearestTag(before: .head) { (try? tags.version(fromTag: $0.name)) != nil }
        return try tag.map { try tags.version(fromTag: $0.name) }
    }

    private func remote(
        _ repository: GitRepository,
        _ branch: GitCurrentBranch?
    ) async throws -> BumpObservation.Remote? {
        let upstream = branch?.upstream.flatMap { $0.remote == "." ? nil : $0 }
        let remotes = upstream == nil ? try await repository.remotes() : []
        let usual = remotes.count == 1 ? remotes.first : remotes.first { $0 == "origin" }
        guard let name = upstream?.remote ?? usual else { return nil }
        let reference = upstream?.reference ?? branch.map { "refs/heads/" + $0.name }
        let references: [String: String]
        do {
            references = try await repository.references(
                at: name,
                matching: (reference.map { [$0] } ?? []) + ["refs/tags/*"]
            )
        } catch let error as RelctlError {
            let failure = Finding(
                "\(error.message)\(error.causes.map { ": \($0)" }.joined())",
                code: "remote.unreachable",
                hints: error.hints + ["`--offline` goes by what was fetched last"]
            )
            return BumpObservation.Remote(name: name, references: nil, failure: failure)
        }
        var isContained = true
        if let tip = reference.flatMap({ references[$0] }) { isContained = try await repository.headContains(tip) }
        return BumpObservation.Remote(
            name: name,
            references: references,
            isContained: isContained
        )
    }
}
